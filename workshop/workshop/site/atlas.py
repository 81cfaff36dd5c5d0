"""The results in a report: the counts of each implementation in each encoding, and what did not pass, by its reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from sys import intern
from typing import Any, NamedTuple

from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.text import abridged
from encoding_conformance.core.verdict import DeviationKind, Ground, Status, Verdict
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report.reading import Report, read
from workshop.links import natural
from workshop.site.silences import is_silence

HELD, KNOWN, FAILED, SKIPPED = "pass", "known", "fail", "skip"
COUNTED = (HELD, KNOWN, FAILED, SKIPPED)
"""The counts of an implementation in an encoding. Whatever could not be judged counts as failed, and what a newer version
of a library does otherwise counts as skipped, as in the exit status of a run. A check that does not apply to the encoding is not
counted: that says nothing of the implementation."""

_COUNTED: dict[Status | Ground, str] = {Status.PASS: HELD, Ground.DEVIATION: KNOWN, Status.FAIL: FAILED, Status.ERROR: FAILED}

_LONGEST = 2000
"""The most characters of an input or an outcome that are shown."""

_ENCODING = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

PAGES, DATA = "atlas", "atlas-data"
"""The folders of the pages of implementations, and of the scripts with their cases."""

Unit = tuple[str, str]
"""The name of an implementation, and an encoding."""


class Case(NamedTuple):
    """A vector or check that did not pass: the operation, the expected and the actual outcome, as the report has it. What is
    missing there is empty."""

    id: Id
    operation: str
    input: str
    expected: tuple[str, ...]
    got: str

    @property
    def order(self) -> tuple[bool, bool, int, str]:
        """A key that puts the plainest cases first: those with bytes, then those that were written by hand, then short
        ones."""
        return not self.operation, self.id.kind in (IdKind.EDGE_CASE, IdKind.CHECK), len(self.input), str(self.id)


class Reason(NamedTuple):
    """Why something did not pass. `kind` is that of a known deviation, or what people call the reason. `requirements` are those
    that it breaks, and `url` is a page about it; both may be empty."""

    state: str
    kind: str
    text: str
    requirements: tuple[str, ...] = ()
    since: str = ""
    url: str = ""

    @property
    def order(self) -> tuple[int, int, str]:
        """A key that puts failures first, then bugs, choices and limits, then what was skipped."""
        kinds: Sequence[str] = list(DeviationKind)
        known = kinds.index(self.kind) if self.kind in kinds else len(kinds)
        return (FAILED, KNOWN, SKIPPED).index(self.state), known, self.text


@dataclass
class Atlas:
    """`units` has the counts of each implementation in each encoding, and `cases` has what did not pass, by its reason.
    `silences` are the lines about vectors about which the specification is silent."""

    report: Report
    units: Mapping[Unit, Counter[str]]
    cases: Mapping[Unit, Mapping[Reason, Sequence[Case]]]
    silences: Sequence[Verdict]

    @cached_property
    def implementations(self) -> list[str]:
        return sorted({name for name, _ in self.units}, key=natural)

    @cached_property
    def _files(self) -> Mapping[str, str]:
        return files(self.implementations)

    def page(self, name: str) -> str:
        """The page of an implementation, without the ending of its file."""
        return f"{PAGES}/{self._files[name]}"

    def data(self, name: str, encoding: str) -> str:
        """The script with the cases of an implementation in an encoding."""
        return f"{DATA}/{self._files[name]}/{encoding}.js"

    def encodings_of(self, name: str) -> list[str]:
        """The encodings in which an implementation was run."""
        return sorted((encoding for implementation, encoding in self.units if implementation == name), key=natural)

    def reasons(self, unit: Unit) -> list[tuple[Reason, Sequence[Case]]]:
        """The reasons of a unit with their cases: failures first, and the reasons with most cases first."""
        found = self.cases.get(unit, {})
        return sorted(found.items(), key=lambda item: (item[0].order[:2], -len(item[1]), item[0].text))

    def kinds(self, name: str) -> list[str]:
        """The kinds of an implementation's known deviations."""
        reasons = [reason for unit, found in self.cases.items() if unit[0] == name for reason in found]
        found = {reason.kind for reason in reasons if reason.state == KNOWN}
        return [kind for kind in DeviationKind if kind in found]

    def total(self, units: Iterable[Unit]) -> Counter[str]:
        """The counts of several units together."""
        return sum((self.units[unit] for unit in units if unit in self.units), Counter())


