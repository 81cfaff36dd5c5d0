"""An encoding as its specification states it: everything that checks, models and edge cases know about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from harness.core.label import Selector
from harness.core.location import NOWHERE, Location
from harness.core.ranges import EMPTY, RangeSet
from harness.core.vector import Witness

ByteOrder = Literal["big", "little"]


@dataclass(frozen=True)
class Property:
    """A claim or a denial of a property, and the section that makes it. A denial has a witness: values or bytes by names that
    depend on the property."""

    claimed: bool
    section: str
    witness_values: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    witness_bytes: Mapping[str, bytes] = field(default_factory=dict)


class Tables:
    """What a specification gives for the bytes, in one of the forms that `harness.models` has."""


@dataclass(frozen=True)
class Length:
    """The least and the largest number of bytes that each of these values takes."""

    values: RangeSet
    least: int
    most: int


@dataclass(frozen=True)
class Optional:
    """Values that an implementation may refuse, and the kinds of outcome with which it may refuse them."""

    values: RangeSet = EMPTY
    outcomes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Longer:
    """Accepted inputs that are not canonical and that the specification allows.

    `match` is a regular expression over the input's bytes, written as hex pairs with spaces between them; `values` are
    values that may have more than one form.
    """

    section: str
    match: str = ""
    values: RangeSet = EMPTY


@dataclass(frozen=True)
class Agreement:
    """The specification says that these values have the same bytes, or the same order, as in another encoding."""

    other: Encoding
    values: RangeSet
    section: str


@dataclass(frozen=True)
class Edges:
    """What confirms the derived edge cases, and the requirements that each family of them serves. The families are
    `values` (both ways), `encode` (values that must be rejected), and the reasons for which bytes must be rejected. Of a
    family's requirements, a case serves the first one whose selector takes it."""

    witnesses: tuple[Witness, ...] = ()
    requirements: Mapping[str, tuple[tuple[Selector, str], ...]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Encoding:
    """One of the encodings of the project, or one that a user brings.

    `lead` and `trail` are code units of `code_unit` bytes in `byte_order`. `tables` is None where the specification gives
    none for the bytes.
    """

    id: str
    title: str
    section: str
    kind: str
    values: RangeSet
    tables: Tables | None = None
    code_unit: int = 1
    byte_order: ByteOrder = "big"
    shortest_form: bool = True
    lead: RangeSet = EMPTY
    trail: RangeSet = EMPTY
    absent_bytes: RangeSet = EMPTY
    own_bytes: RangeSet = EMPTY
    lengths: tuple[Length, ...] = ()
    resets: RangeSet = EMPTY
    keep_state: RangeSet = EMPTY
    """Values that leave the state as it is, in an encoding in which any other value alone determines the state."""
    joiner: bytes = b""
    whole: bool = False
    """The bytes are one text with a beginning and an end: every proper prefix is ill-formed."""
    optional: Optional = Optional()
    noncanonical: tuple[Longer, ...] = ()
    same_bytes_as: tuple[Agreement, ...] = ()
    same_order_as: tuple[Agreement, ...] = ()
    properties: Mapping[str, Property] = field(default_factory=dict)
    edges: Edges = Edges()
    place: Location = NOWHERE

    def claims(self, name: str) -> bool:
        """Whether the specification claims the property."""
        return name in self.properties and self.properties[name].claimed

    def denies(self, name: str) -> bool:
        """Whether the specification denies the property."""
        return name in self.properties and not self.properties[name].claimed

    def takes_optional(self, values: Sequence[int]) -> bool:
        """Whether these values have one that an implementation may refuse."""
        return any(value in self.optional.values for value in values)
