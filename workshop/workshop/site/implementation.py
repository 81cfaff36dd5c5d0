"""The page of an implementation: in each encoding, why something did not pass; and the scripts with the test vectors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.text import abridged
from encoding_conformance.report.markdown import code, plain, row
from workshop.links import anchor, linked
from workshop.site import lists
from workshop.site.atlas import COUNTED, FAILED, KNOWN, SKIPPED, Atlas, Case, Reason
from workshop.site.encodings import REQUIREMENTS

MOST = 100
"""The most test vectors of a reason that a site has. The others are counted."""

_EXAMPLE = 300
"""The longest input or outcome of an example that is shown without a click."""

_TEXT = 600
"""The most characters of a reason that are shown where it can be opened."""

_STATES = {FAILED: "failed", KNOWN: "known deviation", SKIPPED: "skipped"}

_HEAD = """\
---
orphan: true
---

# {name} in the atlas

[← Atlas](../atlas.md)

{about}
"""

_CAUSES = """\
# Causes of failures

A cause is one mistake of an implementation in an encoding, with the failures that it explains.
[Reading the results](docs/reading-results.md) says how causes are found. Failures that a manifest declares are not among them:
the [atlas](atlas.md) shows them as known deviations.
"""


@dataclass(frozen=True)
class Known:
    """What the pages of implementations need besides the results: the manifests by name, the requirements by id, the encodings
    that have a page, and the paths and faults of the reports for upstream, by implementation."""

    manifests: Mapping[str, Implementation]
    requirements: Mapping[str, Requirement]
    encodings: Sequence[str]
    reports: Mapping[str, Sequence[tuple[str, str]]]


def page(atlas: Atlas, name: str, known: Known) -> str:
    """The page in Markdown. It is in a folder of its own."""
    encodings = atlas.encodings_of(name)
    lines = [_HEAD.format(name=plain(name), about=_about(atlas, name, known))]
    lines += [row(["encoding", *COUNTED]), row(["---"] + ["---:"] * len(COUNTED))]
    for encoding in encodings:
        counts = atlas.units[name, encoding]
        lines.append(row([f"[{encoding}](#{encoding})", *(f"{counts[each]:,}" for each in COUNTED)]))
    for encoding in encodings:
        lines += ["", f"## {encoding}", "", *_of_encoding(atlas, name, encoding, known)]
    return "\n".join(lines) + "\n"


def _about(atlas: Atlas, name: str, known: Known) -> str:
    manifest = known.manifests.get(name)
    parts = [manifest.title if manifest else "", atlas.report.versions.get(name, ""), manifest.homepage if manifest else ""]
    about = "; ".join(linked(part) for part in parts if part)
    reports = "; ".join(f"[{plain(fault)}](../{path})" for path, fault in known.reports.get(name, ()))
    return f"{about}\n\nReports for upstream: {reports}." if reports else about


def _of_encoding(atlas: Atlas, name: str, encoding: str, known: Known) -> Iterator[str]:
    if encoding in known.encodings:
        yield from (f"[About {encoding}](../encodings/{encoding}.md)", "")
    reasons = atlas.reasons((name, encoding))
    if not atlas.units[name, encoding].keys() & {FAILED, KNOWN}:
        yield from ("All test vectors and checks that could be run held.", "")
    for number, (reason, cases) in enumerate(reasons):
        counted = f"{len(cases):,} test vectors and checks" if len(cases) > 1 else "1 test vector or check"
        summary = counted
        if reason.state == SKIPPED:
            summary = f"{_kind(reason)}: {abridged(reason.text, _TEXT)}: {counted}"
        else:
            yield from (_told(reason, known), "", *_example(cases[0]))
        yield from (lists.heading(f"../{atlas.data(name, encoding)}", number, summary), "")


def _kind(reason: Reason) -> str:
    return f"{_STATES[reason.state]}, {reason.kind}" if reason.kind not in _STATES else _STATES[reason.state]


def _told(reason: Reason, known: Known) -> str:
    broken = ", ".join(_requirement(id, known) for id in reason.requirements)
    since = f"; since {plain(reason.since)}" if reason.since else ""
    url = f"; {linked(reason.url)}" if reason.url else ""
    return f"**{plain(_kind(reason))}**: {linked(reason.text)}{f' ({broken})' if broken else ''}{since}{url}"


def _requirement(id: str, known: Known, up: str = "../") -> str:
    return f"[{id}]({up}{REQUIREMENTS}{anchor(id)})" if id in known.requirements else plain(id)


def _example(case: Case) -> Iterator[str]:
    """The bytes of the plainest case, so that they are seen and found without a click."""
    if case.operation and max(map(len, (case.input, case.got, *case.expected))) <= _EXAMPLE:
        expected = " or ".join(map(code, case.expected)) or "nothing that is stated"
        got = code(case.got) if case.got else "no answer"
        asked = f"{case.operation} {case.input}"
        yield from (f"For example, {code(asked)}: expected {expected}, got {got}.", "")


def script(atlas: Atlas, name: str, encoding: str) -> str:
    """The script with the cases of an implementation in an encoding: a list for each reason."""
    found = [
        lists.Listed([_item(case) for case in cases[:MOST]], max(0, len(cases) - MOST))
        for _, cases in atlas.reasons((name, encoding))
    ]
    run = f"conform run -i {name} -e {encoding}"
    return lists.script(f"{run} -k", f"{run} --json FILE", found)


def _item(case: Case) -> lists.Item:
    asked = [(case.operation, case.input)] if case.operation else []
    got = [("got", case.got)] if case.got else []
    return lists.Item(str(case.id), [*asked, *(("expected", each) for each in case.expected), *got])


def causes_page(atlas: Atlas, known: Known) -> str:
    """The page of the causes of failures in the report."""
    if not atlas.report.causes:
        return f"{_CAUSES}\nEvery failure in the report is declared, so it has no cause.\n"
    lines = [_CAUSES, row(["implementation", "encoding", "cause", "requirement", "failures"]), row(["---"] * 4 + ["---:"])]
    for each in atlas.report.causes:
        name = plain(each.implementation)
        if (each.implementation, each.encoding) in atlas.units:
            name = f"[{name}]({atlas.page(each.implementation)}.md#{each.encoding})"
        broken = _requirement(each.requirement, known, "")
        lines.append(row([name, plain(each.encoding), plain(each.title), broken, f"{len(each.explains):,}"]))
    return "\n".join([*lines, ""])
