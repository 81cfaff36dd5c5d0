"""The explanation of a failure for every kind of report: what is wrong, what was asked, what the specification says and
where, the outcome, and what the reader can do next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.core.verdict import Pointers, Verdict
from encoding_conformance.report.example import LABEL, Line, Piece, example, input_lines, outcome_lines, wrapped
from encoding_conformance.report.paste import vector_lines
from encoding_conformance.report.shortly import sequence_shortly
from encoding_conformance.report.where import readable
from encoding_conformance.report.words import outcome_words

_SECTIONS = 3
"""The number of requirements of one failure that are shown."""

_NAME = "a-name-for-the-mistake"
"""The id of a vector to paste, which a person must choose."""


class Failure(NamedTuple):
    """A failure to show. `after` are inputs that the implementation decoded before, in the same process."""

    why: str
    operation: Operation | None = None
    permitted: Sequence[Permitted] = ()
    outcome: Outcome | None = None
    requirements: Sequence[str] = ()
    pointers: Pointers = Pointers()
    after: Sequence[bytes] = ()


def of_verdict(verdict: Verdict) -> Failure:
    """The failure that a verdict is on."""
    judgement = verdict.judgement
    return Failure(
        judgement.told + (f" (at fault: {judgement.blame})" if judgement.blame else ""),
        verdict.operation,
        verdict.permitted,
        verdict.outcome,
        verdict.requirements,
        verdict.pointers,
    )


def lines(
    failure: Failure, requirements: Mapping[str, Requirement], encoding: Encoding | None = None
) -> Iterator[tuple[str, str]]:
    """Yields the labels and texts that explain a failure. A text without a label continues the text before it."""
    return ((line.label, line.text) for line in styled(failure, requirements, encoding))


def styled(failure: Failure, requirements: Mapping[str, Requirement], encoding: Encoding | None) -> Iterator[Line]:
    """Yields the lines that explain a failure. `encoding` is that of the operation; if it is None, less is marked and
    named."""
    pointers = failure.pointers
    yield from wrapped("why", failure.why)
    if pointers.law:
        yield from wrapped("law", pointers.law)
    if failure.after:
        yield from wrapped("after", ", ".join(sequence_shortly(data, "byte") for data in failure.after))
    if failure.operation:
        shown = example(failure.operation, failure.permitted, failure.outcome, encoding)
        yield from input_lines(shown)
        yield from outcome_lines(shown)
    elif failure.outcome:
        yield from wrapped("came", outcome_words(failure.outcome))
    yield from _sections(failure.requirements, requirements)
    if pointers.location:
        yield Line("at", (Piece(str(readable(pointers.location))),))
    if pointers.note:
        yield from wrapped("note", pointers.note)
    if pointers.is_vector:
        yield from (Line(label, (Piece(text),)) for label, text in _as_a_vector(failure))
    if pointers.rerun:
        yield Line("again", (Piece(pointers.rerun),))


def labelled(label: str, text: str) -> str:
    """Returns a label and its text as a line. The texts of several lines begin in the same column."""
    return f"{label:<{LABEL}}{text}"


def _sections(ids: Sequence[str], requirements: Mapping[str, Requirement]) -> Iterator[Line]:
    for id in ids[:_SECTIONS]:
        yield from wrapped("spec", f"{requirements[id].section}: {requirements[id].text} [{id}]")
    if len(ids) > _SECTIONS:
        yield Line("", (Piece(f"and {len(ids) - _SECTIONS} more requirements"),))


def _as_a_vector(failure: Failure) -> Iterator[tuple[str, str]]:
    """A case of a law as a vector to paste. A person must add the witnesses."""
    if failure.operation:
        first, *others = vector_lines(_NAME, failure.operation, failure.permitted)
        yield "vector", first
        yield from (("", line) for line in others)
        yield "", f"  requirements: [{', '.join(failure.requirements)}]"
        yield "", "  witnesses: []  # name two"


def family(vector: Vector) -> str:
    """The family of a vector's encoding: the name of the folder that has the vector's `vectors` or `edges`."""
    return Path(vector.location.file).parent.parent.name
