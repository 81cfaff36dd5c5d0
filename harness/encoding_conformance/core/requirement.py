"""Requirements, each of them one testable statement of a specification, and which test vectors may serve them."""

from dataclasses import dataclass

from encoding_conformance.core.identity import NOWHERE, Location
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.vector import Vector


@dataclass(frozen=True)
class Traits:
    """The values and bytes that a test vector is about: of a well-formed input all values, and the first and later bytes of their
    codes; otherwise the value at fault, or the first byte of an ill-formed code and the byte that cannot follow."""

    values: frozenset[int] = frozenset()
    leads: frozenset[int] = frozenset()
    trails: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Selector:
    """Selects vectors by their traits. Each set that is given must contain a trait of its kind."""

    values: RangeSet | None = None
    lead: RangeSet | None = None
    trail: RangeSet | None = None

    def takes(self, traits: Traits) -> bool:
        """Whether every set that is given contains a trait of its kind."""
        wanted = ((self.values, traits.values), (self.lead, traits.leads), (self.trail, traits.trails))
        return all(given is None or any(member in given for member in members) for given, members in wanted)


@dataclass(frozen=True)
class About:
    """One kind of vectors that a requirement is about. An operation, outcome or reason that is not given may be any."""

    operation: str = ""
    outcome: str = ""
    """`result`, `reject`, or `open` if the specification is silent."""
    reasons: tuple[str, ...] = ()
    selector: Selector = Selector()

    def fits(self, operation: str, outcome: str, reason: str, traits: Traits) -> bool:
        """Whether a vector with this operation, outcome, reason and these traits is of this kind."""
        return (
            self.operation in ("", operation)
            and self.outcome in ("", outcome)
            and (not self.reasons or reason in self.reasons)
            and self.selector.takes(traits)
        )


@dataclass(frozen=True)
class Requirement:
    """One testable statement of a specification, which applies to `encodings`. The vectors that name it serve it, and the
    `checks` with these names. `about` are the kinds of vectors that may name it; if there are none, any vector may. A `general`
    requirement applies to every encoding, so `encodings` grows when a folder with other encodings is added."""

    id: str
    section: str
    text: str
    encodings: tuple[str, ...]
    checks: tuple[str, ...] = ()
    location: Location = NOWHERE
    about: tuple[About, ...] = ()
    general: bool = False


@dataclass(frozen=True)
class Service:
    """What serves a requirement: vectors, and checks that apply to at least one of its encodings."""

    requirement: Requirement
    vectors: tuple[Vector, ...]
    checks: tuple[str, ...]

    @property
    def by_hand(self) -> list[Vector]:
        """The vectors that were written by hand."""
        return [vector for vector in self.vectors if not vector.is_edge_case]

    @property
    def edge_cases(self) -> int:
        """The number of vectors that were derived from the encodings' tables."""
        return len(self.vectors) - len(self.by_hand)
