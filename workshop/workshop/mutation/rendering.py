"""Reports which mutants were killed, and by what: on the screen, as JSON lines, and as a page with the whole matrix."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from encoding_conformance.report.drawing import templates
from workshop.mutation.matrix import BOTH, CHECKS, DOES_NOT_LOAD, EQUIVALENT, FATES, SURVIVED, VECTORS, KillMatrix, fate
from workshop.mutation.trial import LawIn

_SHOWN = 40
"""The most ids of a list that are shown. The others are counted."""

_MEANING = {
    BOTH: "killed by vectors, and by checks without them",
    VECTORS: "killed by vectors alone",
    CHECKS: "killed by checks alone",
    SURVIVED: "killed by nothing",
    EQUIVALENT: "cannot be told from the sound codec, for the reason listed",
    DOES_NOT_LOAD: "a codec that does not load: it proves nothing",
}


def show(screen: Console, matrix: KillMatrix, everything: bool) -> None:
    """Shows a table of fates, and lists of everything that is wrong. The lists of tests that fail on no mutant are shown
    only if `everything` was tried."""
    table = Table("mutants of", *FATES, "all")
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
    living = total.total() - total[EQUIVALENT] - total[DOES_NOT_LOAD]
    killed = living - total[SURVIVED]
    screen.print(
        f"{killed} of {living} mutants killed: {total[BOTH] + total[VECTORS]} by vectors,"
        f" {total[BOTH] + total[CHECKS]} by checks; {total[EQUIVALENT]} more are equivalent,"
        f" {total[DOES_NOT_LOAD]} do not load"
    )


def _counts(fates: Counter[str]) -> list[str]:
    return [str(fates[fate] or "·") for fate in FATES] + [str(fates.total())]


def _lists(matrix: KillMatrix, everything: bool) -> Iterator[tuple[str, Sequence[object]]]:
    """Yields the title and the items of each list. `str()` gives the text of an item."""
    yield "mutants that survive", matrix.survivors
    yield "mutants that are listed as equivalent, but were killed", matrix.told_apart
    yield (
        "mutants that break a requirement, but fail no vector and no check that serves it",
        [f"{a}: {b}" for a, b in matrix.unseen],
    )
    if everything:
        yield "requirements that no mutant breaks", matrix.unbroken
        yield "laws that no mutant breaks", matrix.idle_laws
        yield (
            "vectors that fail on no mutant (of large inputs: on none that other vectors do not kill)",
            matrix.idle_vectors,
        )


def _show_list(screen: Console, title: str, ids: Sequence[object]) -> None:
    if not ids:
        return
    screen.print(f"{title} ({len(ids)}):")
    for id in ids[:_SHOWN]:
        screen.print(f"  {id}", soft_wrap=True)
    if len(ids) > _SHOWN:
        screen.print(f"  … and {len(ids) - _SHOWN} more; --json FILE has them all")


def write_json(path: Path, matrix: KillMatrix, seed: int) -> None:
    """Writes one JSON object for each mutant, and then one with the tests that fail on no mutant. Raises OSError if the
    file cannot be written."""
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _lines(matrix, seed)), "utf-8")


def _lines(matrix: KillMatrix, seed: int) -> Iterator[dict[str, Any]]:
    yield {"type": "header", "seed": seed}
    for mutant, trial in matrix.tried:
        yield {
            "type": "mutant",
            "id": mutant.id,
            "encodings": mutant.encodings,
            "breaks": mutant.breaks,
            "fate": fate(mutant, trial),
            "equivalent": mutant.equivalent or None,
            "vectors": list(map(str, trial.vectors)),
            "laws": list(map(str, trial.laws)),
        }
    yield {
        "type": "footer",
        "idle_vectors": list(map(str, matrix.idle_vectors)),
        "idle_laws": list(map(str, matrix.idle_laws)),
        "unbroken_requirements": matrix.unbroken,
    }


def write_html(path: Path, matrix: KillMatrix, seed: int, everything: bool) -> None:
    """A page: fates, the lists that `show` shows, and mutant × check. Raises OSError."""
    checks = list(dict.fromkeys(each.law.check for each in matrix.laws))
    rows = [
        (mutant, fate(mutant, trial), trial.vectors, [_mark(check, trial.laws) for check in checks])
        for mutant, trial in matrix.tried
    ]
    page = (
        templates()
        .get_template("mutants.html")
        .render(
            seed=seed, fates=FATES, meaning=_MEANING, matrix=matrix, checks=checks, rows=rows, lists=_lists(matrix, everything)
        )
    )
    path.write_text(page, encoding="utf-8")


def _mark(check: str, laws: Iterable[LawIn]) -> bool:
    return any(each.law.check == check for each in laws)
