"""The steps of every test vector lead to an outcome that it permits, and their bytes are those of the input or of the result."""

from __future__ import annotations

import re
from functools import cache

import pytest
from project import suite

from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.vector import REASONS, WORDS, Permitted, Vector
from encoding_conformance.explain.explanation import Explained, ExplainedStep, Left, explained
from encoding_conformance.explain.lines import WIDTH, lines
from encoding_conformance.explain.marked import plain
from encoding_conformance.models import model_of

LONG = 300
"""The length from which on inputs take long. Only one of them is explained here."""


def explanation(vector: Vector) -> Explained:
    return explained(suite().encodings[vector.operation.encoding], vector.operation, suite().requirements, [vector])


def arrived_at(vector: Vector) -> Permitted:
    """The outcome to which the steps lead."""
    operation = vector.operation
    model = model_of(suite().encodings[operation.encoding])
    steps = list(model.reading(operation.input) if isinstance(operation, Decode) else model.writing(operation.input))
    if steps and steps[-1].reason:
        return Rejection(steps[-1].start, steps[-1].reason)
    if isinstance(operation, Decode):
        return Decoded(tuple(step.value for step in steps if step.value is not None and not step.is_count))
    return Encoded(b"".join(step.code for step in steps))


def permits(permitted: tuple[Permitted, ...], outcome: Permitted, reason: bool) -> bool:
    """Whether an outcome is one of the permitted ones, if need be with its reason."""
    if not isinstance(outcome, Rejection):
        return outcome in permitted
    rejections = [each for each in permitted if isinstance(each, Rejection)]
    return any(each.offset in (None, outcome.offset) and (not reason or each.text == outcome.text) for each in rejections)


@cache
def explanations(id: str) -> list[tuple[Vector, Explained]]:
    """The vectors of an encoding with their explanations: all that are short, and one of those that are long."""
    vectors = suite().vectors_of(id)
    long = [vector for vector in vectors if len(vector.operation.input) >= LONG]
    short = [vector for vector in vectors if len(vector.operation.input) < LONG]
    shortest = sorted(long, key=lambda vector: len(vector.operation.input))[:1]
    return [(vector, explanation(vector)) for vector in (*short, *shortest)]


@pytest.mark.parametrize("id", suite().encodings)
def test_the_steps_lead_to_a_permitted_outcome(id: str) -> None:
    wrong = []
    for vector, found in explanations(id):
        outcome = arrived_at(vector)
        if not permits(vector.permitted, outcome, reason=False) or not permits(found.permitted, outcome, reason=True):
            wrong.append(str(vector.id))
    assert explanations(id)
    assert wrong == []


@pytest.mark.parametrize("id", suite().encodings)
def test_the_permitted_outcomes_are_those_of_the_vector(id: str) -> None:
    """Where a value may be refused, the vector has one outcome more, and the explanation says so by itself."""
    wrong = []
    for vector, found in explanations(id):
        results = [each for each in vector.permitted if not isinstance(each, Rejection)]
        if results:
            held = {*results} <= {*found.permitted, *(beyond.outcome for beyond in found.beyond)}
            held &= len(vector.permitted) == 1 or len(found.permitted) > 1 or found.refusable is not None
        else:
            held = all(isinstance(each, Rejection) for each in found.permitted)
        if not held:
            wrong.append(str(vector.id))
    assert wrong == []


@pytest.mark.parametrize("id", suite().encodings)
def test_the_parts_are_all_bytes_and_the_lines_fit(id: str) -> None:
    wrong = []
    for vector, found in explanations(id):
        if isinstance(found.operation, Decode) and not parts_hold(found):
            wrong.append(f"{vector.id}: parts")
        if any(len(plain(line)) > WIDTH or plain(line).rstrip() != plain(line) for line in lines(found)):
            wrong.append(f"{vector.id}: lines")
    assert wrong == []


@pytest.mark.parametrize("id", suite().encodings)
def test_every_rejection_names_a_requirement(id: str) -> None:
    rejected = [(vector, found) for vector, found in explanations(id) if isinstance(found.permitted[-1], Rejection)]
    assert rejected
    assert [str(vector.id) for vector, found in rejected if not found.rule or id not in found.rule.encodings] == []


def parts_hold(found: Explained) -> bool:
    """Whether the parts of each step are the bytes that it takes of the input, and the bits are those of the bytes."""
    steps = [step for step in found.steps if isinstance(step, ExplainedStep)]
    parts = [part for step in steps for part in step.parts]
    return all(
        b"".join(part.data for part in step.parts) * step.times == found.operation.input[step.start : step.end] for step in steps
    ) and all(not part.bits or int("".join(bits.digits for bits in part.bits), 2) == part.data[0] for part in parts)


