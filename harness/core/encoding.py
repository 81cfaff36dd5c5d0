"""An encoding as its specification states it: all that checks, models and edge cases know of it."""

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
    """A claim or a denial, and where it stands. A denial has a witness: values or bytes by name, which depend on the
    property."""

    claimed: bool
    section: str
    witness_values: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    witness_bytes: Mapping[str, bytes] = field(default_factory=dict)


class Tables:
    """What a specification gives for the bytes, in one of the forms that `harness.models` has."""


@dataclass(frozen=True)
class Length:
    """These values take this many bytes, at least and at most."""

    values: RangeSet
    least: int
    most: int


@dataclass(frozen=True)
class Optional:
    """Values that an implementation may refuse, and the kinds of outcome that it may refuse them with."""

    values: RangeSet = EMPTY
    outcomes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Longer:
    """Accepted inputs that are not canonical and that the specification allows.

    `match` is a regular expression over the input's bytes, written as hex pairs with spaces between; `values` are
    values that may have been reached in more than one way.
    """

    section: str
    match: str = ""
    values: RangeSet = EMPTY


@dataclass(frozen=True)
class Agreement:
    """The specification says that these values have the bytes, or the order, that they have in another encoding."""

    other: Encoding
    values: RangeSet
    section: str


@dataclass(frozen=True)
class Edges:
    """For the edge cases that are derived: what confirms them, and the requirements that each family of them serves.
    The families are `values` (both ways), `encode` (values that must be rejected), and the reasons for which bytes
    must be rejected. Of a family's requirements, a case serves the first whose selector takes it."""

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
    """Values that leave the state as it is, where any other value settles it alone."""
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
        return name in self.properties and self.properties[name].claimed

    def denies(self, name: str) -> bool:
        return name in self.properties and not self.properties[name].claimed

    def takes_optional(self, values: Sequence[int]) -> bool:
        """Is there a value among these that an implementation may refuse?"""
        return any(value in self.optional.values for value in values)
