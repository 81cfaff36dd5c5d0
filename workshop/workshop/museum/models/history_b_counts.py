"""Decoders that replace too much or too little, that never end, and that read counts wrongly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mutants.methods import Excuse
from reference_codecs import CODECS, Rejection
from workshop.museum.tools import KIM_CODES, REPLACEMENT, Whole, decoding, one_a_subpart, replaced, subpart_end


def utf_8(values_for: Excuse) -> Whole:
    """Returns a codec of UTF-8 that replaces with these values."""
    return decoding("utf-8", lambda data: replaced("utf-8", data, values_for))


def length(lead: int) -> int:
    """Returns how many bytes a lead byte promises."""
    return 1 + (lead >= 0xC2) + (lead >= 0xE0) + (lead >= 0xF0) if lead <= 0xF4 else 1


def one_a_byte(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """A sequence that cannot be read whole gives a replacement for its first byte, and reading goes on with the next."""
    return [REPLACEMENT], fault.start + 1


def with_offender(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """The byte that ends a sequence is not read again. So it is for those that cannot begin a character themselves."""
    end = subpart_end(data, fault.start)
    is_lead = data[fault.start] in range(0xC2, 0xF5)
    ends_it = is_lead and end < len(data) and data[end] >= 0xC0 and data[end] not in range(0xC2, 0xF5)
    return [0x3F], end + ends_it


def rest_at_end(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """Where fewer bytes are left than the lead byte promises, all of them are one malformed sequence. C0 and C1 promise two."""
    promised = 2 if data[fault.start] in (0xC0, 0xC1) else length(data[fault.start])
    is_last = fault.start + promised > len(data)
    return ([REPLACEMENT], len(data)) if is_last else one_a_subpart(data, fault)


def whole_surrogate(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """The length of a malformed sequence is that of its form, also where the second byte cannot follow the first."""
    code = data[fault.start : fault.start + 3]
    is_surrogate = len(code) == 3 and code[0] == 0xED and 0xA0 <= code[1] < 0xC0 and 0x80 <= code[2] < 0xC0
    return ([REPLACEMENT], fault.start + 3) if is_surrogate else one_a_subpart(data, fault)


def ascii_not_pushed_back(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """An ASCII byte that ends a sequence is taken with it, and not given back to the input."""
    end = subpart_end(data, fault.start)
    is_lead = data[fault.start] in range(0xC2, 0xF5)
    return [REPLACEMENT], end + (is_lead and data[end : end + 1].isascii() and end < len(data))


@dataclass
class Sticky:
    """Keeps the bytes of an unfinished character when a text ends, and puts them before the next text."""

    rest: bytes = b""

    def encode(self, values: Sequence[int]) -> bytes:
        return CODECS["utf-8"].encode(values)

    def decode(self, data: bytes) -> list[int]:
        data = self.rest + bytes(data)
        begun = (at for at in range(max(len(data) - 3, 0), len(data)) if at + length(data[at]) > len(data))
        at = next(begun, len(data))
        self.rest = data[at:] if subpart_end(data + b"\0", min(at, len(data))) == len(data) else b""
        return replaced("utf-8", data, one_a_subpart)


def scrubbed(data: bytes) -> list[int]:
    """The replacement that the caller gives is of a class that the code for ill-formed bytes does not expect."""

    def cast(data: bytes, fault: Rejection) -> None:
        raise TypeError("ImmutableRubyString cannot be cast to RubyString")

    return replaced("utf-8", data, cast)


def never_advancing(stuck: Callable[[int], bool]) -> Whole:
    """Returns a codec whose decoder advances by the length that the first byte promises, which for these bytes is none."""

    def decode(data: bytes) -> list[int]:
        at = 0
        while at < len(data):
            at += 0 if stuck(data[at]) else length(data[at])
        return CODECS["utf-8"].decode(data)

    return decoding("utf-8", decode)


def overflow_goes_on(data: bytes) -> list[int]:
    """An overflow is reported when it is seen, and what is left of the number is then read as another number."""
    values: list[int] = []
    at = 0
    while at < len(data):
        code = KIM_CODES.match(data, at)
        end = code.end() if code else len(data)
        try:
            values += CODECS["kim"].decode(data[at:end])
        except Rejection as fault:
            values.append(REPLACEMENT)
            end = end if end - at < 4 or fault.reason == "truncated" else at + 3
        at = end
    return values


def counts(read: Callable[[list[int]], int | None], largest: int) -> Whole:
    """Returns a codec of counts up to `largest`, which reads a number from its groups of seven bits, the lowest first. It cannot
    hold what gives None."""

    def decode(data: bytes) -> list[int]:
        CODECS["kim-count"].decode(data)
        groups = [[byte & 0x7F for byte in reversed(code)] for code in KIM_CODES.findall(data)]
        values = [read(each) for each in groups]
        return NotImplemented if None in values else [value for value in values if value is not None]

    def encode(values: Sequence[int]) -> bytes:
        return NotImplemented if any(value > largest for value in values) else CODECS["kim-count"].encode(values)

    return Whole(encode, lambda data: decode(bytes(data)))


def number(groups: list[int]) -> int:
    """Returns the number that these groups say."""
    return sum(group << 7 * index for index, group in enumerate(groups))


def until_70_bits(groups: list[int]) -> int | None:
    """The groups are counted before the overflow is tested, so that ten of them pass, and the type keeps sixty-four bits."""
    value = number(groups)
    return None if value >> 70 else value & (1 << 64) - 1


def one_group_early(groups: list[int]) -> int | None:
    """The shift is incremented before the test of the bits, which so tests the fourth group for what is left to the fifth."""
    value = number(groups)
    return None if value >> 25 else value


def powers_of_eight(groups: list[int]) -> int | None:
    """The shift of group i is i times one less than 8 to the power of i, which is seven times i only for the first two."""
    if number(groups) >> 64:
        return None
    return sum(group << index * ((1 << 3 * index) - 1) % 64 for index, group in enumerate(groups)) & (1 << 64) - 1


MODELS = {
    "buffer-305": lambda: utf_8(one_a_byte),
    "php-8360": lambda: utf_8(with_offender),
    "scala-js-1537": lambda: utf_8(rest_at_end),
    "scala-js-2041": lambda: utf_8(whole_surrogate),
    "workerd-6038": lambda: utf_8(ascii_not_pushed_back),
    "workerd-6038-sticky": Sticky,
    "truffleruby-2398": lambda: decoding("utf-8", scrubbed),
    "jsonparse-22": lambda: never_advancing(lambda byte: 0x80 <= byte <= 0xC1),
    "jsonparse-28": lambda: never_advancing(lambda byte: byte > 0xF4),
    "jsonschema-61": lambda: never_advancing(lambda byte: 0x80 <= byte < 0xC0 or byte >= 0xF8),
    "leb128-14": lambda: decoding("kim", overflow_goes_on),
    "cpp-filecoin-17": lambda: counts(until_70_bits, (1 << 64) - 1),
    "motoko-2625": lambda: counts(one_group_early, (1 << 32) - 1),
    "pq-113": lambda: counts(powers_of_eight, (1 << 64) - 1),
}
