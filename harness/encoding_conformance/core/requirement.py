"""Requirements, each one testable statement of a specification, and the test vectors that may serve them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from encoding_conformance.core.identity import NOWHERE, Location
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.vector import Vector


@dataclass(frozen=True)
class Traits:
    """The values and bytes that a test vector is about. For well-formed input: all values, and the lead and trail bytes of their
    sequences. Otherwise: the value at fault, or the first byte of an ill-formed sequence and the byte that cannot follow."""

    values: frozenset[int] = frozenset()
    leads: frozenset[int] = frozenset()
    trails: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Selector:
    """Selects vectors by their traits. Each set that is not None must contain a trait of its kind."""

    values: RangeSet | None = None
    lead: RangeSet | None = None
    trail: RangeSet | None = None

    def takes(self, traits: Traits) -> bool:
        """Whether every set that is not None contains a trait of its kind."""
        wanted = ((self.values, traits.values), (self.lead, traits.leads), (self.trail, traits.trails))
        return all(allowed is None or any(trait in allowed for trait in traits) for allowed, traits in wanted)


@dataclass(frozen=True)
class About:
    """One kind of vectors that a requirement is about. A field that is empty permits any operation, outcome or reason."""

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
    """One testable statement of a specification, which applies to `encodings`. The vectors that name it and the checks
    named in `checks` serve it. `about` are the kinds of vectors that may name it; if empty, any vector may. A `general`
    requirement applies to every encoding, so `encodings` grows when a folder with other encodings is added."""

    id: str
    section: str
    text: str
    encodings: tuple[str, ...]
    checks: tuple[str, ...] = ()
    location: Location = NOWHERE
    url: str = ""
    """The address of the first document that `section` names and that has one."""
    about: tuple[About, ...] = ()
    general: bool = False

    @property
    def cited(self) -> str:
        """The sections, the statement and the id."""
        return f"{self.section}: {self.text} [{self.id}]"


@dataclass(frozen=True)
class Service:
    """The vectors that serve a requirement, and the checks that apply to at least one of its encodings."""

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


class Document(NamedTuple):
    """A document that requirements cite, and its sections in their order."""

    title: str
    sections: tuple[str, ...]
    author: str = ""
    version: str = ""
    date: str = ""
    url: str = ""

    @property
    def named(self) -> str:
        """The title, author, version and date."""
        return ", ".join(filter(None, (self.title, self.author, self.version, self.date)))


def citations(section: str, known: Mapping[str, Document]) -> list[tuple[str, str]]:
    """Returns the documents and sections that a requirement cites. `Kim, Examples; Errata, Kim` cites two documents, and
    `UTF-∞-8, 2; 3.2` cites one document twice."""
    cited: list[tuple[str, str]] = []
    for part in section.split("; "):
        name, _, within = part.partition(", ")
        if cited and (name not in known or not within):
            name, within = cited[-1][0], part
        cited.append((name, within))
    return cited


def url_of(section: str, known: Mapping[str, Document]) -> str:
    """Returns the address of the first document with an address that a requirement cites; empty if there is none."""
    urls = (known[name].url for name, _ in citations(section, known) if name in known)
    return next(filter(None, urls), "")
