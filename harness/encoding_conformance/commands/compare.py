"""`conform compare`"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from encoding_conformance.commands.arguments import (
    EVERY_ONE,
    cores,
    encodings_option,
    implementations_option,
    installed,
    load_suite,
    output_file,
    selection_options,
    vectors_option,
)
from encoding_conformance.core.notation import input_text, outcome_text
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Verdict
from encoding_conformance.report.console import console, progress
from encoding_conformance.report.example import operation_shortly, outcome_shortly
from encoding_conformance.report.partition import Agreement, Partition, PartitionGroup, grouped, partition_of
from encoding_conformance.report.summary import Summary
from encoding_conformance.runner import plan
from encoding_conformance.runner.plan import Selection, Unit
from encoding_conformance.runner.registry import ALL, UnknownName
from encoding_conformance.runner.running import Answers, ask
from encoding_conformance.specification.suite import Suite


def shared(units: Sequence[Unit]) -> list[Unit]:
    """Returns the units of the encodings that two or more implementations offer. Raises UnknownName if there are none."""
    offers = Counter(unit.encoding.id for unit in units)
    found = [unit for unit in units if offers[unit.encoding.id] > 1]
    if not found:
        raise UnknownName("nothing to compare: no encoding is offered by two of the selected implementations")
    return found


def side_by_side(suite: Suite, answers: Answers) -> Iterator[Partition]:
    """Yields the partition of each vector that at least one implementation answered, in the order of the suite."""
    for vector in suite.all_vectors:
        if verdicts := answers.verdicts.get(vector.id):
            yield partition_of(vector, {name: verdict.got for name, verdict in verdicts.items() if verdict.got is not None})


_EXAMPLES = 3
"""The most ids of an entry that are shown. The others are counted."""

_FEW = 8
"""The most names of a block that are always shown."""

_LABEL = 14
"""The width of a label in columns."""

_ENCODER = json.JSONEncoder(ensure_ascii=False)


def show(screen: Console, partitions: Sequence[Partition], entries: Sequence[PartitionGroup]) -> None:
    """Shows a table of encodings, the entries of each encoding, and what implementations do if the specification is
    silent."""
    asked = _asked(partitions)
    screen.print(_table(partitions, entries, asked))
    silent = [entry for entry in entries if entry.smallest.is_silence]
    differing = [entry for entry in entries if not entry.smallest.is_silence]
    _section(screen, "Where they differ; of each entry the smallest input is shown:", differing, asked)
    _section(screen, "Where the specification is silent:", silent, asked)
    screen.print(_total(partitions, len(differing), len(silent)))


def _asked(partitions: Iterable[Partition]) -> dict[str, list[str]]:
    """Returns the names of the implementations that were asked about each encoding, in alphabetical order."""
    found: dict[str, dict[str, None]] = {}
    for each in partitions:
        names = [*(name for block in each.blocks for name in block.names), *each.unsupported]
        found.setdefault(each.vector.operation.encoding, {}).update(dict.fromkeys(names))
    return {encoding: sorted(names) for encoding, names in found.items()}


def _table(partitions: Iterable[Partition], entries: Iterable[PartitionGroup], asked: Mapping[str, Sequence[str]]) -> Table:
    counts: dict[str, Counter[str]] = {}
    for each in partitions:
        counts.setdefault(each.vector.operation.encoding, Counter()).update(["vectors", _column(each)])
    ways = Counter(entry.encoding for entry in entries if not entry.smallest.is_silence)
    table = Table("encoding", title_justify="left")
    for head in ("implementations", "vectors", "agree", "differ", "in ways", "silent"):
        table.add_column(head, justify="right")
    for encoding, row in counts.items():
        numbers = (len(asked[encoding]), row["vectors"], row["agree"], row["differ"], ways[encoding], row["silent"])
        table.add_row(encoding, *(str(number or "·") for number in numbers))
    return table


def _column(partition: Partition) -> str:
    return "silent" if partition.is_silence else "differ" if partition.differs else "agree"


def _total(partitions: Sequence[Partition], ways: int, silent_ways: int) -> str:
    counts = Counter(map(_column, partitions))
    differ = f"they differ on {counts['differ']}, in {_count(ways, 'way')}" if ways else "they differ on none"
    total = f"{_count(len(partitions), 'vector')}: {differ}"
    if not silent_ways:
        return total
    return f"{total}; the specification is silent on {counts['silent']}, in {_count(silent_ways, 'way')}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("s" if number != 1 else "")


def _section(screen: Console, title: str, entries: Sequence[PartitionGroup], asked: Mapping[str, Sequence[str]]) -> None:
    if not entries:
        return
    screen.print(f"\n{title}\n")
    for encoding, group in groupby(entries, lambda entry: entry.encoding):
        found = list(group)
        screen.print(Text(encoding, style="bold"))
        _line(screen, "of", " ".join(asked[encoding]))
        if apart := _apart(found):
            _line(screen, "apart", apart)
        screen.print()
        for entry in found:
            for label, text in explained(entry):
                _line(screen, label, text)
            screen.print()


def _line(screen: Console, label: str, text: str) -> None:
    """Prints a text next to its label, on as many lines as it needs."""
    width = max(screen.width - _LABEL - 1, _LABEL)  # an empty line would follow a line that is completely full
    for number, line in enumerate(wrap(text, width, break_on_hyphens=False)):
        screen.print(Text.assemble((f"  {label if not number else '':<{_LABEL - 2}}", "dim"), line))


def _apart(entries: Iterable[PartitionGroup]) -> str:
    """Returns the names of the implementations that are in the minority, each with the number of inputs. Entries about
    which the specification is silent do not count."""
    counts: Counter[str] = Counter()
    for entry in entries:
        if not entry.smallest.is_silence:
            for block in entry.smallest.minority:
                counts.update(dict.fromkeys(block.names, len(entry.partitions)))
    return ", ".join(f"{name} {number}" for name, number in counts.most_common())


def explained(entry: PartitionGroup) -> Iterator[tuple[str, str]]:
    """Yields the labels and texts of an entry. The outcomes are those for its smallest input."""
    partition = entry.smallest
    operation = partition.vector.operation
    yield _count(len(entry.partitions), "input"), operation_shortly(operation)
    if partition.is_silence:
        yield "question", partition.question
    for block in partition.blocks:
        yield _label(partition, block), f"{_said(partition, block)}: {_names(partition, block)}{_mark(partition, block)}"
    for index in partition.given_by_nobody:
        yield _permitted(partition, (index,)), f"{outcome_shortly(partition.vector.permitted[index])}: none"
    if partition.unsupported:
        yield "unsupported", " ".join(partition.unsupported)
    rest = len(entry.partitions) - _EXAMPLES
    yield "ids", " ".join(map(str, entry.examples[:_EXAMPLES])) + (f" and {rest} more" if rest > 0 else "")
    if partition.is_silence and partition.vector.note:
        yield "note", partition.vector.note


def _label(partition: Partition, block: Agreement) -> str:
    if block in partition.minority and not partition.is_silence:
        return "minority"
    return _permitted(partition, block.indexes)


def _permitted(partition: Partition, indexes: Sequence[int]) -> str:
    """Returns a label that says whether an outcome is permitted, which of several permitted ones it is, or that it is
    not permitted."""
    if partition.is_silence:
        return " or ".join(f"{index + 1}." for index in indexes) or "neither"
    return "specified" if indexes else "majority"


def _said(partition: Partition, block: Agreement) -> str:
    """Returns the outcome, with the reason if it is an expected rejection."""
    return outcome_shortly(block.outcome) + _why([partition.vector.permitted[index] for index in block.indexes])


def _why(permitted: Sequence[Permitted]) -> str:
    match permitted:
        case [Rejection(_, text)] if text:
            return f" ({text})"
    return ""


def _names(partition: Partition, block: Agreement) -> str:
    """Returns the names of a block, or their number if the block has many names and most of the implementations."""
    if block is partition.blocks[0] and len(block.names) > _FEW and 2 * len(block.names) > _answering(partition):
        return f"the other {len(block.names)}"
    return " ".join(block.names)


def _answering(partition: Partition) -> int:
    return sum(len(block.names) for block in partition.blocks)


def _mark(partition: Partition, block: Agreement) -> str:
    return " (as specified)" if _label(partition, block) == "minority" and block.indexes else ""


def write_json(path: Path, entries: Iterable[PartitionGroup]) -> None:
    """Writes one JSON object for each entry, on a line of its own. Raises OSError if the file cannot be written."""
    with path.open("w", encoding="utf-8") as file:
        for entry in entries:
            file.write(_ENCODER.encode(as_object(entry)) + "\n")


def as_object(entry: PartitionGroup) -> dict[str, Any]:
    """Returns an entry as a JSON object. `input`, `permitted` and the outcomes belong to the first of its `ids`, which
    has the smallest input. In a block, `permitted` has the indexes of the permitted outcomes that its outcome may be."""
    partition = entry.smallest
    operation = partition.vector.operation
    return {
        "type": "silence" if partition.is_silence else "difference",
        "encoding": operation.encoding,
        "operation": operation.kind,
        "input": input_text(operation),
        "permitted": list(map(outcome_text, partition.vector.permitted)),
        "blocks": [
            {
                "implementations": list(block.names),
                "outcome": outcome_text(block.outcome),
                "permitted": list(block.indexes),
                "minority": block in partition.minority,
            }
            for block in partition.blocks
        ],
        "unsupported": list(partition.unsupported),
        "ids": list(map(str, entry.ids)),
    }


@click.command("compare")
@implementations_option(EVERY_ONE)
@encodings_option
@selection_options
@click.option(
    "--json",
    "json_file",
    type=output_file,
    help="Write each entry, with the ids of all its test vectors, as a line of JSON.",
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
    """Show where implementations differ, and who does what.

    This describes and does not judge. Exit status: 0, whatever implementations do; 3 if the harness, a test vector or an
    adapter is at fault.
    """
    suite = load_suite(folders)
    registered = installed(selectors or [ALL], encodings, suite.encodings)
    units = shared(plan.vectors_alone(plan.units(suite, registered, encodings, Selection(wanted, unwanted))))
    if json_file:
        json_file.touch()  # a file that cannot be written is found before the work begins
    with progress(sum(len(unit.vectors) for unit in units)) as bar:
        answers = ask(units, cores(), lambda: bar.advance(bar.task_ids[0]))
    partitions = list(side_by_side(suite, answers))
    entries = grouped(partitions)
    if json_file:
        write_json(json_file, entries)
    show(console(), partitions, entries)
    _blame(answers.errors)
    _tell_not_asked(answers.not_asked)
    return 3 if answers.errors else 0


def _tell_not_asked(verdicts: Iterable[Verdict]) -> None:
    """Prints a line to standard error for each implementation, encoding and reason."""
    summary = Summary()
    for verdict in verdicts:
        summary.add(verdict)
    for line in summary.not_asked_lines():
        click.echo(line, err=True)


def _blame(errors: Iterable[Verdict]) -> None:
    """Prints a line to standard error for each implementation, encoding and reason."""
    alike = groupby(errors, lambda each: (each.implementation, each.encoding, each.reason, each.blame))
    for (name, encoding, reason, blame), group in alike:
        ids = [each.id for each in group]
        what = f"{name} has {len(ids)} of {encoding} unanswered, first {ids[0]}"
        click.echo(f"{what}: {reason} (at fault: {blame})", err=True)
