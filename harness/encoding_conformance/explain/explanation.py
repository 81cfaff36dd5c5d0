"""The explanation of an operation: its steps, the outcomes that the specification permits, and the requirements that say so.

However long the input is, few steps are shown: the first ones, the last ones, which lead to a fault, and some about which the
specification is silent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Rejection, Result
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.text import LAST_CHARACTER, character
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.models import model_of, permitted
from encoding_conformance.models.model import Walked
from encoding_conformance.models.parts import LAST_DECIMAL, Part, number
from encoding_conformance.models.spans import last_step, traits


class ExplainedStep(NamedTuple):
    """One step, or several equal steps one after another.

    `start` and `end` are the part of the input that all of them take: offsets of bytes for decode, indexes of values for
    encode. `times` is the number of steps. `parts` are the bytes of one of them, `title` says what they stand for, and
    `lines` explain how. `before` and `after` are the states, and None if the encoding has no state. `reason` is one of
    WORDS if the step is ill-formed, and otherwise empty. If the specification does not say whether the step is
    well-formed, it is `silent`.
    """

    start: int
    end: int
    times: int
    parts: tuple[Part, ...]
    title: str
    lines: tuple[str, ...]
    before: int | None = None
    after: int | None = None
    reason: str = ""
    silent: bool = False


class Left(NamedTuple):
    """Steps that are left out: their number, and the part of the input that they take."""

    steps: int
    start: int
    end: int


class Beyond(NamedTuple):
    """A result that no table gives, but that a test vector with the same input permits, and the vector's first requirement."""

    outcome: Result
    vector: Id
    rule: Requirement


class Explained(NamedTuple):
    """What a specification does with the input of an operation.

    A `Left` replaces steps that are left out. `permitted` has several outcomes if the specification is silent. `rule` is the
    requirement that the input breaks, or the one that leaves the outcome open; None if there is neither, or if none is known.
    `fault` is the offset of the ill-formed byte sequence, or the index of the value that cannot be encoded; None if there is
    no fault, or if no part of the input is at fault.

    If a value occurs that an implementation may refuse, `refusable` is the first one, and `refusal` is the requirement that
    says so, if one is known. `beyond` are results that only test vectors permit.
    """

    encoding: Encoding
    operation: Operation
    steps: tuple[ExplainedStep | Left, ...]
    permitted: tuple[Permitted, ...]
    rule: Requirement | None
    fault: int | None
    refusable: int | None
    refusal: Requirement | None
    beyond: tuple[Beyond, ...]


def explained(
    encoding: Encoding, operation: Operation, requirements: Mapping[str, Requirement], vectors: Iterable[Vector] = ()
) -> Explained:
    """Returns the explanation of an operation in an encoding. `requirements` are those of all encodings, by id.
    `vectors` are test vectors, some of which may have the same operation."""
    shown, last, refusable = _outlined(model_of(encoding).walk(operation), encoding.optional.values)
    own = {id: each for id, each in requirements.items() if encoding.id in each.encodings}
    outcomes = permitted(encoding, operation)
    fault = last if last and last.reason else None
    silence = _of_a_silence(encoding, own.values()) if len(outcomes) > 1 else None
    return Explained(
        encoding,
        operation,
        tuple(item if isinstance(item, Left) else _step(encoding, operation, item) for item in _with_gaps(shown)),
        outcomes,
        _of_a_fault(encoding, fault, own) if fault else silence,
        fault.start if fault and fault.end > fault.start else None,
        refusable,
        _of_a_refusal(own.values()) if refusable is not None else None,
        tuple(
            Beyond(result, vector.id, requirements[vector.requirements[0]])
            for vector in vectors
            if vector.operation == operation
            for result in vector.permitted
            if not isinstance(result, Rejection) and result not in outcomes
        ),
    )


def _step(encoding: Encoding, operation: Operation, run: _Run) -> ExplainedStep:
    step = run.first
    texts = step.model.explain(step, operation.kind)
    before, after = (None, None) if step.model.initial is None else (step.before, step.after)
    return ExplainedStep(
        step.start, run.end, run.times, texts.parts, title(encoding, step), texts.lines, before, after, step.reason, step.silent
    )


_FIRST, _LAST, _SILENT = 8, 4, 3
"""The number of runs of each kind that are shown."""

_SHORTEST_RUN = 4
"""The number of equal steps from which on they are shown as one."""


class _Run(NamedTuple):
    """Equal steps one after another: the first of them, their number, and the number of steps before them."""

    first: Walked
    times: int
    ordinal: int

    @property
    def end(self) -> int:
        return self.first.start + self.times * (self.first.end - self.first.start)


