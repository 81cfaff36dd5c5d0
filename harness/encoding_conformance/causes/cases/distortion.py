"""The ways in which a result is wrong."""

from collections.abc import Sequence
from enum import StrEnum

from encoding_conformance.causes.cases.subject import Subject
from encoding_conformance.causes.cases.values import WIDTHS
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Kind
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import bytes_of, model_of, permitted
from encoding_conformance.models.spans import first_difference


class Distortion(StrEnum):
    """How a result differs from the expected one. Each is a verb for the value that comes out wrong."""

    NONE = ""
    LOST = "loses"
    SHORTER = "writes too few bytes for"
    LONGER = "writes a longer form than needed for"
    PAIRS = "writes surrogate pairs instead of"
    REVERSED = "reverses the bytes of"
    REORDERED = "reverses the groups of seven bits of"
    FLIPPED = "flips bit 7 of"
    REPLACED = "replaces"
    EXTRA = "adds something at"
    WRAPPED = "keeps only the lower bits of"
    DECIMAL = "seems to print decimal numbers, not hexadecimal ones, for"
    READ_DECIMAL = "seems to read decimal numbers, not hexadecimal ones, for"
    COUNTED = "counts otherwise than declared"
    OTHER = "gives a wrong result for"


DECIMALS = (Distortion.DECIMAL, Distortion.READ_DECIMAL)
"""Results that would be right if numbers were decimal."""


SIGN = 0xFFFD
SIGNS = {SIGN: "U+FFFD", 0x3F: "a question mark", 0x1A: "U+001A"}
"""The characters that are given as replacements, in words."""

_BMP = 0xFFFF
_LARGE = 1 << 64
"""A value that nobody prints in decimal by mistake."""


def sign_of(encoding: Encoding, kind: Kind, given: Sequence[int]) -> int | None:
    """Returns the replacement character with which a result begins; None if there is none."""
    if kind == Kind.DECODE:
        return given[0] if given and given[0] in SIGNS else None
    codes = ((sign, bytes_of(encoding, (sign,))) for sign in SIGNS)
    return next((sign for sign, code in codes if code and bytes(given[: len(code)]) == code), None)


def distortion_of(
    encoding: Encoding, input: Sequence[int], subjects: Sequence[Subject], expected: Permitted, outcome: Outcome, sign: int | None
) -> Distortion:
    """Returns how a result differs from the expected one. `subjects` are the parts of the input that it is about, and `sign` is
    the replacement character that stands in the place of the first one."""
    match expected, outcome:
        case Encoded(), Encoded() if reads_decimal(encoding, input, outcome):
            return Distortion.READ_DECIMAL
        case Encoded(want), Encoded(got):
            rest = bytes_of(encoding, _without(input, subjects))
            found = Distortion.LOST if got == rest else _of_bytes(encoding, subjects, want, got)
            if found == Distortion.LONGER:
                found = _as_read(encoding, input, got)
        case Decoded(values), Decoded(given):
            found = Distortion.LOST if given == _without(values, subjects) else _of_values(values, given)
        case _:
            return Distortion.NONE
    is_sign = sign is not None and sign not in (each.value for each in subjects)
    return Distortion.REPLACED if is_sign and found in (Distortion.OTHER, Distortion.SHORTER, Distortion.LONGER) else found


def _as_read(encoding: Encoding, values: Sequence[int], got: bytes) -> Distortion:
    """Returns how bytes that are too many differ from those of some values. What is right for others is no longer form."""
    read = permitted(encoding, Decode(encoding.id, got))[0]
    if not isinstance(read, Decoded) or read.value == tuple(values):
        return Distortion.LONGER
    rest = iter(read.value)
    return Distortion.EXTRA if all(value in rest for value in values) else Distortion.OTHER


def _without(values: Sequence[int], subjects: Sequence[Subject]) -> tuple[int, ...]:
    """Returns some values without each one that is that of the first subject."""
    left_out = {each.value for each in subjects[:1]}
    return tuple(value for value in values if value not in left_out)


def _of_bytes(encoding: Encoding, subjects: Sequence[Subject], want: bytes, got: bytes) -> Distortion:
    start, end = first_difference(want, got), first_difference(want[::-1], got[::-1])
    if encoding.code_unit > 1 and len(got) > len(want) <= start + end:
        return Distortion.EXTRA  # bytes that shift all that follows by less than a code unit
    start -= start % encoding.code_unit
    behind = min(end, len(want) - start, len(got) - start)
    lacking, instead = want[start : len(want) - behind], got[start : len(got) - behind]
    code = subjects[0].code if subjects else lacking
    if not lacking:
        return Distortion.LONGER if len(code) > 1 and got != want[:start] + instead + want[start:] else Distortion.EXTRA
    if len(got) < len(want):
        return Distortion.LOST if not instead and len(lacking) >= len(code) else Distortion.SHORTER
    if _are_flipped(lacking, instead):
        return Distortion.FLIPPED
    is_reordered = len(instead) == len(lacking) > 1 and len(code) > 1
    if is_reordered and instead == lacking[::-1]:
        return Distortion.REVERSED
    if is_reordered and [byte & 0x7F for byte in instead] == [byte & 0x7F for byte in reversed(lacking)]:
        return Distortion.REORDERED
    if len(got) > len(want) and subjects:
        return Distortion.PAIRS if _is_pair(encoding, subjects[0], got) else Distortion.LONGER
    return Distortion.OTHER


def _is_pair(encoding: Encoding, subject: Subject, got: bytes) -> bool:
    """Returns whether a value was written as two surrogates."""
    if subject.value is None or not _BMP < subject.value <= 0x10FFFF:
        return False
    units = (0xD7C0 + (subject.value >> 10), 0xDC00 + (subject.value & 0x3FF))
    rows = [row for row in model_of(encoding).rows if all(unit in row.room for unit in units)]
    return any(row.write(units[0]) + row.write(units[1]) in got for row in rows)


def _of_values(want: tuple[int, ...], got: tuple[int, ...]) -> Distortion:
    start = first_difference(want, got)
    behind = min(first_difference(want[::-1], got[::-1]), len(want) - start, len(got) - start)
    lacking, instead = want[start : len(want) - behind], got[start : len(got) - behind]
    if not instead:
        return Distortion.LOST
    if not lacking:
        return Distortion.EXTRA
    if are_decimal(want, got):
        return Distortion.DECIMAL
    if _are_flipped(lacking, instead):
        return Distortion.FLIPPED
    if len(lacking) == len(instead) == 1 and any(instead[0] == lacking[0] & (1 << bits) - 1 for bits in WIDTHS):
        return Distortion.WRAPPED
    return Distortion.OTHER


def are_decimal(want: Sequence[int], got: Sequence[int]) -> bool:
    """Returns whether the decimal digits of the expected values were read as hexadecimal ones."""
    return len(want) == len(got) and all(one < _LARGE and int(str(one), 16) == other for one, other in zip(want, got))


def reads_decimal(encoding: Encoding, values: Sequence[int], got: Encoded) -> bool:
    """Returns whether a result is that of values whose hexadecimal digits were read as decimal numbers."""
    if not all(value < _LARGE and f"{value:X}".isdecimal() for value in values):
        return False
    return got == Encoded(bytes_of(encoding, tuple(int(f"{value:X}") for value in values)))


def _are_flipped(lacking: Sequence[int], instead: Sequence[int]) -> bool:
    """Returns whether bit 7 of each byte or value is wrong, and no other bit."""
    return len(lacking) == len(instead) and {one ^ other for one, other in zip(lacking, instead)} == {0x80}
