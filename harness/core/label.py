"""What a requirement's label fits: which values and bytes a test vector turns on."""

from __future__ import annotations

from dataclasses import dataclass

from harness.core.ranges import RangeSet


@dataclass(frozen=True)
class Traits:
    """The values and bytes that a test vector turns on.

    Of a well-formed input these are all of its values, the bytes that their codes begin with (`leads`), and the bytes
    behind those (`trails`). Of an ill-formed one they are the value at fault, or the byte that the ill-formed sequence
    begins with and the byte in it that cannot stand where it stands.
    """

    values: frozenset[int] = frozenset()
    leads: frozenset[int] = frozenset()
    trails: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Selector:
    """Takes vectors by their traits: one of its members must be in each set that is given."""

    values: RangeSet | None = None
    lead: RangeSet | None = None
    trail: RangeSet | None = None

    def takes(self, traits: Traits) -> bool:
        """Does every set that is given have a member among the traits of its kind?"""
        wanted = ((self.values, traits.values), (self.lead, traits.leads), (self.trail, traits.trails))
        return all(given is None or any(member in given for member in members) for given, members in wanted)


@dataclass(frozen=True)
class About:
    """One kind of vectors that a requirement is about: any operation, outcome and reason, where none is given."""

    operation: str = ""
    outcome: str = ""
    """`result`, `reject`, or `open` where the specification is silent."""
    reasons: tuple[str, ...] = ()
    selector: Selector = Selector()

    def fits(self, operation: str, outcome: str, reason: str, traits: Traits) -> bool:
        """Is a vector of this operation, outcome and reason, with these traits, of this kind?"""
        return (
            self.operation in ("", operation)
            and self.outcome in ("", outcome)
            and (not self.reasons or reason in self.reasons)
            and self.selector.takes(traits)
        )
