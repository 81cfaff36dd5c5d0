"""The explanation of a failure, and of a cause of failures, for every kind of report."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, repeat
from operator import add
from pathlib import Path
from typing import NamedTuple

from encoding_conformance import data_folders
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import IdKind, Location
from encoding_conformance.core.notation import explain_command
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.text import counted, first_of, in_lines
from encoding_conformance.core.verdict import Cause, LooksLike, Status, Verdict
from encoding_conformance.explain.marked import Piece
from encoding_conformance.report.example import (
    WIDTH,
    LabelledLine,
    example,
    input_lines,
    labelled,
    outcome_lines,
    outcome_shortly,
    outcome_words,
    wrapped,
)

_MOST_REQUIREMENTS = 3
_MOST_INPUTS = 8
"""The most other inputs that a cause names."""
_EXPLAINED = 16
"""The most bytes or values of an input for which the command that explains it is shown."""


def lines(verdict: Verdict, requirements: Mapping[str, Requirement], encoding: Encoding | None = None) -> Iterator[LabelledLine]:
    """Yields the lines that explain a failure. Without the encoding of its operation, less is marked and named."""
    pointers = verdict.pointers
    yield from wrapped("why", verdict.message + (f" (at fault: {verdict.blame})" if verdict.blame else ""))
    if pointers.check:
        yield from wrapped("check", pointers.check)
    yield from _example(verdict, encoding)
    if verdict.got and not verdict.operation:
        yield from wrapped("got", outcome_words(verdict.got))
    for id in verdict.requirements[:_MOST_REQUIREMENTS]:
        yield from _spec(requirements[id])
    if (rest := len(verdict.requirements) - _MOST_REQUIREMENTS) > 0:
        yield labelled("", f"and {rest} more requirements")
    if pointers.location:
        yield labelled("at", str(readable(pointers.location)))
    if pointers.note:
        yield from wrapped("note", pointers.note)
    if pointers.rerun:
        yield labelled("rerun", pointers.rerun)


def in_short(verdict: Verdict) -> str:
    """Returns on one line the outcome and the expected one, or the reason of the verdict."""
    if verdict.got is None or not verdict.expected:
        return verdict.reason
    return f"got {outcome_shortly(verdict.got)}, expected {outcome_shortly(verdict.expected[0])}"


def _example(verdict: Verdict, encoding: Encoding | None) -> Iterator[LabelledLine]:
    if verdict.operation:
        shown = example(verdict.operation, verdict.expected, verdict.got, encoding)
        yield from (*input_lines(shown), *outcome_lines(shown))


def _spec(requirement: Requirement) -> Iterator[LabelledLine]:
    yield from wrapped("spec", requirement.cited)
    if requirement.url:
        yield LabelledLine("", (Piece(requirement.url, "address"),))


DECLARE = "if it replaces on purpose, say in the manifest, for this encoding or for all:"
"""The words before the manifest line that would make most of a cause right."""


def title(number: int, cause: Cause) -> str:
    """Returns the heading of a cause in lines of `WIDTH` columns: number, title, and at the right the number of failures."""
    count = counted(len(cause.explains), _word([cause]))
    heads = chain([f"{number:<2} "], repeat("   "))
    room = WIDTH - len("   ")
    lines = in_lines(cause.title, room)
    if len(lines[-1]) > room - len(f"  {count}"):  # then a word more goes to the line that has the number
        lines[-1:] = in_lines(lines[-1], len(lines[-1]) - 1)
    *before, last = map(add, heads, lines)
    return "\n".join([*before, f"{last}{count:>{WIDTH - len(last)}}"])


def cause_lines(cause: Cause, requirements: Mapping[str, Requirement], encoding: Encoding | None) -> Iterator[LabelledLine]:
    """Yields the lines about a cause, without its heading. A cause of failing inputs ends with the names of the other inputs.
    Without the encoding of the cause, less is marked and named."""
    verdict = cause.example
    if verdict.operation:
        yield from _example(verdict, encoding)
        if verdict.declared:
            yield from wrapped("known", verdict.declared)
    else:
        if verdict.message != cause.title:
            yield from wrapped("why", verdict.message.removeprefix(f"{cause.title}: "))
        if verdict.pointers.check:
            yield from wrapped("check", verdict.pointers.check)
        if verdict.got is None and verdict.id.kind != IdKind.START:
            yield labelled("id", str(verdict.id))
        if verdict.pointers.location:
            yield labelled("at", str(readable(verdict.pointers.location)))
    if cause.requirement:
        yield from _spec(requirements[cause.requirement])
    if cause.looks_like:
        yield from wrapped("looks like", looks_like_words(cause.looks_like, len(cause.explains)))
    if cause.declaration:
        yield labelled("perhaps", DECLARE)
        yield labelled("", cause.declaration)
    if verdict.pointers.rerun:
        yield labelled("rerun", verdict.pointers.rerun)
    if verdict.id.kind == IdKind.INPUT and (others := [id.name for id in cause.explains[1:]]):
        yield from wrapped("also", first_of(others, _MOST_INPUTS))


def next_step(cause: Cause) -> str:
    """Returns what to do about the first cause."""
    operation = cause.example.operation
    again = "next: fix cause 1, and run again"
    if cause.example.id.kind != IdKind.INPUT:
        again += "; --failed-in REPORT repeats only what failed in a --json report"
    if operation is None or not 0 < len(operation.input) <= _EXPLAINED:
        return again
    return f"{again}; `{explain_command(operation)}` explains the expected outcome"


class UnitCauses(NamedTuple):
    """The causes of the failures of one implementation in one encoding: at least one."""

    implementation: str
    encoding: str
    causes: tuple[Cause, ...]

    @property
    def explaining(self) -> str:
        """How many causes explain how many failures."""
        number, word = sum(len(cause.explains) for cause in self.causes), _word(self.causes)
        explain = f"{counted(len(self.causes), 'cause')} {'explain' if len(self.causes) > 1 else 'explains'}"
        return f"{explain} all {counted(number, word)}" if number > 1 else f"{explain} the only {word}"


def by_unit(causes: Iterable[Cause]) -> Iterator[UnitCauses]:
    """Yields causes grouped by implementation and encoding. Those of a group must be adjacent."""
    for (implementation, encoding), group in groupby(causes, lambda cause: (cause.implementation, cause.encoding)):
        yield UnitCauses(implementation, encoding, tuple(group))


def _word(causes: Sequence[Cause]) -> str:
    """Returns the word for what these causes explain."""
    if all(cause.example.id.kind == IdKind.INPUT for cause in causes):
        return "failing input"
    return "error" if all(cause.example.status == Status.ERROR for cause in causes) else "failure"


def looks_like_words(looks_like: LooksLike, failures: int) -> str:
    """Returns how well the failures of a cause fit another encoding."""
    if not looks_like.missing:
        return f"{looks_like.encoding}: all {counted(failures, 'failure')}, no other"
    return f"{looks_like.encoding}: all {counted(failures, 'failure')}, and {looks_like.missing:,} that did not occur here"


def readable(location: Location) -> Location:
    """Returns the location with a short path. The path of an installed data file begins at the root of the package, as in the
    repository. Any other path below the working directory begins there, so that people can open it, and a CI service can link
    it to the user's repository."""
    file = Path(location.file)
    for folder in (Path.cwd(),) if data_folders.IS_CHECKOUT else (data_folders.PACKAGE, Path.cwd()):
        if file.is_relative_to(folder):
            return location._replace(file=file.relative_to(folder).as_posix())
    return location
