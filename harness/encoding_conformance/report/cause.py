"""One cause of failures as a person sees it: what the implementation does wrong, its example, and what it is like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from encoding_conformance.core.cause import Cause, LooksLike
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.report.example import WIDTH, Line, Piece, example, input_lines, outcome_lines, wrapped
from encoding_conformance.report.where import readable


def title(number: int, cause: Cause) -> str:
    """Returns the heading of a cause: its number, its title, and at the right the number of failures that it explains."""
    head = f"{number:<2} {cause.title}"
    return f"{head}  {counted(len(cause.explains)):>{max(0, WIDTH - len(head) - 2)}}"


def cause_lines(cause: Cause, requirements: Mapping[str, Requirement], encoding: Encoding | None) -> Iterator[Line]:
    """Yields the lines about a cause, without its heading. `encoding` is that of the cause; if it is None, less is marked and
    named."""
    verdict = cause.example
    if verdict.operation:
        shown = example(verdict.operation, verdict.permitted, verdict.outcome, encoding)
        yield from input_lines(shown)
        yield from outcome_lines(shown)
        if verdict.judgement.declared:
            yield from wrapped("known", verdict.judgement.declared)
    else:
        yield from wrapped("why", verdict.judgement.told.removeprefix(f"{cause.title}: "))
        if verdict.outcome is None:
            yield Line("id", (Piece(str(verdict.id)),))
        if verdict.pointers.location:
            yield Line("at", (Piece(str(readable(verdict.pointers.location))),))
    if cause.requirement:
        requirement = requirements[cause.requirement]
        yield from wrapped("spec", f"{requirement.section}: {requirement.text} [{requirement.id}]")
    if cause.looks_like:
        yield from wrapped("alike", alike_words(cause.looks_like, len(cause.explains)))
    if verdict.pointers.rerun:
        yield Line("again", (Piece(verdict.pointers.rerun),))


class UnitCauses(NamedTuple):
    """The causes of the failures of one implementation in one encoding, of which there is at least one."""

    implementation: str
    encoding: str
    causes: tuple[Cause, ...]

    @property
    def explaining(self) -> str:
        """How many causes explain how many failures."""
        return explaining(len(self.causes), sum(len(cause.explains) for cause in self.causes))


def by_unit(causes: Iterable[Cause]) -> Iterator[UnitCauses]:
    """Yields causes by their implementation and encoding. Those of one implementation and encoding must stand together."""
    for (implementation, encoding), found in groupby(causes, lambda cause: (cause.implementation, cause.encoding)):
        yield UnitCauses(implementation, encoding, tuple(found))


def alike_words(alike: LooksLike, failures: int) -> str:
    """Returns how well the failures of a cause, of which there are so many, fit those of a known mistake."""
    known = f'the known mistake "{alike.words}": '
    if alike.explained == failures and not alike.missing:
        return f"{known}the same {counted(failures)}, no other"
    missing = f", and {alike.missing:,} that did not occur here" if alike.missing else ""
    explained = "all" if alike.explained == failures else f"{alike.explained:,} of these"
    return f"{known}{explained} {counted(failures)}{missing}"


def explaining(causes: int, failures: int, others: int = 0) -> str:
    """Returns how many causes explain how many failures. Of these, no cause explains `others`."""
    if not causes:
        return counted(failures)
    explain = f"{causes} causes explain" if causes > 1 else "1 cause explains"
    if others:
        return f"{explain} {failures - others:,} of {counted(failures)}"
    return f"{explain} all {counted(failures)}" if failures > 1 else f"{explain} the only failure"


def counted(failures: int) -> str:
    """Returns the words for a number of failures."""
    return f"{failures:,} failure{'s' * (failures != 1)}"
