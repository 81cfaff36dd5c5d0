"""`python -m workshop audit`, and how it shows its results."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from encoding_conformance.commands.arguments import cores, output_file, present, selection_options, vectors_option
from encoding_conformance.core.identity import Id
from encoding_conformance.core.notation import input_text, outcome_text
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Status, Verdict
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.report.console import RunProgress, console
from encoding_conformance.report.example import operation_shortly, outcome_shortly
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Selection
from encoding_conformance.runner.registry import ALL
from encoding_conformance.runner.running import Running
from workshop.audit import roster
from workshop.audit.count import ENOUGH, Audited, audited
from workshop.families import family


@click.command("audit")
@selection_options("those that test vectors name as witnesses")
@click.option(
    "--json",
    "json_file",
    type=output_file,
    help="Write each test vector with its witnesses as a line of JSON.",
)
@vectors_option
def command(
    selectors: tuple[str, ...],
    encodings: tuple[str, ...],
    wanted: tuple[str, ...],
    unwanted: tuple[str, ...],
    json_file: Path | None,
    folders: tuple[Path, ...],
) -> int:
    """Show which expected values lack two independent witnesses.

    It runs the implementations that witnesses.yaml names. A test vector's statement about any other program does not count.
    Exit status: 0 if all values have two witnesses; 1 if some do not, or if a stated witness disagrees; 3 if the harness, a
    test vector or an adapter is at fault.
    """
    suite = load_suite(folders)
    known = roster.read([VECTORS, *folders], suite.encodings)
    plan.must_be_known(encodings, suite.encodings)
    selected = registry.selected(selectors or [ALL], suite.encodings)
    implementations = present([each for each in selected if selectors or each.name in known.implementations])
    units = plan.vectors_alone(plan.units(suite, implementations, encodings, Selection(wanted, unwanted)))
    if json_file:
        json_file.touch()  # so that it fails at once if it cannot be written
    answers, errors = defaultdict[Id, dict[str, Verdict]](dict), list[Verdict]()
    with (
        RunProgress(sum(len(unit.vectors) for unit in units)) as progress,
        closing(Running(units, jobs=cores()).verdicts()) as verdicts,
    ):
        for verdict in verdicts:
            progress.count()
            if verdict.status == Status.ERROR:
                errors.append(verdict)
            elif verdict.got is not None:
                answers[verdict.id][verdict.implementation] = verdict
    audits = list(audited(suite, units, answers, known, {each.name for each in implementations}))
    if json_file:
        write_json(json_file, audits)
    show(console(), audits)
    for verdict in errors:
        blamed = f"at fault: {verdict.blame}"
        click.echo(f"{verdict.implementation} {verdict.id}: {verdict.message} ({blamed})", err=True)
    if errors:
        return 3
    return 1 if any(each.lacks or each.contradicted for each in audits) else 0


_MANY = 4
"""Values with this many witnesses or more share a column."""

_ENCODER = json.JSONEncoder(ensure_ascii=False)


def show(screen: Console, audited: Sequence[Audited]) -> None:
    """Shows the table, the implementations that give each of several permitted outcomes, and all problems."""
    screen.print(_table(audited))
    for line in _silences(audited):
        screen.print(line, soft_wrap=True)
    for each in audited:
        if each.lacks or each.contradicted:
            screen.print()
        for label, text in _explained(each):
            screen.print(f"{label:<13} {text}", soft_wrap=True)
    without, contradicted = sum(1 for each in audited if each.lacks), sum(1 for each in audited if each.contradicted)
    screen.print(f"\n{len(audited)} values  {without} without  {contradicted} with a contradicted witness")


def _table(audited: Iterable[Audited]) -> Table:
    counts: dict[tuple[str, str], Counter[str]] = {}
    heads = ["without", *map(str, range(ENOUGH, _MANY)), f"{_MANY}+", "contradicted"]
    for each in audited:
        row = counts.setdefault((family(each.vector), each.vector.operation.encoding), Counter())
        number = len(each.sources)
        row.update(["vectors", "without" if each.lacks else str(number) if number < _MANY else f"{_MANY}+"])
        row["contradicted"] += bool(each.contradicted)
    table = Table("family", "encoding", title_justify="left")
    for head in ("vectors", *heads):
        table.add_column(head, justify="right")
    before = None
    for (folder, encoding), row in counts.items():
        if before not in (None, folder):
            table.add_section()
        cells = [str(row[head]) for head in ("vectors", *heads)]
        table.add_row("" if folder == before else folder, encoding, *cells)
        before = folder
    return table


def _silences(audited: Iterable[Audited]) -> Iterator[str]:
    """Yields a line for each group of vectors that permit several outcomes and have the same answers."""
    alike: dict[tuple[str, str], list[Id]] = {}
    for each in audited:
        if len(each.vector.permitted) > 1:
            alike.setdefault((each.vector.operation.encoding, _given(each)), []).append(each.vector.id)
    if alike:
        yield "\nWhere the specification is silent (-: no implementation gives this outcome, but a cited section permits it):"
    for (_encoding, given), ids in alike.items():
        more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
        yield f"  {given}: {ids[0]}{more}"


def _given(audited: Audited) -> str:
    outcomes = enumerate(audited.vector.permitted)
    parts = [f"{index + 1}. {_kind(outcome)} {' '.join(audited.given(index)) or '-'}" for index, outcome in outcomes]
    others = " ".join(audited.others)
    return ", ".join(parts) + (f", neither {others}" if others else "")


def _kind(outcome: Permitted) -> str:
    return "reject" if isinstance(outcome, Rejection) else "ok"


def _explained(audited: Audited) -> Iterator[tuple[str, str]]:
    vector = audited.vector
    if audited.lacks:
        yield "WITHOUT", f"{vector.id}  {vector.location}"
        yield "  why", audited.lacks
        yield "  expected", " | ".join(map(outcome_shortly, vector.permitted))
        yield "  of", operation_shortly(vector.operation)
        for source, witnesses in audited.sources.items():
            yield "  agrees", f"{source}: {', '.join(witnesses)}" if witnesses != (source,) else source
        for name, answer in audited.others.items():
            yield "  otherwise", f"{name}: {answer}"
        for text in audited.unasked:
            yield "  not run", text
    for text in audited.contradicted:
        yield "CONTRADICTED", f"{vector.id}  {vector.location}: {text}"


def write_json(path: Path, audited: Iterable[Audited]) -> None:
    """Writes one line of JSON for each vector. Raises OSError."""
    with path.open("w", encoding="utf-8") as file:
        for each in audited:
            file.write(_ENCODER.encode(as_object(each)) + "\n")


def as_object(audited: Audited) -> dict[str, Any]:
    """Returns an audited vector as a JSON object. `lacks` is empty if the vector has its witnesses."""
    vector = audited.vector
    return {
        "encoding": vector.operation.encoding,
        "id": str(vector.id),
        "place": str(vector.location),
        "operation": vector.operation.kind,
        "input": input_text(vector.operation),
        "permitted": list(map(outcome_text, vector.permitted)),
        "agree": {source: list(witnesses) for source, witnesses in audited.sources.items()},
        "given": [audited.given(index) for index in range(len(vector.permitted))],
        "otherwise": {name: str(answer) for name, answer in audited.others.items()},
        "not_asked": list(audited.unasked),
        "contradicted": list(audited.contradicted),
        "lacks": audited.lacks,
    }
