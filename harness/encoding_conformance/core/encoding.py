"""The definition of an encoding: everything that checks, models and edge cases know about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from encoding_conformance.core.identity import NOWHERE, Location
from encoding_conformance.core.ranges import EMPTY, RangeSet
from encoding_conformance.core.requirement import Selector
from encoding_conformance.core.vector import Witness

ByteOrder = Literal["big", "little"]


@dataclass(frozen=True)
class Property:
    """Whether the specification claims or denies a property, and in which section. A denial has a witness that shows why: values
    or bytes with names that depend on the property."""

    claimed: bool
    section: str
    witness_values: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    witness_bytes: Mapping[str, bytes] = field(default_factory=dict)


class Tables:
    """The tables of a specification, in one of the forms in `encoding_conformance.models`."""


@dataclass(frozen=True)
class Length:
    """The least and the greatest number of bytes that each of these values takes."""

    values: RangeSet
    least: int
    most: int


@dataclass(frozen=True)
class Optional:
    """The values that an implementation may refuse, and the kinds of outcome with which it may refuse them."""

    values: RangeSet = EMPTY
    outcomes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Longer:
    """Inputs that are not canonical but accepted. `match` is a regular expression for the input's bytes, as pairs of hexadecimal
    digits with spaces between them, or empty. `values` are values that may have more than one form."""

    section: str
    match: str = ""
    values: RangeSet = EMPTY


@dataclass(frozen=True)
class SameAs:
    """A statement of the specification that these values have the same bytes, or the same order, as in another encoding."""

    other: Encoding
    values: RangeSet
    section: str


@dataclass(frozen=True)
class Edges:
    """The witnesses that confirm the derived edge cases, and the requirements that each family of edge cases serves: `values` (in
    both directions), `encode` (values that must be rejected), and one for each reason why bytes must be rejected. An edge case
    serves the first requirement of its family with a selector that takes it."""

    witnesses: tuple[Witness, ...] = ()
    requirements: Mapping[str, tuple[tuple[Selector, str], ...]] = field(default_factory=dict)


ENCODINGS_KEPT = 2
"""The number of encodings for which a process caches what it derives from the tables. It works on one encoding at a time."""


@dataclass(frozen=True, eq=False)
class Encoding:
    """An encoding of the project, or one that a user adds. `lead` and `trail` are code units of `code_unit` bytes in
    `byte_order`."""

    id: str
    title: str
    section: str
    kind: str
    values: RangeSet
    tables: Tables
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
    """The values that do not change the state, where every other value determines the next state by itself."""
    joiner: bytes = b""
    whole: bool = False
    """Whether the bytes are one text with a beginning and an end, so that every proper prefix is ill-formed."""
    optional: Optional = Optional()
    noncanonical: tuple[Longer, ...] = ()
    same_bytes_as: tuple[SameAs, ...] = ()
    same_order_as: tuple[SameAs, ...] = ()
    properties: Mapping[str, Property] = field(default_factory=dict)
    edges: Edges = Edges()
    location: Location = NOWHERE

    @property
    def has_characters(self) -> bool:
        """Whether the values are characters. Natural numbers count as such only if the encoding keeps ASCII as it is."""
        return self.kind != "naturals" or self.claims("ascii-transparent")

    def claims(self, name: str) -> bool:
        """Returns whether the specification claims the property. It may also leave the property open."""
        return name in self.properties and self.properties[name].claimed

    def denies(self, name: str) -> bool:
        """Returns whether the specification denies the property."""
        return name in self.properties and not self.properties[name].claimed

    def takes_optional(self, values: Sequence[int]) -> bool:
        """Returns whether an implementation may refuse at least one of these values."""
        return any(value in self.optional.values for value in values)
