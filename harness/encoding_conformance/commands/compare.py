"""`conform compare`"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from encoding_conformance.commands.arguments import EVERY_ONE, installed, output_file, selection_options, vectors_option
from encoding_conformance.commands.main import AT_FAULT
from encoding_conformance.commands.reported_run import run_and_report
from encoding_conformance.core.identity import Id
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.outcome import Outcome, Rejection
from encoding_conformance.core.text import counted, first_of
from encoding_conformance.core.verdict import Cause, Status, Verdict
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report.console import console
from encoding_conformance.report.example import operation_shortly, outcome_shortly
from encoding_conformance.report.failure import by_unit, in_short, title
from encoding_conformance.report.jsonlines import asked_fields, cause_fields, json_text
from encoding_conformance.report.partition import Partition, PartitionGroup, grouped, partition_of
from encoding_conformance.report.sink import Sink, Summary
from encoding_conformance.runner import plan
from encoding_conformance.runner.plan import Selection
from encoding_conformance.runner.registry import ALL

_MOST_IDS, _MOST_NAMES = 3, 8
_LABEL_WIDTH = 14


def show(screen: Console, partitions: Sequence[Partition], entries: Sequence[PartitionGroup]) -> None:
    """Shows a table of encodings, the entries of each, and what implementations do if the specification is silent."""
    asked: dict[str, set[str]] = defaultdict(set)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for each in partitions:
        encoding = each.vector.operation.encoding
        asked[encoding].update(each.unsupported, *(block.names for block in each.blocks))
        counts[encoding].update(["vectors", "silent" if each.is_silence else "differ" if each.differs else "agree"])
    differing = [entry for entry in entries if not entry.smallest.is_silence]
    silent = [entry for entry in entries if entry.smallest.is_silence]
    ways = Counter(entry.encoding for entry in differing)
    table = Table("encoding", title_justify="left")
    for head in ("implementations", "vectors", "agree", "differ", "in ways", "silent"):
        table.add_column(head, justify="right")
    for encoding, row in counts.items():
        numbers = (len(asked[encoding]), row["vectors"], row["agree"], row["differ"], ways[encoding], row["silent"])
        table.add_row(encoding, *(str(number or "·") for number in numbers))
    screen.print(table)
    _section(screen, "Where they differ; of each entry the smallest input is shown:", differing, asked)
    _section(screen, "Where the specification is silent:", silent, asked)
    total = sum(counts.values(), Counter())
    differ = f"they differ on {total['differ']}, in {counted(len(differing), 'way')}" if differing else "they differ on none"
    silences = f"; the specification is silent on {total['silent']}, in {counted(len(silent), 'way')}" if silent else ""
    screen.print(f"{counted(total['vectors'], 'vector')}: {differ}{silences}")


def _section(screen: Console, title: str, entries: Sequence[PartitionGroup], asked: Mapping[str, Collection[str]]) -> None:
    if entries:
        screen.print(f"\n{title}\n")
    for encoding, group in groupby(entries, lambda entry: entry.encoding):
        found = list(group)
        screen.print(Text(encoding, style="bold"))
        _line(screen, "of", " ".join(sorted(asked[encoding])))
        apart: Counter[str] = Counter()  # for how many inputs who is in the minority
        for entry in found:
            for block in () if entry.smallest.is_silence else entry.smallest.minority:
                apart.update(dict.fromkeys(block.names, len(entry.partitions)))
        if apart:
            _line(screen, "apart", ", ".join(f"{name} {number}" for name, number in apart.most_common()))
        screen.print()
        for entry in found:
            for label, text in entry_lines(entry):
                _line(screen, label, text)
            screen.print()


def _line(screen: Console, label: str, text: str) -> None:
    width = max(screen.width - _LABEL_WIDTH - 1, _LABEL_WIDTH)  # an empty line would follow a line that is completely full
    for number, line in enumerate(wrap(text, width, break_on_hyphens=False)):
        screen.print(Text.assemble((f"  {label if not number else '':<{_LABEL_WIDTH - 2}}", "dim"), line))


def entry_lines(entry: PartitionGroup) -> Iterator[tuple[str, str]]:
    """Yields the labels and texts of an entry, with the outcomes for its smallest input."""
    partition, permitted = entry.smallest, entry.smallest.vector.permitted
    yield counted(len(entry.partitions), "input"), operation_shortly(partition.vector.operation)
    if partition.is_silence:
        yield "question", partition.question
    answering = sum(len(block.names) for block in partition.blocks)
    for block in partition.blocks:
        said = outcome_shortly(block.outcome)
        match [permitted[index] for index in block.indexes]:
            case [Rejection(_, text)] if text:
                said += f" ({text})"
        most = block is partition.blocks[0] and 2 * len(block.names) > answering
        names = f"the other {len(block.names)}" if most and len(block.names) > _MOST_NAMES else " ".join(block.names)
        if block in partition.minority and not partition.is_silence:
            yield "minority", f"{said}: {names}{' (as specified)' if block.indexes else ''}"
        else:
            yield _permitted(partition, block.indexes), f"{said}: {names}"
    for index in partition.given_by_nobody:
        yield _permitted(partition, (index,)), f"{outcome_shortly(permitted[index])}: none"
    if partition.unsupported:
        yield "unsupported", " ".join(partition.unsupported)
    yield "ids", first_of(entry.examples, _MOST_IDS, " ")
    if partition.is_silence and partition.vector.note:
        yield "note", partition.vector.note


def _permitted(partition: Partition, indexes: Sequence[int]) -> str:
    """Returns the label of an outcome: whether it is permitted, and which of several permitted ones it is."""
    if partition.is_silence:
        return " or ".join(f"{index + 1}." for index in indexes) or "neither"
    return "specified" if indexes else "majority"


def as_object(entry: PartitionGroup) -> dict[str, Any]:
    """Returns an entry as a JSON object. `input`, `expected` and each `got` belong to the first of its `ids`, which has the
    smallest input. In a block, `expected` has the indexes of the permitted outcomes that its outcome may be."""
    partition = entry.smallest
    operation = partition.vector.operation
    return {
        "type": "silence" if partition.is_silence else "difference",
        "encoding": operation.encoding,
        **asked_fields(operation, partition.vector.permitted),
        "blocks": [
            {
                "implementations": list(block.names),
                "got": outcome_text(block.outcome),
                "expected": list(block.indexes),
                "minority": block in partition.minority,
            }
            for block in partition.blocks
        ],
        "unsupported": list(partition.unsupported),
        "ids": list(map(str, entry.ids)),
    }


def show_causes(screen: Console, causes: Sequence[Cause]) -> None:
    """Shows the causes of each implementation in an encoding, each with its example."""
    if causes:
        screen.print("\nWhat they do wrong; `conform run` says more of each:")
    for told in by_unit(causes):
        screen.print(Text(f"\n{told.heading}", "bold"), soft_wrap=True)
        for number, cause in enumerate(told.causes, 1):
            screen.print(title(number, cause), soft_wrap=True)
            asked = f"{operation_shortly(cause.example.operation)}: " if cause.example.operation else ""
            _line(screen, "example", f"{asked}{in_short(cause.example)}")


class _Answers(Sink):
    """Collects the outcomes of each vector by implementation, the causes of failures, and what could not be run."""

    def __init__(self) -> None:
        self.by_vector = defaultdict[Id, dict[str, Outcome]](dict)
        self.causes: list[Cause] = []
        self.errors: list[Verdict] = []
        self.not_asked: list[str] = []

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        if verdict.status == Status.ERROR:
            self.errors.append(verdict)
        elif verdict.got is not None:  # the verdict on a stale declaration has no outcome
            self.by_vector[verdict.id][verdict.implementation] = verdict.got

    def explain(self, causes: Sequence[Cause], summary: Summary) -> None:
        """Takes the causes of failures."""
        self.causes += (cause for cause in causes if cause.example.operation and cause.example.status == Status.FAIL)

    def end(self, summary: Summary) -> None:
        """Takes what was not run."""
        self.not_asked += summary.not_asked_lines()


@click.command("compare")
@selection_options(EVERY_ONE)
@click.option(
    "--json",
    "json_file",
    type=output_file,
    help="Write each entry and each cause, with the ids of all its test vectors, as a line of JSON.",
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
    """Show where implementations differ, and what each does wrong.

    Exit status: 0, whatever implementations do; 3 if the harness, a test vector or an adapter is at fault.
    """
    suite = load_suite(folders)
    implementations = installed(selectors or [ALL], encodings, suite.encodings)
    units = plan.vectors_alone(plan.units(suite, implementations, encodings, Selection(wanted, unwanted)))
    offers = Counter(unit.encoding.id for unit in units)
    units = [unit for unit in units if offers[unit.encoding.id] > 1]
    if not units:
        raise WrongUsage("nothing to compare: no encoding is offered by two of the selected implementations")
    if json_file:
        json_file.touch()  # a file that cannot be written is found before the work begins
    answers = _Answers()
    run_and_report(suite, units, [answers], encodings=encodings, selection=Selection(wanted, unwanted), partial=True)
    partitions = [partition_of(vector, found) for vector in suite.all_vectors if (found := answers.by_vector.get(vector.id))]
    entries = grouped(partitions)
    if json_file:
        lines = (json_text(each) for each in (*map(as_object, entries), *map(cause_fields, answers.causes)))
        json_file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    screen = console()
    show(screen, partitions, entries)
    show_causes(screen, answers.causes)
    alike = groupby(answers.errors, lambda each: (each.implementation, each.encoding, each.reason, each.blame))
    for (name, encoding, reason, blame), group in alike:
        ids = [each.id for each in group]
        unanswered = f"{name} has {len(ids)} of {encoding} unanswered, first {ids[0]}"
        click.echo(f"{unanswered}: {reason} (at fault: {blame})", err=True)
    for line in answers.not_asked:
        click.echo(line, err=True)
    return AT_FAULT if answers.errors else 0
