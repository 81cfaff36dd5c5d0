"""The limits that an implementation declares, and the replacements that it gives instead of rejections."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from encoding_conformance.core.operation import BOTH, Kind


class Per(StrEnum):
    """The part of ill-formed input that one replacement replaces."""

    MAXIMAL_SUBPART = "maximal-subpart"
    """The longest beginning of a well-formed byte sequence, with a code unit that the end of the input cuts off, or else one
    code unit (Unicode, 3.9, D93b)."""
    BYTE = "byte"
    """Each byte of a code unit at which no well-formed byte sequence begins."""
    CODE_UNIT = "code-unit"
    """Each code unit at which no well-formed byte sequence begins."""
    CODE_POINT = "code-point"
    """As many code units as have the form of one value, whatever that value is."""
    WHOLE_CODE = "whole-code"
    """A whole sequence without a valid value, such as an overlong form, or else each code unit at which none begins."""


class Substitute(NamedTuple):
    """The value that decode gives for ill-formed input, and the part of the input for which it gives one."""

    value: int
    per: Per

    def instead_of(self, part: bytes) -> tuple[int, ...]:
        """Returns what decode gives for an ill-formed part of the input: a value for each byte of it, or one for all."""
        return (self.value,) * (len(part) if self.per == Per.BYTE else 1)


@dataclass(frozen=True)
class Replacing:
    """The replacement that decode gives for ill-formed input, and the value that encode writes instead of a value outside the
    encoding. None means that the implementation rejects."""

    decode: Substitute | None = None
    encode: int | None = None

    def replaces(self, kind: Kind) -> bool:
        """Returns whether operations of this kind replace."""
        return (self.decode if kind == Kind.DECODE else self.encode) is not None


REJECTS = Replacing()


def line_of(replacing: Replacing) -> str:
    """Returns a declaration as a line of a manifest."""
    decode = [f'decode: {{value: "{replacing.decode.value:X}", per: {replacing.decode.per}}}'] if replacing.decode else []
    encode = [f'encode: {{value: "{replacing.encode:X}"}}'] if replacing.encode is not None else []
    return f"replaces: {{{', '.join(decode + encode)}}}"


@dataclass(frozen=True)
class Limits:
    """`max_value` is the largest value that an implementation can hold, or None. Beyond it, "unsupported" is expected. `largest`
    are the bytes of that value if the encoding has larger values. `ordered` says whether bytes sort as values do. `replacing` is
    what an implementation gives that does not reject. `operations` are the kinds that it has, and if it `validates`, it decodes
    without returning the values."""

    max_value: int | None = None
    largest: bytes = b""
    ordered: bool = False
    replacing: Replacing = REJECTS
    operations: frozenset[Kind] = BOTH
    validates: bool = False

    @property
    def lacks(self) -> str:
        """The operation that the implementation does not have, in words; empty if it has both."""
        return "" if self.operations == BOTH else f"the implementation does not {min(BOTH - self.operations)}"

    def hold(self, values: Sequence[int]) -> bool:
        """Whether all these values are within the limits."""
        return self.max_value is None or all(value <= self.max_value for value in values)

    def may_be_beyond(self, data: bytes) -> bool:
        """Whether a value beyond the limits could begin in these ill-formed bytes. An implementation that cannot hold it may
        notice that before it sees the fault: if bytes sort as values do, when a sequence sorts after the one of the largest
        value, and otherwise when a sequence is longer."""
        if not self.largest:
            return False
        if self.ordered:
            return any(data[start:] > self.largest for start in range(len(data)))
        return len(data) > len(self.largest)


NO_LIMITS = Limits()
