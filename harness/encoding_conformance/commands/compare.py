"""`conform compare`: runs the test vectors, and groups implementations by outcome."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from encoding_conformance.commands.arguments import EVERY_ONE, installed, selection_options, vectors_option
from encoding_conformance.commands.main import AT_FAULT
from encoding_conformance.commands.reported_run import run_and_report
from encoding_conformance.core.identity import Id
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.text import counted, first_of
from encoding_conformance.core.verdict import Verdict
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report.console import Screen, console, show_lines
from encoding_conformance.report.example import LabelledLine, outcome_shortly, sequence_shortly, wrapped
from encoding_conformance.report.partition import Partition, PartitionGroup, grouped, partition_of
from encoding_conformance.report.sink import Sink
from encoding_conformance.runner import plan
from encoding_conformance.runner.plan import Selection
from encoding_conformance.runner.registry import ALL

_MOST_IDS, _MOST_NAMES = 3, 8


def show(screen: Console, partitions: Sequence[Partition], entries: Sequence[PartitionGroup]) -> None:
    """Prints each entry, a table of the encodings, and a line with the counts."""
    if entries:
        screen.print("Where outcomes differ or the specification is silent. Each entry shows its smallest input:\n")
    for encoding, group in groupby(entries, lambda entry: entry.encoding):
        screen.print(Text(encoding, style="bold"))
        for entry in group:
            show_lines(screen, entry_lines(entry))
            screen.print()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for each in partitions:
        kind = "silent" if each.is_silence else "differ" if each.differs else "agree"
        counts[each.vector.id.encoding].update(["vectors", kind])
    table = Table("encoding", *(heads := ("vectors", "agree", "differ", "silent")))
    for column in table.columns[1:]:
        column.justify = "right"
    for encoding, row in counts.items():
        table.add_row(encoding, *(str(row[head]) for head in heads))
    screen.print(table)
    total, ways = sum(counts.values(), Counter()), Counter(entry.smallest.is_silence for entry in entries)
    differ = f"they differ on {total['differ']}, in {counted(ways[False], 'way')}" if ways[False] else "they differ on none"
    silences = f"; the specification is silent on {total['silent']}, in {counted(ways[True], 'way')}" if ways[True] else ""
    screen.print(f"{counted(total['vectors'], 'vector')}: {differ}{silences}")


def entry_lines(entry: PartitionGroup) -> Iterator[LabelledLine]:
    """Yields the lines about an entry: its smallest input, the implementations by outcome, and its ids."""
    partition, vector = entry.smallest, entry.smallest.vector
    more = f", and {counted(others, 'more input')}" if (others := len(entry.partitions) - 1) else ""
    yield from wrapped(vector.operation.kind, f"{sequence_shortly(vector.operation.input, vector.operation.cuts)}{more}")
    answering = sum(len(block.names) for block in partition.blocks)
    for block in partition.blocks:
        is_most = len(block.names) > max(_MOST_NAMES, answering / 2)
        names = f"the other {len(block.names)}" if is_most else " ".join(block.names)
        yield from wrapped("permitted" if block.indexes else "wrong", f"{outcome_shortly(block.outcome)}: {names}")
    for index in partition.given_by_nobody:
        yield from wrapped("permitted", f"{outcome_shortly(vector.permitted[index])}: none")
    if partition.unsupported:
        yield from wrapped("cannot", " ".join(partition.unsupported))
    yield from wrapped("ids", first_of(entry.examples, _MOST_IDS, " "))
    if partition.is_silence:
        yield from wrapped("left open", f"{partition.requirement} {vector.note}".strip())


class _Outcomes(Sink):
    """Collects the outcomes of each vector by implementation."""

    def __init__(self) -> None:
        self.by_vector = defaultdict[Id, dict[str, Outcome]](dict)

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        if verdict.got is not None and not verdict.blame:  # verdicts on stale declarations have no outcome
            self.by_vector[verdict.id][verdict.implementation] = verdict.got


@click.command("compare")
@selection_options(EVERY_ONE)
@vectors_option
def command(
    selectors: tuple[str, ...],
    encodings: tuple[str, ...],
    wanted: tuple[str, ...],
    unwanted: tuple[str, ...],
    folders: tuple[Path, ...],
) -> int:
    """Show the failures of implementations, and where they differ.

    Exit status: 0, whatever implementations do; 3 if the harness, a test vector or an adapter is at fault.
    """
    suite = load_suite(folders)
    implementations, selection = installed(selectors or [ALL], encodings, suite.encodings), Selection(wanted, unwanted)
    units = plan.vectors_alone(plan.units(suite, implementations, encodings, selection))
    offers = Counter(unit.encoding.id for unit in units)
    units = [unit for unit in units if offers[unit.encoding.id] > 1]
    if not units:
        raise WrongUsage("nothing to compare: no two selected implementations offer the same encoding")
    outcomes = _Outcomes()
    status = run_and_report(suite, units, [Screen(), outcomes], encodings=encodings, selection=selection, partial=True)
    partitions = [partition_of(vector, found) for vector in suite.all_vectors if (found := outcomes.by_vector.get(vector.id))]
    show(console(), partitions, grouped(partitions))
    return AT_FAULT if status == AT_FAULT else 0
