"""What an implementation declares that it gives where others reject."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from encoding_conformance.core.operation import DECODE, Kind

Per = Literal["maximal-subpart", "byte", "code-unit", "code-point"]
MAXIMAL_SUBPART: Literal["maximal-subpart"] = "maximal-subpart"
"""The longest beginning of a well-formed code, or else one code unit (Unicode, 3.9, D93b). A code unit that the end of the
input cuts off belongs to the beginning before it."""
BYTE: Literal["byte"] = "byte"
"""Each byte of a code unit at which no well-formed code begins."""
CODE_UNIT: Literal["code-unit"] = "code-unit"
"""Each code unit at which no well-formed code begins."""
CODE_POINT: Literal["code-point"] = "code-point"
"""As many code units as have the form of one code, whatever value they stand for."""
PERS: tuple[Per, ...] = get_args(Per)


class Substitute(NamedTuple):
    """The value that decode gives for what is ill-formed, and the part of it that each of these values stands for."""

    value: int
    per: Per


AS_UNICODE_RECOMMENDS = Substitute(0xFFFD, MAXIMAL_SUBPART)
"""The best practice of Unicode, 3.9, which is also what the WHATWG's decoders do."""


@dataclass(frozen=True)
class Replacing:
    """`decode` is what decode gives for ill-formed input, and `encode` the value that encode writes for one that the encoding
    lacks. Each is None if the implementation rejects instead."""

    decode: Substitute | None = None
    encode: int | None = None

    def replaces(self, kind: Kind) -> bool:
        """Returns whether operations of this kind replace."""
        return (self.decode if kind == DECODE else self.encode) is not None


REJECTS = Replacing()
