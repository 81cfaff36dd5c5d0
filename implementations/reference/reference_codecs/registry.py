"""The encodings in Python's codec registry.

Python finds its own codecs first: `"utf-8"` remains Python's, and ours is `"reference-utf-8"`. For encodings
that Python lacks (bocu-1, kim, kim-text, utf-inf-8, utf-8-31bit, cesu-8, modified-utf-8, wtf-8, ascii-parity),
the id alone is enough. A name may be written as Python permits: `BOCU-1`, `bocu_1`. `utf-∞-8` is not such a
name: Python drops the ∞ before it searches, and finds its own UTF-8. `bytes.decode` calls no codec for `b""`:
only `codecs.decode` reports that a kim-text lacks its length. There are no stream readers and writers, because
only `codecs.open` needs them.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from reference_codecs import CODECS
from reference_codecs.code_points import LAST_CODE_POINT
from reference_codecs.codec import Codec
from reference_codecs.incremental import State, decode_values
from reference_codecs.rejection import Rejection

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

COUNTS = {"kim-count"}  # values that are not characters
LARGEST_FLAGS = 2**31 - 1  # Python's text files keep a decoder's flags in a C int


def flags(state: int | None) -> int:
    """A state as the integer that `getstate` gives, where 0 is a state of None.

    Only the state of a kim-text that lacks over two thousand million characters is too large, and is cut.
    """
    return 0 if state is None else min(1 + state, LARGEST_FLAGS)


def state_of(flags: int) -> int | None:
    """The state of which `flags` is the integer."""
    return None if flags == 0 else flags - 1


class Characters(Codec[State]):
    """An encoding without the values that a `str` cannot hold, which are out of range."""

    def __init__(self, codec: Codec[State]) -> None:
        self.codec = codec

    def is_complete(self, state: State) -> bool:
        return self.codec.is_complete(state)

    def read_one(self, data: bytes, position: int, state: State) -> tuple[tuple[int, ...], int, State]:
        values, end, state = self.codec.read_one(data, position, state)
        if any(value > LAST_CODE_POINT for value in values):
            raise Rejection("out-of-range", data[position:end], position)
        return values, end, state


def handled(error: UnicodeError, errors: str, length: int) -> tuple[str | bytes, int]:
    """What the error handler of this name returns: a replacement, and where to go on in an input of this length.

    Raises what the handler raises. A negative position counts from the end.
    """
    replacement, position = codecs.lookup_error(errors)(error)
    if not -length <= position <= length:
        raise IndexError(f"position {position} from error handler out of bounds")
    return replacement, position + length if position < 0 else position


class Encoder(codecs.IncrementalEncoder):
    """Encodes a text that comes in chunks.

    A kim-text begins with its length, and in WTF-8 a pair may become one code point. So they cannot come in
    chunks: the encoder raises ValueError unless `final` is set.
    """

    state: int | None
    joiner: bytes

    def __init__(self, name: str, errors: str = "strict") -> None:
        super().__init__(errors)
        self.name, self.codec = name, CODECS[name]
        self.reset()

    def encode(self, text: str, final: bool = False) -> bytes:
        if not self.codec.in_pieces:
            if not final:
                raise ValueError(f"{self.name} cannot be encoded in chunks: encode the whole text at once")
            return self.codec.encode(map(ord, text))
        encoded, state, position = bytearray(self.joiner), self.state, 0
        while position < len(text):
            try:
                one, state = self.codec.encode_one(ord(text[position]), state)
                position += 1
            except Rejection as rejection:
                error = UnicodeEncodeError(self.name, text, position, position + 1, rejection.reason)
                replacement, position = handled(error, self.errors, len(text))
                one, state = self.encode_replacement(replacement, state, error)
            encoded += one
        self.state, self.joiner = state, b""
        return bytes(encoded)

    def encode_replacement(
        self, replacement: str | bytes, state: int | None, error: UnicodeEncodeError
    ) -> tuple[bytes, int | None]:
        """Returns bytes as they are. Raises `error` if a `str` cannot be encoded either."""
        if isinstance(replacement, bytes):
            return replacement, state
        encoded = bytearray()
        for character in replacement:
            try:
                one, state = self.codec.encode_one(ord(character), state)
            except Rejection:
                raise error from None
            encoded += one
        return bytes(encoded), state

    def reset(self) -> None:
        self.state, self.joiner = self.codec.initial_state, b""

    def getstate(self) -> int:
        return flags(self.state)

    def setstate(self, flags: int | str) -> None:
        """Restore a state. Python's files set 0 if an unknown text precedes, as on appending."""
        self.reset()
        if flags == 0:
            self.joiner = self.codec.joiner
        else:
            self.state = state_of(int(flags))  # Python has codecs whose flags are a str; ours are not


class Decoder(codecs.BufferedIncrementalDecoder):
    """Decodes bytes that come in chunks."""

    state: int | None

    def __init__(self, name: str, errors: str = "strict") -> None:
        super().__init__(errors)
        self.name, self.codec = name, CODECS[name]
        self.reset()

    def _buffer_decode(self, data: ReadableBuffer, errors: str, final: bool) -> tuple[str, int]:
        whole = bytes(data)

        def recover(rejection: Rejection) -> tuple[Iterable[int], int]:
            error = UnicodeDecodeError(self.name, whole, rejection.start, rejection.end, rejection.reason)
            replacement, position = handled(error, errors, len(whole))
            if not isinstance(replacement, str):
                raise TypeError("decoding error handler must return (str, int) tuple")
            return map(ord, replacement), position

        values, consumed, self.state = decode_values(Characters(self.codec), whole, self.state, final, recover)
        return "".join(map(chr, values)), consumed

    def reset(self) -> None:
        super().reset()
        self.state = self.codec.initial_state

    def getstate(self) -> tuple[bytes, int]:
        return self.buffer, flags(self.state)

    def setstate(self, state: tuple[bytes, int]) -> None:
        self.buffer, self.state = state[0], state_of(state[1])


def search(normalized: str) -> codecs.CodecInfo | None:
    """The codec of a name, which Python gives in lower case, with underscores for all punctuation."""
    names = {name.replace("-", "_"): name for name in CODECS.keys() - COUNTS}
    if (wanted := normalized.removeprefix("reference_")) not in names:
        return None
    name = names[wanted]
    return codecs.CodecInfo(
        name=name,
        encode=lambda text, errors="strict": (Encoder(name, errors).encode(text, final=True), len(text)),
        decode=lambda data, errors="strict": (Decoder(name, errors).decode(bytes(data), final=True), len(data)),
        incrementalencoder=partial(Encoder, name),
        incrementaldecoder=partial(Decoder, name),
    )


def register() -> None:
    """Make the encodings known to Python's `codecs`. Another call changes nothing."""
    codecs.unregister(search)
    codecs.register(search)
