"""Reports the power of the suite: on the screen, as JSON lines, and as a page with the whole matrix."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from harness.commands.mutants.matrix import BOTH, CHECKS, EQUIVALENT, FATES, STILLBORN, SURVIVED, VECTORS, Matrix, fate
from harness.commands.mutants.trial import LawIn
from harness.report.html import templates

_SHOWN = 40
"""The number of ids of a list that are shown. The others are counted."""

_MEANING = {
    BOTH: "found by vectors, and by checks without them",
    VECTORS: "found by vectors alone",
    CHECKS: "found by checks alone",
    SURVIVED: "found by nothing",
    EQUIVALENT: "cannot be told from the sound codec, for the reason listed",
    STILLBORN: "a codec that does not load: it proves nothing",
}


def show(screen: Console, matrix: Matrix, everything: bool) -> None:
    """Shows a table of fates and lists of everything that is wrong. Only if `everything` was tried does it list the tests that no
    fault fails."""
    table = Table("faults of", *FATES, "all")
    for column in table.columns[1:]:
        column.justify = "right"
    total: Counter[str] = Counter()
    for source, fates in matrix.fates.items():
        total += fates
        table.add_row(source, *_counts(fates))
    table.add_section()
    table.add_row("all", *_counts(total))
    screen.print(table)
    for title, ids in _lists(matrix, everything):
        _show_list(screen, title, ids)
    living = total.total() - total[EQUIVALENT] - total[STILLBORN]
    found = living - total[SURVIVED]
    screen.print(
        f"{found} of {living} faults found: {total[BOTH] + total[VECTORS]} by vectors,"
        f" {total[BOTH] + total[CHECKS]} by checks; {total[EQUIVALENT]} more are equivalent,"
        f" {total[STILLBORN]} do not load"
    )


def _counts(fates: Counter[str]) -> list[str]:
    return [str(fates[fate] or "·") for fate in FATES] + [str(fates.total())]


def _lists(matrix: Matrix, everything: bool) -> Iterator[tuple[str, Sequence[object]]]:
    """All that is to be told, each with its title: what has a text that names it."""
    yield "faults that survive", matrix.survivors
    yield "faults that are said to be equivalent, but were found", matrix.told_apart
    yield "faults that nothing finds that serves the requirement", [f"{a}: {b}" for a, b in matrix.unseen]
    if everything:
        yield "requirements that no fault was planted to break", matrix.unbroken
        yield "laws that no fault breaks", matrix.idle_laws
        yield (
            "vectors that fail on no fault (of large inputs: on none that others do not find)",
            matrix.idle_vectors,
        )


def _show_list(screen: Console, title: str, ids: Sequence[object]) -> None:
    if not ids:
        return
    screen.print(f"{len(ids)} {title}:")
    for id in ids[:_SHOWN]:
        screen.print(f"  {id}", soft_wrap=True)
    if len(ids) > _SHOWN:
        screen.print(f"  … and {len(ids) - _SHOWN} more; --json FILE has them all")


def write_json(path: Path, matrix: Matrix, seed: int) -> None:
    """Writes one JSON object for each fault, and at the end the tests that no fault fails. Raises OSError."""
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _lines(matrix, seed)), "utf-8")


def _lines(matrix: Matrix, seed: int) -> Iterator[dict[str, Any]]:
    yield {"type": "header", "seed": seed}
    for fault, trial in matrix.tried:
        yield {
            "type": "fault",
            "id": fault.id,
            "encodings": fault.encodings,
            "breaks": fault.breaks,
            "fate": fate(fault, trial),
            "equivalent": fault.equivalent or None,
            "vectors": list(map(str, trial.vectors)),
            "laws": list(map(str, trial.laws)),
        }
    yield {
        "type": "footer",
        "idle_vectors": list(map(str, matrix.idle_vectors)),
        "idle_laws": list(map(str, matrix.idle_laws)),
        "unbroken_requirements": matrix.unbroken,
    }


def write_html(path: Path, matrix: Matrix, seed: int) -> None:
    """A page: fates, and fault × check. Raises OSError."""
    checks = list(dict.fromkeys(each.law.check for each in matrix.laws))
    rows = [
        (fault, fate(fault, trial), trial.vectors, [_mark(check, trial.laws) for check in checks])
        for fault, trial in matrix.tried
    ]
    page = (
        templates()
        .get_template("power.html")
        .render(seed=seed, fates=FATES, meaning=_MEANING, matrix=matrix, checks=checks, rows=rows, lists=_lists(matrix, True))
    )
    path.write_text(page, encoding="utf-8")


def _mark(check: str, laws: Iterable[LawIn]) -> bool:
    return any(each.law.check == check for each in laws)