@dataclass
class _Taken:
    """Collects the verdicts of a report. Failures wait for their causes, which come later."""

    path: Path
    units: dict[Unit, Counter[str]] = field(default_factory=dict)
    found: dict[Unit, dict[Reason, list[Case]]] = field(default_factory=dict)
    failed: list[tuple[Unit, Reason, Case]] = field(default_factory=list)
    silences: list[Verdict] = field(default_factory=list)

    def take(self, line: Verdict, found: Mapping[str, Any]) -> None:
        if is_silence(line):
            self.silences.append(line)
        if line.ground == Ground.PROPERTY:
            return
        if not _ENCODING.fullmatch(line.encoding):
            raise WrongUsage(f"{self.path}: {line.encoding[:_LONGEST]!r} is not the id of an encoding")
        unit = line.implementation, line.encoding
        self.units.setdefault(unit, Counter())[_COUNTED.get(line.state, SKIPPED)] += 1
        if line.status.is_bad:
            self.failed.append((unit, _reason(line), _case(line, found)))
        elif line.status != Status.PASS:
            self.add(unit, _reason(line), _case(line, found))

    def add(self, unit: Unit, reason: Reason, case: Case) -> None:
        self.found.setdefault(unit, {}).setdefault(reason, []).append(case)


def read_atlas(path: Path) -> Atlas:
    """The results in a report's file. Raises WrongUsage if the file is not a report, and OSError if it cannot be read."""
    taken = _Taken(path)
    report = read(path, taken.take)
    causes = {(cause.implementation, id): cause for cause in report.causes for id in cause.explains}
    for unit, reason, case in taken.failed:
        cause = causes.get((unit[0], case.id))
        broken = (cause.requirement,) if cause and cause.requirement else ()
        taken.add(unit, Reason(FAILED, reason.kind, cause.title, broken) if cause else reason, case)
    return Atlas(report, taken.units, {unit: _merged(reasons) for unit, reasons in taken.found.items()}, taken.silences)


def _case(line: Verdict, found: Mapping[str, Any]) -> Case:
    def text(key: str) -> str:
        return intern(abridged(found[key], _LONGEST)) if isinstance(found.get(key), str) else ""

    expected = found.get("expected")
    listed = expected if isinstance(expected, list) else []
    texts = tuple(intern(abridged(str(each), _LONGEST)) for each in listed)  # which many implementations share
    return Case(line.id, text("operation"), text("input"), texts, text("got"))


def _reason(line: Verdict) -> Reason:
    if declared := line.deviation:
        return Reason(KNOWN, declared.kind, declared.what, declared.requirements, declared.since, declared.url)
    if line.status == Status.SKIP:
        return Reason(KNOWN if line.state == Ground.DEVIATION else SKIPPED, line.ground or Status.SKIP, line.reason)
    return Reason(FAILED, line.status, line.reason)


def _merged(reasons: Mapping[Reason, list[Case]]) -> dict[Reason, list[Case]]:
    """The reasons, of which those are one that differ only in the requirements that they break."""
    broken: dict[Reason, set[str]] = {}
    cases: dict[Reason, list[Case]] = {}
    for reason, of_it in reasons.items():
        bare = reason._replace(requirements=())
        broken.setdefault(bare, set()).update(reason.requirements)
        cases.setdefault(bare, []).extend(of_it)
    return {
        bare._replace(requirements=tuple(sorted(broken[bare]))): sorted(cases[bare], key=lambda case: case.order)
        for bare in cases
    }


_UNSAFE = re.compile(r"[^\w.-]|^\.", re.ASCII)
_LONGEST_NAME = 80


def files(names: Iterable[str]) -> dict[str, str]:
    """A name for a file for each of these names, which no file system takes for the same one."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        bare = _UNSAFE.sub("_", name)[:_LONGEST_NAME]
        file, number = bare, 1
        while file.casefold() in taken:
            number += 1
            file = f"{bare}_{number}"
        taken.add(file.casefold())
        found[name] = file
    return found
