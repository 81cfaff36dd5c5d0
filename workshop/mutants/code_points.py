"""Mutants that UTF-8, UTF-16 and UTF-32 can all have, because they encode Unicode's code points."""

from collections.abc import Callable, Iterable, Sequence

from mutants import general
from mutants.general import reduced_when_encoded, refused_beyond, wrapped_when_encoded
from mutants.methods import Decode, Encode, FaultyDecode, FaultyEncode
from mutants.mutant import Planted
from mutants.planting import altered, as_surrogates, rewritten
from reference_codecs import CODECS, Rejection

ENCODER_RULE = "if fault := utf_fault(value):\n    raise Rejection(fault, [value])"
DECODER_RULE = "if fault := utf_fault(value):\n    raise Rejection(fault, data[position:end], position)"
RULES = {"when-encoded": (ENCODER_RULE,), "when-read": (DECODER_RULE,), "both-ways": (ENCODER_RULE, DECODER_RULE)}
ZERO_WIDTH_JOINER = 0x200D


def sees_only(fault: str, rule: str) -> tuple[str, str]:
    """Returns an edit after which a rule finds only one of the two faults."""
    return rule, rule.replace("utf_fault(value):", f"utf_fault(value) == {fault!r} and {fault!r}:")


def takes(value: int, other: int, rule: str) -> tuple[str, str]:
    """Returns an edit after which a rule treats `value` as if it were `other`."""
    return rule, rule.replace("utf_fault(value)", f"utf_fault({other} if value == {value} else value)")


def pairs_written(encode: Encode, values: Sequence[int]) -> bytes:
    """Writes two surrogates for each code point above U+FFFF."""
    return encode(as_surrogates(values))


def joined(values: Iterable[int]) -> list[int]:
    """Returns the values with each surrogate pair replaced by its code point."""
    points: list[int] = []
    for value in values:
        if 0xDC00 <= value <= 0xDFFF and points and 0xD800 <= points[-1] <= 0xDBFF:
            points[-1] = 0x10000 + (points[-1] - 0xD800 << 10) + value - 0xDC00
        else:
            points.append(value)
    return points


def pairs_read(decode: Decode, data: bytes) -> list[int]:
    return joined(decode(data))


def pairs_joined(encode: Encode, values: Sequence[int]) -> bytes:
    """Writes each surrogate pair as its code point above U+FFFF."""
    return encode(joined(values))


def _refusing(has: Callable[[int], bool]) -> tuple[FaultyEncode, FaultyDecode]:
    """Returns an encoder and a decoder that reject the values for which `has` is true. The decoder always rejects at
    offset 0."""

    def must_not_have(values: Sequence[int]) -> Sequence[int]:
        for index, value in enumerate(values):
            if has(value):
                raise Rejection("out-of-range", [value], index)
        return values

    def when_read(decode: Decode, data: bytes) -> list[int]:
        values = decode(data)
        if any(map(has, values)):
            raise Rejection("out-of-range", data)
        return values

    return lambda encode, values: encode(must_not_have(values)), when_read


noncharacters_refused, noncharacters_refused_when_read = _refusing(
    lambda value: value & 0xFFFE == 0xFFFE or 0xFDD0 <= value <= 0xFDEF
)
surrogates_refused, surrogates_refused_when_read = _refusing(lambda value: 0xD800 <= value <= 0xDFFF)
empty_planes_refused, empty_planes_refused_when_read = _refusing(lambda value: 4 <= value >> 16 <= 13)


def joiners_dropped(decode: Decode, data: bytes) -> list[int]:
    return [value for value in decode(data) if value != ZERO_WIDTH_JOINER]


def order_by_mark(other: str) -> FaultyDecode:
    """Reads the input in the other byte order if it begins with the mark of that order."""

    def decode_either(decode: Decode, data: bytes) -> list[int]:
        mark = CODECS[other].encode([general.BYTE_ORDER_MARK])
        return CODECS[other].decode(data[len(mark) :]) if data.startswith(mark) else decode(data)

    return decode_either


def order_by_mark_anywhere(other: str) -> FaultyDecode:
    """Reads everything after the first mark of the other byte order in that order, wherever the mark is."""

    def decode_either(decode: Decode, data: bytes) -> list[int]:
        mark = CODECS[other].encode([general.BYTE_ORDER_MARK])
        start = next((at for at in range(0, len(data), len(mark)) if data.startswith(mark, at)), len(data))
        return decode(data[:start]) + CODECS[other].decode(data[start:])

    return decode_either


def of_code_points(id: str, family: str) -> dict[str, Planted]:
    """Returns the mutants of one encoding, with the requirements of its family that they break."""
    return {
        "plane-16-left-out-both-ways": Planted(altered(id, **refused_beyond(20)), f"{family}/planes"),
        "sixteen-planes-when-encoded": Planted(wrapped_when_encoded(id, 20), f"{family}/planes"),
        "beyond-10ffff-reduced": Planted(
            reduced_when_encoded(id, 0x110000), f"{family}/code-space", "common/values-of-the-encoding"
        ),
        "32-bit-wrap-when-encoded": Planted(wrapped_when_encoded(id, 32), f"{family}/code-space"),
        "64-bit-wrap-when-encoded": Planted(wrapped_when_encoded(id, 64), f"{family}/code-space"),
        "planes-without-characters-refused": Planted(
            altered(id, encode=empty_planes_refused), f"{family}/unassigned-code-points"
        ),
        "planes-without-characters-refused-when-read": Planted(
            altered(id, decode=empty_planes_refused_when_read), f"{family}/unassigned-code-points"
        ),
        "noncharacters-refused": Planted(altered(id, encode=noncharacters_refused), f"{family}/noncharacters"),
        "noncharacters-refused-when-read": Planted(
            altered(id, decode=noncharacters_refused_when_read), f"{family}/noncharacters"
        ),
        "mark-swallowed": Planted(altered(id, decode=general.mark_swallowed), f"{family}/no-byte-order-mark"),
        "mark-written": Planted(altered(id, encode=general.mark_written), f"{family}/no-byte-order-mark"),
        "normalized": Planted(altered(id, decode=general.normalized), f"{family}/sequence-kept"),
        "joiners-dropped": Planted(altered(id, decode=joiners_dropped), f"{family}/sequence-kept"),
        "nul-ends-the-text": Planted(altered(id, decode=general.nul_ends_the_text), "common/any-length"),
        "nul-ends-the-values": Planted(altered(id, encode=general.nul_ends_the_values), "common/any-length"),
    }


def limits_off_by_one(id: str, breaks: dict[tuple[int, int], str], rules: dict[str, tuple[str, ...]]) -> dict[str, Planted]:
    """Returns mutants that treat a value next to a limit as if it were the value on the other side of the limit."""
    return {
        f"{value:x}-taken-for-{other:x}-{direction}": Planted(
            rewritten(id, *(takes(value, other, rule) for rule in faulty)), requirement
        )
        for (value, other), requirement in breaks.items()
        for direction, faulty in rules.items()
    }
