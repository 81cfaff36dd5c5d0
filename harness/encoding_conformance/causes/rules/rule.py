"""What a rule is: of which inputs a mistake is true, and at which place in them."""

from collections.abc import Callable, Collection, Sequence
from enum import Enum
from typing import NamedTuple

from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.effect import FAILURES
from encoding_conformance.causes.cases.subject import Subject
from encoding_conformance.causes.cases.values import ANY_VALUE
from encoding_conformance.core.ranges import EVERY_NATURAL, RangeSet

EMPTY, ANY_INPUT, MOST_INPUTS, MOST_VALUES = "the empty input", "any input", "most inputs", "most values"

Holds = Callable[[Evidence, Subject], bool]


class Takes(Enum):
    """What a condition takes."""

    EMPTY = "the empty input"
    INPUTS = "any input"
    MOST_INPUTS = "any input, of which only most fail"
    TEXTS = "whole texts, whatever their values are"
    VALUES = "any well-formed value"
    MOST_VALUES = "any well-formed value, of which only most come out wrong"
    A_KIND = "a kind of well-formed values"
    MOST_OF_A_KIND = "a kind of well-formed values of which only most come out wrong"
    A_RANGE = "a range of values of which both ends were found by asking"
    ONE = "a single value or code"
    A_REASON = "all that is ill-formed for one reason, some of which may be rejected for another reason"
    A_STATE = "places where the encoding has a state"
    A_BEGINNING = "inputs that begin in one way"
    OTHER = "anything else"


class Condition(NamedTuple):
    """What a subject must be, or where it must stand, in words."""

    words: str
    holds: Holds
    reason: str = ""
    """The reason if it takes all that is ill-formed for one, or a part that the specification keeps apart."""
    takes: Takes = Takes.OTHER
    least: int = 0
    """The number of values before a place that is only said to be so far behind the beginning."""
    stem: str = ""
    """The words without the range that it takes. Ranges of several such conditions may be told together."""
    span: RangeSet = RangeSet(())
    """The values that it takes, if it takes a kind or a range of them, or the first bytes of codes."""

    @property
    def is_of_a_kind(self) -> bool:
        """Whether it takes all of a kind of well-formed values."""
        return self.takes in (Takes.A_KIND, Takes.VALUES)

    @property
    def is_of_most(self) -> bool:
        """Whether it takes a kind of well-formed values of which only most come out wrong."""
        return self.takes in (Takes.MOST_OF_A_KIND, Takes.MOST_VALUES)

    @property
    def is_whatever(self) -> bool:
        """Whether it takes inputs whatever their values are."""
        return self.takes in (Takes.EMPTY, Takes.INPUTS, Takes.MOST_INPUTS, Takes.VALUES, Takes.MOST_VALUES)


class Rule(NamedTuple):
    """Of which subjects a mistake is true, and where they stand."""

    subject: Condition
    place: Condition

    def covers(self, case: Evidence) -> bool:
        """Returns whether a mistake of which this rule is true shows in a case."""
        return any(self.place.holds(case, each) and self.subject.holds(case, each) for each in case.subjects)

    def tells(self, cases: Sequence[Evidence], share: float) -> bool:
        """Returns whether it covers this share of some cases at least, wherever their subjects stand."""
        return self.place is ANYWHERE and sum(map(self.covers, cases)) >= share * len(cases)

    def reaches(self, case: Evidence) -> bool:
        """Returns whether it covers a case, or a part of the input before, if an operation ended there without an answer."""
        is_ended = case.signature is not None and case.signature.effect in FAILURES
        return self.covers(case) or (is_ended and self.covers(case._replace(subjects=case.earlier)))

    def is_about_its_state(self, case: Evidence) -> bool:
        """Returns whether it is true of any code where the encoding has a state that occurs in a case. A value that is written as
        the byte of its number depends on no state."""
        some = [each for each in (*case.subjects, *case.earlier) if [*each.code] != [each.value]]
        return self.place.takes == Takes.A_STATE and any(self.place.holds(case, each) for each in some)

    @property
    def words(self) -> str:
        """The rule in words, such as `a surrogate at the end of the input`."""
        return f"{self.subject.words} {self.place.words}".rstrip()


def begins_with(leads: RangeSet, code: bytes) -> bool:
    """Returns whether a code begins with one of these bytes."""
    return bool(code) and code[0] in leads


def is_any(conditions: Sequence[Condition], case: Evidence, subject: Subject) -> bool:
    """Returns whether any of these conditions holds of a part of an input."""
    return any(condition.holds(case, subject) for condition in conditions)


def is_code(reason: str, holds: Callable[[bytes], bool]) -> Holds:
    """Returns whether a subject is ill-formed for this reason, or well-formed if it is empty, and something holds of its code."""
    return lambda case, subject: subject.reason == reason and holds(subject.code)


def has_size(sizes: Collection[int], code: bytes) -> bool:
    """Returns whether a code has one of these sizes."""
    return len(code) in sizes


def is_value(values: RangeSet, reason: str) -> Holds:
    """Returns whether a subject is one of these values, which is ill-formed for this reason, or well-formed if it is empty."""
    return lambda case, subject: subject.reason == reason and subject.value is not None and subject.value in values


ANYWHERE = Condition("", lambda case, subject: True)

EVERY_VALUE = Rule(Condition(ANY_VALUE, is_value(EVERY_NATURAL, ""), takes=Takes.VALUES), ANYWHERE)
"""The rule of a mistake that has nothing to do with the values."""


def is_plain(rule: Rule | None) -> bool:
    """Returns whether a rule is known, and true of all of a kind of values, wherever they stand."""
    return rule is not None and rule.subject.is_of_a_kind and rule.place is ANYWHERE


def is_vague(rule: Rule | None) -> bool:
    """Returns whether nothing is known of the values of which a mistake is true, or only what their codes or bits have in common,
    wherever they stand."""
    if rule is None or rule.subject.is_of_most:
        return True
    about = rule.subject
    return rule.place is ANYWHERE and not (about.is_of_a_kind or about.takes == Takes.ONE or about.is_whatever)