def _outlined(walk: Iterable[Walked], refusable: RangeSet) -> tuple[list[_Run], Walked | None, int | None]:
    """Returns the runs to show, the last step if there is one, and the first value that an implementation may refuse, or None."""
    first: list[_Run] = []
    silent: list[_Run] = []
    latest: deque[_Run] = deque(maxlen=_LAST)
    refused: int | None = None
    for run in _runs(walk):
        step = run.first
        if refused is None and not step.is_count and step.value is not None and step.value in refusable:
            refused = step.value
        if len(first) < _FIRST:
            first.append(run)
        elif step.silent and len(silent) < _SILENT:
            silent.append(run)
        latest.append(run)
    shown = {run.ordinal: run for run in (*first, *silent, *latest)}
    return [shown[ordinal] for ordinal in sorted(shown)], latest[-1].first if latest else None, refused


def _runs(walk: Iterable[Walked]) -> Iterator[_Run]:
    """Yields the runs of equal steps, each as one if it is long, and otherwise step by step."""
    ordinal = 0
    for _, equal in groupby(walk, lambda step: step._replace(start=0, end=0)):
        first, times = _counted(equal)
        size, each = first.end - first.start, times if times >= _SHORTEST_RUN else 1
        for index in range(0, times, each):
            start = first.start + index * size
            yield _Run(first._replace(start=start, end=start + size), each, ordinal + index)
        ordinal += times


def _counted(steps: Iterator[Walked]) -> tuple[Walked, int]:
    return next(steps), 1 + sum(1 for _ in steps)


def _with_gaps(runs: Iterable[_Run]) -> Iterator[_Run | Left]:
    end, seen = 0, 0
    for run in runs:
        if run.ordinal > seen:
            yield Left(run.ordinal - seen, end, run.first.start)
        yield run
        end, seen = run.end, run.ordinal + run.times


def broken_by(encoding: Encoding, operation: Operation, requirements: Mapping[str, Requirement]) -> Requirement | None:
    """Returns the requirement that the input of an operation breaks; None if it breaks none, or if none is known."""
    last = last_step(model_of(encoding), operation)
    own = {id: each for id, each in requirements.items() if encoding.id in each.encodings}
    return _of_a_fault(encoding, last, own) if last and last.reason else None


def _of_a_fault(encoding: Encoding, step: Walked, own: Mapping[str, Requirement]) -> Requirement | None:
    """Returns the requirement that the last step of an input breaks, or None. It is the one that edge cases with such a fault
    serve, in this encoding or in the encoding of the step."""
    part = step.model.encoding
    operation = Decode(part.id, step.sequence) if step.value is None else Encode(part.id, (step.value,))
    fault = traits(part, operation, Rejection(0, step.reason))
    family = step.reason if step.value is None else "encode"
    served = [row for each in (encoding, part) for row in each.edges.requirements.get(family, ())]
    return next((own[id] for selector, id in served if id in own and selector.takes(fault)), None)


_REFUSAL = "optional-values"
"""The check that serves the requirement by which an implementation may refuse values."""


def _of_a_silence(encoding: Encoding, own: Iterable[Requirement]) -> Requirement | None:
    """Returns the requirement that leaves open whether a form that encode never gives is accepted, or None. It cites the same
    section as the definition of these forms. Of several, it is the one with the largest share of open outcomes."""
    sections = {longer.section for longer in encoding.noncanonical}
    same_section = [each for each in own if each.section in sections and _REFUSAL not in each.checks and _open_share(each)]
    return max(same_section, key=_open_share, default=None)


def _open_share(requirement: Requirement) -> float:
    return sum(row.outcome == "open" for row in requirement.about) / max(1, len(requirement.about))


def _of_a_refusal(own: Iterable[Requirement]) -> Requirement | None:
    """Returns the requirement by which an implementation may refuse some values. A general one says nothing about them."""
    return next((each for each in own if _REFUSAL in each.checks and not each.general), None)


def title(encoding: Encoding, step: Walked) -> str:
    """Returns what a step reads or writes, such as `U+20AC EURO SIGN` or `12C (300 in decimal)`."""
    if step.is_count and step.value is not None:
        return f"the count {_in_decimal(step.value)}"
    if step.value is None:
        return "ill-formed" if step.reason else "no value"
    words = _character(step.value) if encoding.has_characters else _in_decimal(step.value)
    return f"{words}, which cannot be encoded" if step.reason else words


def _character(value: int) -> str:
    return f"U+{value:04X} {character(value)}" if value <= LAST_CHARACTER else f"U+{number(value)}"


def _in_decimal(value: int) -> str:
    return f"{value:X} ({value} in decimal)" if 9 < value <= LAST_DECIMAL else number(value)
