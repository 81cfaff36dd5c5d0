"""UTF-∞-8: UTF-8 continued to integers of any size (UTF-∞-8, draft of 2009; the numbers are its sections).

udigit       a hexadecimal digit of the value
NUD          the number of udigits
NME          NUD less eighteen, which is what a code of fourteen bytes or more stores
USV-storage  the bytes that hold the value itself
"""

from typing import NamedTuple

from reference_codecs.codec import StatelessCodec
from reference_codecs.rejection import Rejection
from reference_codecs.utf_8 import FORMS, TRAIL_BITS, TRAILS, Utf8Original, filled_up

ORIGINAL = Utf8Original()

FE, FF = b"\xFE", b"\xFF"
FIVE_BITS = range(0b100_00000, 0b100_11111 + 1)  # after FF in a code of thirteen bytes (3.4)
B4 = b"\xB4"  # "before" every Ax but one (3.5.5)
AX = range(0xA0, 0xAF + 1)  # a hexadecimal digit of NME (3.5.2)

LAST_ORIGINAL = FORMS[-1].last  # 3.2


class Fixed(NamedTuple):
    """The codes of one length: how many trail bytes, and how many bits of them are for the value."""

    trails: int
    bits: int

    @property
    def last(self) -> int:
        return (1 << self.bits) - 1

    @property
    def udigits(self) -> int:
        return self.trails // 2 * 3  # 3.5.6 holds for these too: a bit to spare is a zero


SEVEN_BYTES = Fixed(trails=6, bits=6 * 6)  # 3.3
THIRTEEN_BYTES = Fixed(trails=12, bits=5 + 11 * 6)  # 3.4

LEAST_NUD = 18  # 3.5.3

USV_STORAGE = {  # two bytes for three udigits (3.5.6)
    f"{three:03X}": bytes(TRAILS.start + six for six in divmod(three, 1 << TRAIL_BITS))
    for three in range(0x1000)
}
UDIGITS = {storage: udigits for udigits, storage in USV_STORAGE.items()}


def stored(udigits: str) -> bytes:
    """The USV-storage of a multiple of three udigits."""
    return b"".join([USV_STORAGE[udigits[at : at + 3]] for at in range(0, len(udigits), 3)])


def udigits_of(storage: bytes) -> str:
    """The udigits in an even number of USV-storage bytes."""
    return "".join([UDIGITS[storage[at : at + 2]] for at in range(0, len(storage), 2)])


def bytes_of(kind: range, count: int, data: bytes, start: int, first: int) -> bytes:
    """The `count` bytes of a kind from `first` on, in the code that begins at `start`.

    Raises `Rejection`. `count` may be far larger than `data`: nothing of its size is built.
    """
    found = data[first : first + count]
    for index, byte in enumerate(found, first):
        if byte not in kind:
            raise Rejection("bad-trail", data[start:index], start)
    if len(found) < count:
        raise Rejection("truncated", data[start:], start)
    return found


def padding(nud: int) -> int:
    """How many zeros make the udigits a multiple of three (3.5.7)."""
    return -nud % 3


def length_storage(nud: int) -> bytes:
    """The B4 and Ax bytes for this NUD (3.5.3 to 3.5.5)."""
    nme = f"{nud - LEAST_NUD:X}"
    return B4 * (len(nme) - 1) + bytes(AX.start + int(digit, 16) for digit in nme)


class UtfInf8(StatelessCodec):
    """Integers of any size, in the shortest form. Surrogates are code points like others."""

    def encode_value(self, value: int) -> bytes:
        if value <= LAST_ORIGINAL:  # 3.2
            return ORIGINAL.encode_value(value)
        udigits = f"{value:X}"
        if value <= SEVEN_BYTES.last:  # 3.3
            return FE + stored(udigits.zfill(SEVEN_BYTES.udigits))
        if value <= THIRTEEN_BYTES.last:  # 3.4
            return FF + stored(udigits.zfill(THIRTEEN_BYTES.udigits))
        nud = len(udigits)  # 3.5
        return FF + length_storage(nud) + stored("0" * padding(nud) + udigits)

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        after_lead = position + 1
        match data[position:after_lead], data[after_lead : after_lead + 1]:
            case b"\xFE", _:
                return self.fixed_length(data, position, SEVEN_BYTES.trails, LAST_ORIGINAL)
            case b"\xFF", second if second and second[0] in FIVE_BITS:
                return self.fixed_length(data, position, THIRTEEN_BYTES.trails, SEVEN_BYTES.last)
            case b"\xFF", _:
                return self.stored_length(data, position)
        return ORIGINAL.decode_value(data, position)

    def completed(self, begun: bytes) -> list[bytes]:
        if begun.startswith(FE):
            return filled_up(begun, SEVEN_BYTES.trails)
        if begun.startswith(FF):
            return filled_up(begun, THIRTEEN_BYTES.trails) if begun[1:] and begun[1] in FIVE_BITS else [begun]
        return ORIGINAL.completed(begun)

    def read_one(self, data: bytes, position: int, state: None) -> tuple[tuple[int, ...], int, None]:
        """A code of fourteen bytes or more is judged as a whole: it may be far longer than the input so far."""
        if len(self.completed(data[position : position + 2])) == 1:
            return self.decode_one(data, position, state)
        return super().read_one(data, position, state)

    def fixed_length(self, data: bytes, start: int, count: int, last_of_shorter: int) -> tuple[int, int]:
        """A code of seven or thirteen bytes (3.3, 3.4): the value, above `last_of_shorter`, and its end."""
        first = start + 1
        value = int(udigits_of(bytes_of(TRAILS, count, data, start, first)), 16)
        if value <= last_of_shorter:
            raise Rejection("overlong", data[start : first + count], start)
        return value, first + count

    def stored_length(self, data: bytes, start: int) -> tuple[int, int]:
        """A code of fourteen bytes or more (3.5): the value, and where it ends."""
        nud, first = self.nud(data, start)
        count = (nud + 2) // 3 * 2  # 3.5.7
        udigits = udigits_of(bytes_of(TRAILS, count, data, start, first))
        end = first + count
        zeros, udigits = udigits[: padding(nud)], udigits[padding(nud) :]
        if zeros.strip("0"):
            raise Rejection("bad-padding", data[start:end], start)
        value = int(udigits, 16)
        if udigits.startswith("0") or value <= THIRTEEN_BYTES.last:
            raise Rejection("overlong", data[start:end], start)
        return value, end

    def nud(self, data: bytes, start: int) -> tuple[int, int]:
        """NUD from the length-storage bytes, and where these end (3.5.2 to 3.5.5)."""
        first_ax = start + 1
        while data[first_ax : first_ax + 1] == B4:
            first_ax += 1
        count = first_ax - start  # one more than the B4 bytes
        end = first_ax + count
        ax = bytes_of(AX, count, data, start, first_ax)
        if count > 1 and ax[0] == AX.start:
            raise Rejection("overlong", data[start:end], start)
        nme = "".join(f"{byte - AX.start:X}" for byte in ax)
        return LEAST_NUD + int(nme, 16), end


CODECS = {"utf-inf-8": UtfInf8()}