SUM = re.compile(r"^(-?[0-9A-F]+)(?: plus (?:the offset )?| \+ )(-?[0-9A-F]+) (?:is|=) (-?[0-9A-F]+)[,.]")
REST = re.compile(r"^(-?[0-9A-F]+)(?: less the offset | - )(-?[0-9A-F]+) (?:is|=) (-?[0-9A-F]+)[,. ]")
GROUPS = re.compile(r"^(?:The x's are|In groups of 7 bits:) ([01 ]+) = ([0-9A-F]+)\.$")
DIGITS = re.compile(r"(?:^| )(-?[0-9A-F]+) = ((?:-?[0-9A-F]+ \* F3(?:\^2|\^3)? \+ )+[0-9A-F]+)\.")


def weighed(digits: str) -> int:
    """The sum of digits with their weights, in base F3."""
    return sum(int(term.split(" ")[0], 16) * 0xF3**power for power, term in enumerate(reversed(digits.split(" + "))))


@pytest.mark.parametrize("id", suite().encodings)
def test_the_arithmetic_that_is_shown_is_right(id: str) -> None:
    wrong = []
    for vector, found in explanations(id):
        for line in [line for step in found.steps if isinstance(step, ExplainedStep) for line in step.lines]:
            held = [
                *(int(one, 16) + int(other, 16) == int(result, 16) for one, other, result in SUM.findall(line)),
                *(int(one, 16) - int(other, 16) == int(result, 16) for one, other, result in REST.findall(line)),
                *(int(groups.replace(" ", ""), 2) == int(value, 16) for groups, value in GROUPS.findall(line)),
                *(int(value, 16) == weighed(digits) for value, digits in DIGITS.findall(line)),
            ]
            if not all(held):
                wrong.append(f"{vector.id}: {line}")
    assert wrong == []


def test_every_reason_has_a_sentence() -> None:
    assert tuple(WORDS) == REASONS


DERIVED = re.compile(r"(-?[0-9A-F]+) - (-?[0-9A-F]+) = (-?[0-9A-F]+)(?:, minus (-?[0-9A-F]+) is (-?[0-9A-F]+ = [^;:]+))?:")
"""A difference as people derived it: the value, the state, the difference; the offset, and the digits."""


def derivations(encoding: str, direction: str) -> list[tuple[Vector, list[str], str]]:
    """The vectors of a direction that permit one outcome, with the lines of their explanation and each derivation that a
    person wrote for them. Explanations that leave steps out are not among them."""
    return [
        (vector, [plain(line).strip() for line in lines(found)], re.sub(r"\s+", " ", witness.text))
        for vector, found in explanations(encoding)
        if vector.operation.kind == direction and len(vector.permitted) == 1 and not vector.is_edge_case
        if not any(isinstance(step, Left) for step in found.steps)
        for witness in vector.witnesses
        if witness.kind == "derivation"
    ]


def test_differences_are_those_that_people_derived() -> None:
    checked, wrong = 0, []
    for vector, said, derivation in derivations("bocu-1", "encode"):
        for value, state, difference, offset, digits in DERIVED.findall(derivation):
            checked += 1
            expected = [f"{value} - {state} = {difference}, the value less the state."]
            expected += [f"{difference} less the offset {offset} is {digits.rstrip()}."] if offset else []
            wrong += [f"{vector.id}: {line}" for line in expected if line not in said]
    assert wrong == []
    assert checked > 300


@pytest.mark.parametrize("direction", ["encode", "decode"])
def test_lengths_are_those_that_people_derived(direction: str) -> None:
    checked, wrong = 0, []
    for vector, said, derivation in derivations("utf-inf-8", direction):
        for length in re.findall(r"NUD = [0-9A-F]+, NME = [0-9A-F]+ \([0-9A-F ]+\)", derivation):
            checked += 1
            if not any(line.startswith(f"{length}: ") for line in said):
                wrong.append(f"{vector.id}: {length}")
    assert wrong == []
    assert checked > 30


@pytest.mark.parametrize(("id", "least"), [("kim", 20), ("kim-count", 5), ("utf-8", 5)])
def test_groups_of_bits_are_those_that_people_derived(id: str, least: int) -> None:
    checked, wrong = 0, []
    for vector, said, derivation in derivations(id, "encode"):
        for value, groups in re.findall(r"\b([0-9A-F]+) = ((?:[01]{3,7} )+[01]{5,7})\b", derivation):
            checked += 1
            if not any(f" {groups} = {value}." in line for line in said):
                wrong.append(f"{vector.id}: {groups} = {value}")
    assert wrong == []
    assert checked >= least
