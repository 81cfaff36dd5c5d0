"""The types of checks: named families of cases, of which each group is judged together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from encoding_conformance.checks.inputs import Inputs
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome
from encoding_conformance.core.vector import Case
from encoding_conformance.models import case_of, joined

Group = tuple[Case, ...]
"""Cases that are judged together, in the order in which they run. Most groups have one case."""

Groups = Iterator[Group]


class Answered(NamedTuple):
    """A case with its outcome."""

    case: Case
    outcome: Outcome

    @property
    def is_expected(self) -> bool:
        """Whether the outcome is permitted. An outcome that is not may still be excused."""
        outcome, permitted = self.outcome, self.case.permitted
        return bool(permitted) and (outcome == permitted[0] or any(matches(each, outcome) for each in permitted))


class Broken(NamedTuple):
    """A case with the outcome that breaks a check, and the reason in words."""

    case: Case
    outcome: Outcome
    reason: str


PerformOne = Callable[[Operation], Outcome]

Relation = Callable[[Encoding, Sequence[Answered], PerformOne], Broken | None]
"""Returns the case that breaks a group with these outcomes, not all of which are permitted. It may run further operations."""


def group_of(encoding: Encoding, operations: Sequence[Operation]) -> Group:
    """Returns the group of these operations, with the outcomes that the tables permit."""
    return tuple(case_of(encoding, operation) for operation in operations)


def _nothing(inputs: Inputs) -> Groups:
    return iter(())


@dataclass(frozen=True)
class Check:
    """A named family of cases. `text` says in a sentence what must hold.

    `around` yields the groups that are made from given texts and byte strings. `generated` yields those that the encoding's
    tables give, and `thorough` further ones, too many for every run. Without a `relation`, each case is judged by itself.
    `from_first` makes a whole group from its first operation if that determines the others. `why_not` says why the check does
    not apply to an encoding; it is empty if it does. The implementation must have the `feature`.
    """

    name: str
    text: str
    around: Callable[[Inputs], Groups] = _nothing
    generated: Callable[[Inputs], Groups] = _nothing
    thorough: Callable[[Inputs], Groups] = _nothing
    relation: Relation | None = None
    from_first: Callable[[Encoding, Operation], Group] | None = None
    why_not: Callable[[Encoding], str] = lambda encoding: ""
    feature: str = ""

    def seeds(self, group: Group) -> list[Operation]:
        """Returns the operations from which `regrouped` makes a group."""
        operations = [case.operation for case in group]
        return operations[:1] if self.from_first else operations

    def regrouped(self, encoding: Encoding, seeds: Sequence[Operation]) -> Group:
        """Returns the group of these operations, which may be smaller than the seeds of an earlier group."""
        return self.from_first(encoding, seeds[0]) if self.from_first else group_of(encoding, seeds)

    def groups(self, inputs: Inputs) -> Groups:
        """Yields all groups of a run."""
        yield from self.around(inputs)
        yield from self.generated(inputs)
        if inputs.thorough:
            yield from self.thorough(inputs)


def both_ways(encoding: Encoding, values: tuple[int, ...]) -> Groups:
    """Yields a group for encode, and one for decode of the bytes if the encoding has the values. The tables give the values back,
    unless they join some of them."""
    forth = case_of(encoding, Encode(encoding.id, values))
    yield (forth,)
    match forth.permitted:
        case (Encoded(data),):
            yield (Case(Decode(encoding.id, data), (Decoded(joined(encoding, values)),)),)
