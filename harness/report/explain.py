"""Explains a failure to a person: the operation, what the specification says and where, the outcome, and how to repeat it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from harness.core.notated import written_input, written_outcome
from harness.core.requirement import Requirement
from harness.core.vector import Vector
from harness.core.verdict import Verdict

_LONGEST = 400
"""The number of characters of an input or outcome that are shown."""

_SECTIONS = 3
"""The number of requirements of one failure that are shown."""


def explain(verdict: Verdict, requirements: Mapping[str, Requirement]) -> Iterator[tuple[str, str]]:
    """The labels and texts that explain a verdict."""
    judgement = verdict.judgement
    yield "why", judgement.told + (f" (at fault: {judgement.blame})" if judgement.blame else "")
    if verdict.operation:
        yield "asked", shortened(f"{verdict.operation.kind} {verdict.encoding} {written_input(verdict.operation)}")
    for id in verdict.requirements[:_SECTIONS]:
        requirement = requirements[id]
        yield "spec", f"{requirement.section}: {requirement.text} [{id}]"
    if len(verdict.requirements) > _SECTIONS:
        yield "", f"and {len(verdict.requirements) - _SECTIONS} more requirements"
    if verdict.permitted:
        yield "permitted", shortened(" | ".join(map(written_outcome, verdict.permitted)))
    if verdict.outcome:
        yield "came", shortened(written_outcome(verdict.outcome))
    for line in verdict.details:
        yield "", line


def family(vector: Vector) -> str:
    """The family of a vector's encoding: the name of the folder that has the vector's `vectors` or `edges`."""
    return Path(vector.place.file).parent.parent.name


def shortened(text: str) -> str:
    """A text, or, if it is long, its beginning and its number of characters."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]}… ({len(text)} characters)"
