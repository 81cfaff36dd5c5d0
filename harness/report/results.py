"""A page of the results of a run, in Markdown: a matrix of implementations and encodings, then the deviations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from harness.compare.recorded import DEVIATION, Line, Report
from harness.core.verdict import ERROR, FAIL, KNOWN_DEVIATION, PASS
from harness.specification.faults import shortened

_SYMBOLS = {PASS: "✓", DEVIATION: "≈", FAIL: "✗", ERROR: "!"}

_HEAD = """\
# Results

Made by `conform results REPORT.jsonl --markdown docs/results.md` from the report of `conform run --json REPORT.jsonl`;
not to be edited.

Numbers count test vectors and laws: ✓ that hold, ≈ that fail as the implementation's manifest declares (the reasons
stand below), ✗ that fail, ! that could not be judged. What does not apply, or lies beyond a declared limit, is not
counted; · is an encoding that is not offered. Encodings whose names differ in a last number only share a column.
"""

_EXAMPLES = 3
"""Ids of a reason that are shown; the others are counted."""

_LONGEST = 1000
"""Characters of a text that are shown."""

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_LINK = re.compile(r"(https?://[^\s<>()]*[^\s<>().,;:])")
_NUMBER = re.compile(r"(\d+)")
_NUMBERED = re.compile(r"(.+)-(\d+)")


def results_page(report: Report) -> str:
    """The page; the same lines give the same page, in whatever order the implementations were asked."""
    names = sorted({line.implementation for line in report.lines}, key=_natural)
    of = {name: [line for line in report.lines if line.implementation == name] for name in names}
    deviating = [name for name in names if any(line.state in _EXPLAINED for line in of[name])]
    sections = [_HEAD, *_matrix(report, of), ""]
    if without := [name for name in names if name not in deviating]:
        sections += [f"Without any deviation: {', '.join(map(_plain, without))}.", ""]
    for name in deviating:
        version = report.versions.get(name, "")
        sections += [f"## {_plain(name)}" + (f": {_plain(version)}" if version else ""), ""]
        sections += [*_reasons(of[name]), ""]
    return "\n".join(sections).rstrip() + "\n"


def _matrix(report: Report, of: dict[str, list[Line]]) -> Iterator[str]:
    encodings = sorted({line.encoding for line in report.lines}, key=_natural)
    columns = _columns(encodings)
    yield _row(["implementation", "version", *columns])
    yield _row(["---"] * (2 + len(columns)))
    for name, lines in of.items():
        cells = [_cell(line for line in lines if line.encoding in members) for members in columns.values()]
        yield _row([_plain(name), _plain(report.versions.get(name, "")), *cells])


def _columns(encodings: Sequence[str]) -> dict[str, list[str]]:
    """The encodings of each column, by its head: those that differ in a last number only stand in one."""
    alike: dict[str, list[str]] = {}
    for encoding in encodings:
        numbered = _NUMBERED.fullmatch(encoding)
        alike.setdefault(f"{numbered[1]}-" if numbered else encoding, []).append(encoding)
    return {_head(members): members for members in alike.values()}


def _head(encodings: Sequence[str]) -> str:
    first, last = encodings[0], encodings[-1]
    return _plain(first) if first == last else f"{_plain(first)} … {last.rpartition('-')[2]}"


def _cell(lines: Iterable[Line]) -> str:
    counts = Counter(line.state for line in lines)
    return " ".join(f"{symbol} {counts[state]}" for state, symbol in _SYMBOLS.items() if counts[state]) or "·"


_EXPLAINED = {DEVIATION: "", FAIL: "Not declared, fails: ", ERROR: "Not declared, could not be judged: "}
"""How an item of the list begins."""


def _reasons(lines: Iterable[Line]) -> Iterator[str]:
    """An item for each reason, those of the most ids first."""
    alike: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        if line.state in _EXPLAINED:
            alike.setdefault((line.state, line.reason.removeprefix(KNOWN_DEVIATION)), []).append(line.id)
    order = list(_EXPLAINED)
    most_first = sorted(alike.items(), key=lambda item: (order.index(item[0][0]), -len(item[1]), item[0]))
    for (state, reason), ids in most_first:
        more = f" and {len(ids) - _EXAMPLES} more" if len(ids) > _EXAMPLES else ""
        examples = ", ".join(map(_code, ids[:_EXAMPLES]))
        yield f"- {_EXPLAINED[state]}{_linked(reason)}: {len(ids)}, {examples}{more}"


def _natural(name: str) -> list[tuple[bool, int, str]]:
    """Sorts numbers in names by what they are worth."""
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in _NUMBER.split(name) if part]


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    """A text that Markdown shows as it is, on one line."""
    return _MARKUP.sub(r"\\\1", shortened(text, _LONGEST))


def _linked(text: str) -> str:
    """The same, with its addresses as links."""
    parts = _LINK.split(shortened(text, _LONGEST))
    return "".join(f"<{part}>" if _LINK.fullmatch(part) else _plain(part) for part in parts)


def _code(id: str) -> str:
    return f"`{shortened(id, _LONGEST).replace('`', '')}`"
