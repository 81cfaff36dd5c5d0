"""Makes a page of the results of a run, in Markdown: a matrix of implementations and encodings, then the deviations."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from encoding_conformance.adapters.installation import bare
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.verdict import Cause, Deviation, Ground, Status, Verdict
from encoding_conformance.report.markdown import code, plain, row
from encoding_conformance.report.reading import Report
from workshop.atlas.overview import HELD, RECOMMENDED, Overview, deviations, natural
from workshop.links import anchor, anchors, linked

_TITLE, _WITHOUT = "Results", "Without any deviation"
"""The headings that are not names of implementations."""

_HEAD = f"""\
# {_TITLE}

Do not edit this page: `python -m workshop results REPORT.jsonl --markdown docs/results.md` generates it from the report of
`conform run --json REPORT.jsonl`.

{HELD} means that every test vector and every check of the encoding holds. Otherwise, a cell counts the reasons of the deviations
that the implementation's manifest declares. One fault may have several reasons, and each may show in many vectors. A *bug*
contradicts the library's documentation, or a standard that the library claims to follow. A *choice* is documented or clearly
intended. A *limit* comes from the library's types or interface. ✗ counts failures that the manifest does not declare, and !
counts what could not be judged. ? counts what was not asked because the implementation had already failed too often. · means
that the implementation does not offer the encoding.

"{RECOMMENDED}" is said where the manifest declares that ill-formed input is replaced by U+FFFD for each maximal subpart
(The Unicode Standard, 3.9), and all test vectors of ill-formed bytes held. Elsewhere, implementations reject such input.

"412 beyond 7FFF" says that the manifest declares 7FFF as the largest value that the library can hold. It answered 412 tests of
larger values with "unsupported", so they neither held nor failed, and the checks were asked with smaller values only. A cell does
not count tests that do not apply. Encodings of one family share a column; a cell names them if their results differ.
"""

_EXAMPLES = 3
"""The number of ids of a reason that are shown. The others are counted."""

_ENCODINGS = 3
"""The most encodings of a reason that are named. If there are more, they are counted."""

_UNDECLARED: Mapping[Status | Ground, str] = {
    Status.FAIL: "Not declared, fails",
    Status.ERROR: "Not declared, could not be judged",
    Ground.NOT_ASKED: "Skipped",
}
"""The beginnings of items about undeclared failures."""


def results_page(report: Report, overview: Overview, own: Mapping[str, Implementation], folder: Path) -> str:
    """The page. The same lines give the same page, in whatever order the implementations were asked. `own` are the project's
    implementations by name, and `folder` is the folder for the page, which also has requirements.md."""
    deviating = _deviating(overview)
    sections = [_HEAD, *_table(report, overview), ""]
    if absent := sorted(own.keys() - set(overview.names), key=natural):
        sections += [f"Not in this run: {', '.join(map(plain, absent))}.", ""]
    if whole := [name for name in overview.names if name not in deviating]:
        sections += [f"## {_WITHOUT}", "", *(f"- {plain(name)}: {_about(report, own, name)}" for name in whole), ""]
    for name in deviating:
        sections += [f"## {plain(name)}", "", f"{_about(report, own, name)}{_upstream(own, name, folder)}", ""]
        causes = {id: cause for cause in report.causes if cause.implementation == name for id in cause.explains}
        sections += [*_reasons(overview.lines(name), causes), ""]
    return "\n".join(sections).rstrip() + "\n"


def _deviating(overview: Overview) -> list[str]:
    return [name for name in overview.names if overview.deviates(name)]


def _links(overview: Overview) -> dict[str, str]:
    """The ends of links to the sections of the page, by name."""
    return anchors([_TITLE, _WITHOUT, *_deviating(overview)])


def _table(report: Report, overview: Overview) -> Iterator[str]:
    links = _links(overview)
    yield row(["implementation", "version", *map(plain, overview.heads)])
    yield row(["---"] * (2 + len(overview.heads)))
    for name in overview.names:
        link = f"[{plain(name)}]({links[name]})" if name in links else plain(name)
        yield row([link, _version(report, name), *map(plain, overview.cells(name))])


def _version(report: Report, name: str) -> str:
    return plain(bare(report.versions.get(name, "")))


def _about(report: Report, own: Mapping[str, Implementation], name: str) -> str:
    known = own.get(name)
    parts = [known.title if known else "", report.versions.get(name, ""), known.homepage if known else ""]
    return "; ".join(linked(part) for part in parts if part)


def _upstream(own: Mapping[str, Implementation], name: str, folder: Path) -> str:
    """Links to the reports for upstream, if there are any: REPORT.md, or REPORT-<fault>.md for each of several faults."""
    files = sorted(own[name].folder.glob("REPORT*.md")) if name in own else []
    return "".join(f"; [{_report(file)}]({Path(os.path.relpath(file, folder)).as_posix()})" for file in files)


def _report(file: Path) -> str:
    fault = file.stem.removeprefix("REPORT").removeprefix("-")
    return "report for upstream" + (f", {plain(fault)}" if fault else "")


def _reasons(lines: list[Verdict], causes: Mapping[Id, Cause]) -> Iterator[str]:
    """An item for each reason, beginning with failures that no manifest declares. `causes` are those of the implementation, by
    the ids that they explain."""
    for state, alike in _undeclared(lines).items():
        by_reason: dict[tuple[str, str], list[Verdict]] = {}
        for line in alike:
            by_reason.setdefault(_reason(line, causes), []).append(line)
        for (reason, requirement), of_it in sorted(by_reason.items(), key=lambda item: item[0]):
            broken = _broken([requirement] if requirement else [])
            yield f"- {_UNDECLARED[state]}: {linked(reason)}{broken}: {_examples(of_it)}"
    for declared, excused in deviations(lines).items():
        yield f"- {_told(declared)}: {_examples(excused)}"


def _reason(line: Verdict, causes: Mapping[Id, Cause]) -> tuple[str, str]:
    """The title of the cause of a failure and the requirement that it breaks. It is the reason of the verdict, and no
    requirement, for what has no cause."""
    if line.state in (Status.FAIL, Status.ERROR) and (cause := causes.get(line.id)):
        return cause.title, cause.requirement
    return line.told, ""


def _undeclared(lines: list[Verdict]) -> dict[Status | Ground, list[Verdict]]:
    found = {state: [line for line in lines if line.state == state] for state in _UNDECLARED}
    return {state: alike for state, alike in found.items() if alike}


def _told(deviation: Deviation) -> str:
    since = f", since {plain(deviation.since)}" if deviation.since else ""
    url = f", {linked(deviation.url)}" if deviation.url else ""
    return f"**{deviation.kind}** {linked(deviation.what)}{_broken(deviation.requirements)}{since}{url}"


def _broken(requirements: Sequence[str]) -> str:
    """Links to requirements, in brackets; empty if there are none."""
    links = ", ".join(f"[{id}](requirements.md{anchor(id)})" for id in requirements)
    return f" ({links})" if links else ""


def _examples(lines: list[Verdict]) -> str:
    encodings = sorted({line.encoding for line in lines}, key=natural)
    where = ", ".join(encodings) if len(encodings) <= _ENCODINGS else f"{len(encodings)} encodings"
    ids = [str(line.id) for line in sorted(lines, key=lambda line: line.id.kind in (IdKind.EDGE_CASE, IdKind.CHECK))]
    more = ", …" if len(ids) > _EXAMPLES else ""
    return f"{len(ids)} of {where}, {', '.join(map(code, ids[:_EXAMPLES]))}{more}"
