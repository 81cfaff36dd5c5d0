"""The explanation of an operation: its steps, and the outcomes that the specification permits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import Rejection, Result
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.explain.outline import Left, Run, outlined
from encoding_conformance.explain.rules import Rules
from encoding_conformance.explain.titles import title
from encoding_conformance.models import model_of, permitted
from encoding_conformance.models.explaining.explainer import Explainer, Part, Role, Told
from encoding_conformance.models.explaining.explainers import explainer_of
from encoding_conformance.models.model import StepModel, Walked


class ExplainedStep(NamedTuple):
    """One step, or several equal steps one after another.

    `start` and `end` are the part of the input that all of them take: offsets of bytes for decode, indexes of values for
    encode. `times` is the number of steps. `parts` are the bytes of one of them, `title` says what they stand for, and
    `lines` explain how. `before` and `after` are the states, and None if the encoding has no state. `reason` is one of
    REASONS if the step is ill-formed, and otherwise empty. If the specification does not say whether the step is
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


class Beyond(NamedTuple):
    """A result that no table tells, but that a test vector with the same input permits, and the first requirement that the
    vector names."""

    outcome: Result
    vector: Id
    rule: Requirement


class Explained(NamedTuple):
    """What a specification does with the input of an operation.

    A `Left` stands in the place of steps that are left out. `permitted` are the permitted outcomes, of which there are
    several if the specification is silent. `rule` is the requirement that the input breaks, or the one that leaves the
    outcome open; it is None if there is neither, or if none is known. `fault` is the offset of the ill-formed code, or the
    index of the value that cannot be encoded; it is None if there is no fault, or if no part of the input is at fault.

    If a value occurs that an implementation may refuse, `refusable` is the first one, and `refusal` is the requirement that
    says so, if one is known. `beyond` are results that only test vectors permit.
    """

    encoding: Encoding
    operation: Operation
    steps: tuple[ExplainedStep | Left, ...]
    permitted: tuple[Permitted, ...]
    rule: Requirement | None = None
    fault: int | None = None
    refusable: int | None = None
    refusal: Requirement | None = None
    beyond: tuple[Beyond, ...] = ()


def explained(
    encoding: Encoding, operation: Operation, requirements: Mapping[str, Requirement], vectors: Iterable[Vector] = ()
) -> Explained:
    """Returns the explanation of an operation in an encoding. `requirements` are those of all encodings, by id.
    `vectors` are test vectors, some of which may ask the same. Raises LookupError if the encoding has no tables."""
    model = model_of(encoding)
    walk = model.reading(operation.input) if isinstance(operation, Decode) else model.writing(operation.input)
    outline = outlined(walk, encoding.optional.values)
    rules = Rules(encoding, operation, requirements)
    last = outline.last
    fault = last if last and last.reason else None
    outcomes = permitted(encoding, operation)
    return Explained(
        encoding,
        operation,
        tuple(item if isinstance(item, Left) else _step(encoding, operation, item) for item in outline.items),
        outcomes,
        rules.of_a_fault(fault) if fault else rules.of_a_silence() if len(outcomes) > 1 else None,
        fault.start if fault and fault.end > fault.start else None,
        outline.refusable,
        rules.of_a_refusal() if outline.refusable is not None else None,
        tuple(
            Beyond(result, vector.id, requirements[vector.requirements[0]])
            for vector in vectors
            if vector.operation == operation
            for result in vector.permitted
            if not isinstance(result, Rejection) and result not in outcomes
        ),
    )


def _step(encoding: Encoding, operation: Operation, run: Run) -> ExplainedStep:
    step = run.first
    told = _told(explainer_of(step.model), operation, step)
    parts = _parts(told, step)
    has_state = isinstance(step.model, StepModel) and step.model.initial is not None
    before, after = (step.before, step.after) if has_state else (None, None)
    return ExplainedStep(
        step.start, run.end, run.times, parts, title(encoding, step), told.lines, before, after, step.reason, step.silent
    )


def roles(encoding: Encoding, data: bytes) -> Iterator[Role]:
    """Yields what each of these bytes is for, up to the end of the first ill-formed code. Raises LookupError if the encoding
    has no tables."""
    operation = Decode(encoding.id, data)
    for step in model_of(encoding).reading(data):
        for part in _parts(_told(explainer_of(step.model), operation, step), step):
            yield from repeat(part.role, len(part.data))


def _parts(told: Told, step: Walked) -> tuple[Part, ...]:
    """The parts of the code of a step. Those of a count have that role."""
    if step.is_count and not step.reason:
        return tuple(part._replace(role="count") for part in told.parts)
    return told.parts


def _told(explainer: Explainer, operation: Operation, step: Walked) -> Told:
    reads = isinstance(operation, Decode)
    if step.reason:
        return explainer.fault(step) if reads else explainer.unencodable(step)
    return explainer.read(step) if reads else explainer.written(step)
