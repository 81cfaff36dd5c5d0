"""A mistake: what an implementation does wrong with which inputs, and the failures that this explains."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from encoding_conformance.causes.cases.case import Evidence, Signature
from encoding_conformance.causes.cases.distortion import Distortion
from encoding_conformance.causes.cases.effect import ANSWERS, ON_VALUES, Effect
from encoding_conformance.causes.cases.subject import Subject
from encoding_conformance.causes.rules.rule import ANYWHERE, Rule, Takes
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Kind
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.verdict import Verdict
from encoding_conformance.models import permitted

_FEW = 16
"""The number of values of a result, and of bytes of what must be rejected, that are looked at."""

ENDS, SKIPS, EACH_BYTE = MADE = (", and ends there", ", and skips it", ", each byte as the value of its number")
"""What an operation may make of ill-formed input that it accepts, in words."""

_OF_VALUES = ("surrogate", "out-of-range", "overlong")
"""The reasons for which input is ill-formed that lie in a value, so that a decoder that reads another one does not see them."""

_MOST = 3
"""The most bytes or values of which a title says that they stand in the place of others."""


@dataclass(frozen=True)
class Failure:
    """A verdict that is a failure, with its case."""

    verdict: Verdict
    case: Evidence


class Sign(NamedTuple):
    """What shows in the same way: a signature, and the rule that says of which inputs it is true. The rule is None where the
    evidence is not enough."""

    signature: Signature
    rule: Rule | None

    def covers(self, case: Evidence) -> bool:
        """Returns whether a case shows this."""
        return case.signature == self.signature and (self.rule is None or self.rule.reaches(case))

    def may_cover(self, case: Evidence, is_read: bool = False) -> bool:
        """Returns whether a case of which the subject is not known may show this. If all parts of its input have been read, none
        is a value of which the rule is true."""
        alike = case.signature in (self.signature, self.signature._replace(reason=""))
        if not alike or self.rule is None:
            return alike
        about = self.rule.subject
        if is_read and not about.reason and not about.is_whatever:
            return False
        return about.takes != Takes.EMPTY and (
            not about.reason or (isinstance(case.expected, Rejection) and case.reason in ("", about.reason))
        )


@dataclass(eq=False)
class Mistake:
    """One mistake. `signs` are the ways in which it shows, the main one first. `cases` are all in which it was seen, and
    `failures` are the verdicts that it explains."""

    signs: list[Sign]
    cases: list[Evidence] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    both_ways: bool = False
    """Whether the other operation makes the same mistake."""
    repeats: bool = True
    """Whether its failures repeat when they are asked alone."""
    loses_faults: bool = True
    """Whether an operation that loses a part of its input does not see what is ill-formed there."""
    from_size: int = 0
    """The number of values from which on a text shows it, if only long inputs do."""
    makes: list[str] = field(default_factory=list)
    """What it makes of ill-formed input that it accepts, or which place of a fault it reports, in words; of several, each may be
    true."""
    groups: list[Rule] = field(default_factory=list)
    """Rules that tell some of its cases each, where no rule tells them all."""
    prefixes: Collection[bytes] = frozenset()
    """What the codes that decode does not know begin with, and none of those that it knows."""

    @property
    def main(self) -> Signature:
        """The signature by which the mistake is called."""
        return self.signs[0].signature

    @property
    def rule(self) -> Rule | None:
        """Of which inputs it is true in the main."""
        return self.signs[0].rule

    @property
    def made(self) -> str:
        """What it makes of ill-formed input, or which place of a fault it reports, in words; empty if that is not known."""
        return self.makes[0] if len(self.makes) == 1 else ""

    @property
    def at_end(self) -> list[Evidence]:
        """The cases with the main signature of which the value or code stands at the end of the input."""
        return [case for case in self.cases if case.signature == self.main and case.subjects and case.subjects[0].behind == 0]

    @property
    def given(self) -> Sequence[int] | None:
        """What it gives in the place of a value or code at the end, if that is always the same; otherwise None."""
        given = {tuple(case.given) for case in self.at_end}
        return min(given) if len(given) == 1 and 0 < len(min(given)) <= _MOST else None

    @property
    def smallest(self) -> Evidence:
        """The case of the smallest input that failed because of it. Raises ValueError if none did."""
        return min((failure.case for failure in self.failures), key=lambda case: case.size)

    @property
    def kinds(self) -> set[Kind]:
        """The operations that make the mistake."""
        return {sign.signature.kind for sign in self.signs}

    def effects(self, kind: Kind) -> set[Effect]:
        """Returns the effects with which an operation shows it."""
        return {sign.signature.effect for sign in self.signs if sign.signature.kind == kind}

    @property
    def values(self) -> set[int]:
        """The well-formed values with which it was seen."""
        return {each.value for case in self.cases for each in case.subjects if each.value is not None and not each.reason}

    @property
    def is_of_one(self) -> bool:
        """Whether it is true of a single value or code, wherever that stands."""
        return self.rule is not None and self.rule.subject.takes == Takes.ONE and self.rule.place is ANYWHERE

    @property
    def given_away(self) -> RangeSet:
        """The bytes of values that encode refuses, if it writes these bytes for values that the encoding lacks. Empty if it
        does not."""
        accepts = any(sign.signature[:2] == (Kind.ENCODE, Effect.ACCEPTS) for sign in self.signs)
        if not accepts or self.main[:2] != (Kind.ENCODE, Effect.REFUSES):
            return RangeSet.of(())
        alone = [case.subjects[0] for case in self.cases if len(case.subjects) == 1]
        codes = {each.code for each in alone if len(each.code) == 1}
        return RangeSet.of((code[0], code[0]) for code in codes)

    def explains(self, case: Evidence, by_rule: bool = False) -> bool:
        """Returns whether a case is of this mistake; with `by_rule`, whether one of its rules says so."""
        return any(sign.covers(case) for sign in self.signs if sign.rule or not by_rule)

    def hides(self, case: Evidence) -> bool:
        """Returns whether this mistake leads to a wrong answer of another kind: an operation that loses the rest of its input
        does not see what is ill-formed there, one that goes on behind what it accepts, or ends before what it must reject,
        reports another offset, and one that has another state takes any code for another. None that replaces leads to what is
        accepted, and whatever encode writes, its index counts values, unless it loses some."""
        if case.signature is None or case.signature.effect not in ANSWERS:
            return False
        for signature, rule in self.signs:
            apart = (signature.effect, case.signature.effect) == (Effect.REPLACES, Effect.ACCEPTS) or (
                (*signature[:2], case.signature.effect) == (Kind.ENCODE, Effect.WRONG, Effect.OFFSET)
                and signature.distortion != Distortion.LOST
            )
            if signature.kind != case.signature.kind or signature.effect not in ANSWERS or apart:
                continue
            if signature.effect in ON_VALUES and case.signature.effect == Effect.OFFSET and self.is_begun(case):
                return True
            if rule is None:
                if signature.reason and case.signature.effect == Effect.OFFSET and case.reason == signature.reason:
                    return True
                continue
            is_certain = not rule.subject.is_of_most or case.signature.effect == signature.effect
            if is_certain and (rule.covers(case) or rule.is_about_its_state(case)):
                return True
            may_misread = case.reason in _OF_VALUES or not rule.subject.is_of_most
            misreads = signature[:2] == (Kind.DECODE, Effect.WRONG) and signature.distortion != Distortion.LOST
            is_accepted = case.signature.effect == Effect.ACCEPTS and may_misread
            if misreads and is_accepted and rule.covers(case.as_if_well_formed):
                return True
            is_behind = case.signature.effect == Effect.OFFSET or (misreads and _may_have_another_state(case))
            if is_behind and rule.covers(case._replace(subjects=case.earlier)):
                return True
            if signature.distortion == Distortion.LOST and (self.loses_faults or not case.reason):
                whole = (*case.earlier, *map(_as_well_formed, case.subjects))
                if rule.covers(case._replace(subjects=whole)):
                    return True
        return False

    def is_begun(self, case: Evidence) -> bool:
        """Returns whether what a case must reject begins as codes do that decode does not know."""
        if not isinstance(case.operation, Decode) or not isinstance(case.expected, Rejection) or case.expected.offset is None:
            return False
        begun = case.operation.input[case.expected.offset :][:_FEW]
        return any(begun[:size] in self.prefixes for size in range(1, len(begun) + 1))

    def refuses(self, case: Evidence) -> bool:
        """Returns whether an operation refuses the values for which the codes of a case would stand."""
        return any(
            rule and effect == Effect.REFUSES and kind == case.operation.kind and rule.covers(case)
            for (kind, effect, *_), rule in self.signs
        )

    def would_lose(self, case: Evidence) -> bool:
        """Returns whether it would lose what is ill-formed in a case if that were well-formed."""
        well_formed = case._replace(subjects=tuple(map(_as_well_formed, case.subjects)))
        return bool(case.reason) and any(rule is not None and rule.covers(well_formed) for _, rule in self.signs)

    def disturbs(self, case: Evidence, parts: Sequence[Subject]) -> bool:
        """Returns whether an operation does wrong with one of these parts of an input, so that what else is wrong tells nothing.
        What it does wrong whatever the values are does not count."""
        if case.signature is None or case.signature.effect not in (*ON_VALUES, Effect.OFFSET):
            return False
        rules = [rule for signature, rule in self.signs if rule and signature.kind == case.signature.kind]
        whole = case._replace(subjects=tuple(parts))
        return any(rule.covers(whole) for rule in rules if not rule.subject.is_whatever)

    def takes_for(self, case: Evidence) -> bool:
        """Returns whether a case is that decode takes ill-formed input for values whose own codes it does not know."""
        if case.signature is None or case.signature.effect not in ANSWERS or not isinstance(case.got, Decoded):
            return False
        own = [rule for signature, rule in self.signs if rule and signature.kind == Kind.DECODE and signature.effect in ON_VALUES]
        given = case.given[:1] if case.subjects else case.got.value[:_FEW]
        taken = tuple(Subject(value, b"", "", 0, 0) for value in given)
        return any(rule.covers(case._replace(subjects=taken)) for rule in own)

    def take(self, other: Mistake) -> None:
        """Takes over what another mistake explains, which is the same. The other one has no failures then."""
        self.signs += [each for each in other.signs if each not in self.signs]
        self.cases += other.cases
        self.failures += other.failures
        other.failures = []
        self.groups += other.groups
        self.prefixes = {*self.prefixes, *other.prefixes}


def take_over(joined: list[Mistake], alike: Sequence[Mistake]) -> None:
    """Makes the first of some mistakes that are alike take over the others, and leaves these out."""
    for other in alike[1:]:
        alike[0].take(other)
        joined.remove(other)


def added(mistake: Mistake) -> tuple[int, ...]:
    """Returns the bytes or values that a mistake adds to results, if they are always the same where it adds the fewest."""
    some = [tuple(case.added) for case in mistake.cases if case.signature == mistake.main]
    found = {each for each in some if len(each) == min(map(len, some))}
    return found.pop() if len(found) == 1 else ()


def values_added(encoding: Encoding, mistake: Mistake) -> tuple[int, ...]:
    """Returns the values that a mistake adds to results, or of which it adds the bytes; none if they are not always the same."""
    units = added(mistake)
    if mistake.main.kind == Kind.DECODE or not units:
        return units
    taken = permitted(encoding, Decode(encoding.id, bytes(units)))[0]
    return taken.value if isinstance(taken, Decoded) else ()


def _may_have_another_state(case: Evidence) -> bool:
    """Returns whether what stands before a part of an input that was refused or accepted may have left another state."""
    has_state = any(each.state for each in case.subjects)
    return has_state and case.signature is not None and case.signature.effect in (Effect.REFUSES, Effect.ACCEPTS)


def _as_well_formed(subject: Subject) -> Subject:
    """Returns a subject as if it were well-formed, for what does not depend on its value."""
    return subject._replace(reason="", value=ord("a"))
