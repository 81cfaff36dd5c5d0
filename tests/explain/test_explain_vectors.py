"""The steps of test vectors lead to permitted outcomes, and what they show agrees with the vectors."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from project import suite

from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.explain.explanation import Explained, ExplainedStep, explained
from encoding_conformance.explain.lines import WIDTH, lines
from encoding_conformance.explain.marked import plain
from encoding_conformance.models import model_of

LONG = 300
"""The length from which on inputs take long. Only one of them is explained here."""


def explanation(vector: Vector) -> Explained:
    return explained(suite().encodings[vector.operation.encoding], vector.operation, suite().requirements, [vector])


def size(vector: Vector) -> int:
    return len(vector.operation.input)


def all_vectors(id: str) -> list[Vector]:
    """Returns the vectors of an encoding: all with short inputs, and the shortest of the others."""
    vectors = sorted(suite().vectors_of(id), key=size)
    return [vector for vector in vectors if size(vector) < LONG] + [vector for vector in vectors if size(vector) >= LONG][:1]


def spread(id: str) -> list[Vector]:
    """Returns the shortest vector for each operation, set of requirements and kind of outcome; and one with a long input."""
    *vectors, last = all_vectors(id)
    kinds = {(each.operation.kind, each.requirements, *map(type, each.permitted)): each for each in reversed(vectors)}
    return [*kinds.values(), last]


@pytest.mark.parametrize("chosen", [spread, pytest.param(all_vectors, marks=pytest.mark.slow)])
@pytest.mark.parametrize("id", suite().encodings)
def test_explanations_agree_with_the_vectors(id: str, chosen) -> None:
    found = [(vector, explanation(vector)) for vector in chosen(id)]
    assert any(isinstance(each.permitted[-1], Rejection) for _, each in found)
    assert [f"{vector.id}: {problem}" for vector, each in found for problem in problems(vector, each)] == []


def problems(vector: Vector, found: Explained) -> Iterator[str]:
    """Yields what is wrong with the explanation of a vector."""
    outcome = outcome_of_the_steps(vector)
    if not permits(vector.permitted, outcome, reason=False) or not permits(found.permitted, outcome, reason=True):
        yield f"the steps lead to {outcome}"
    if not same_outcomes(vector, found):
        yield f"the permitted outcomes are {found.permitted}"
    if isinstance(found.permitted[-1], Rejection) and (not found.rule or found.encoding.id not in found.rule.encodings):
        yield "no requirement says that it is rejected"
    if isinstance(found.operation, Decode) and not parts_are_the_input(found):
        yield "the parts are not the input"
    for line in map(plain, lines(found)):
        if len(line) > WIDTH or line.rstrip() != line:
            yield f"wrong width: {line!r}"
    for line in (line for step in found.steps if isinstance(step, ExplainedStep) for line in step.lines):
        if not all(equations(line)):
            yield line


def outcome_of_the_steps(vector: Vector) -> Permitted:
    operation = vector.operation
    model = model_of(suite().encodings[operation.encoding])
    steps = list(model.reading(operation.input) if isinstance(operation, Decode) else model.writing(operation.input))
    if steps and steps[-1].reason:
        return Rejection(steps[-1].start, steps[-1].reason)
    if isinstance(operation, Decode):
        return Decoded(tuple(step.value for step in steps if step.value is not None and not step.is_count))
    return Encoded(b"".join(step.sequence for step in steps))


def permits(permitted: tuple[Permitted, ...], outcome: Permitted, reason: bool) -> bool:
    """Returns whether an outcome is one of the permitted ones; a rejection with its reason, if `reason` is set."""
    if not isinstance(outcome, Rejection):
        return outcome in permitted
    rejections = [each for each in permitted if isinstance(each, Rejection)]
    return any(each.offset in (None, outcome.offset) and (not reason or each.text == outcome.text) for each in rejections)


def same_outcomes(vector: Vector, found: Explained) -> bool:
    """Returns whether a vector and its explanation permit the same. A vector also permits to refuse some values."""
    results = [each for each in vector.permitted if not isinstance(each, Rejection)]
    if not results:
        return all(isinstance(each, Rejection) for each in found.permitted)
    known = {*found.permitted, *(beyond.outcome for beyond in found.beyond)}
    return {*results} <= known and (len(vector.permitted) == 1 or len(found.permitted) > 1 or found.refusable is not None)


def parts_are_the_input(found: Explained) -> bool:
    """Returns whether the parts of each step are its bytes of the input, and the bits are those of the bytes."""
    steps = [step for step in found.steps if isinstance(step, ExplainedStep)]
    parts = [part for step in steps for part in step.parts]
    return all(
        b"".join(part.data for part in step.parts) * step.times == found.operation.input[step.start : step.end] for step in steps
    ) and all(not part.bits or int("".join(bits.digits for bits in part.bits), 2) == part.data[0] for part in parts)


SUM = re.compile(r"^(-?[0-9A-F]+)(?: plus (?:the offset )?| \+ )(-?[0-9A-F]+) (?:is|=) (-?[0-9A-F]+)[,.]")
REST = re.compile(r"^(-?[0-9A-F]+)(?: less the offset | - )(-?[0-9A-F]+) (?:is|=) (-?[0-9A-F]+)[,. ]")
GROUPS = re.compile(r"^(?:The x's are|In groups of 7 bits:) ([01 ]+) = ([0-9A-F]+)\.$")
DIGITS = re.compile(r"(?:^| )(-?[0-9A-F]+) = ((?:-?[0-9A-F]+ \* F3(?:\^2|\^3)? \+ )+[0-9A-F]+)\.")


def equations(line: str) -> Iterator[bool]:
    """Yields for each equation in a line whether it is right."""
    yield from (int(one, 16) + int(other, 16) == int(result, 16) for one, other, result in SUM.findall(line))
    yield from (int(one, 16) - int(other, 16) == int(result, 16) for one, other, result in REST.findall(line))
    yield from (int(groups.replace(" ", ""), 2) == int(value, 16) for groups, value in GROUPS.findall(line))
    yield from (int(value, 16) == weighed(digits) for value, digits in DIGITS.findall(line))


def weighed(digits: str) -> int:
    """Returns the sum of digits with their weights, in base F3."""
    return sum(int(term.split(" ")[0], 16) * 0xF3**power for power, term in enumerate(reversed(digits.split(" + "))))
