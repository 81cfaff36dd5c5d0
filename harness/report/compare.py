"""Implementations side by side on the screen, and as JSON lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from harness.compare.fold import Entry
from harness.compare.partition import Block, Laid
from harness.core.wire import input_text, outcome_text
from harness.report.explain import shortened

_EXAMPLES = 3
"""Ids of an entry that are shown; the others are counted."""

_ENCODER = json.JSONEncoder(ensure_ascii=False)


def show(screen: Console, laid: Sequence[Laid], entries: Sequence[Entry]) -> None:
    """A table of encodings, the partitions of each, and who does what where the specification is silent."""
    screen.print(_table(laid, entries))
    silent = [entry for entry in entries if entry.smallest.is_silence]
    differing = [entry for entry in entries if not entry.smallest.is_silence]
    _section(screen, "Where they differ (of each entry the smallest input is shown):", differing)
    _section(screen, "Where the specification is silent:", silent)
    vectors = sum(1 for each in laid if each.differs and not each.is_silence)
    screen.print(
        f"{len(laid)} vectors  {vectors} on which they differ, in {len(differing)} ways  "
        f"{sum(each.is_silence for each in laid)} on which the specification is silent, in {len(silent)} ways"
    )


def _table(laid: Iterable[Laid], entries: Iterable[Entry]) -> Table:
    names: dict[str, set[str]] = {}
    counts: dict[str, Counter[str]] = {}
    for each in laid:
        encoding = each.vector.operation.encoding
        names.setdefault(encoding, set()).update(name for block in each.blocks for name in block.names)
        counts.setdefault(encoding, Counter()).update(["vectors", _column(each)])
    ways = Counter(entry.encoding for entry in entries if not entry.smallest.is_silence)
    table = Table("encoding", title_justify="left")
    for head in ("implementations", "vectors", "alike", "differ", "in ways", "silent"):
        table.add_column(head, justify="right")
    for encoding, row in counts.items():
        numbers = (len(names[encoding]), row["vectors"], row["alike"], row["differ"], ways[encoding], row["silent"])
        table.add_row(encoding, *(str(number or "·") for number in numbers))
    return table


def _column(laid: Laid) -> str:
    return "silent" if laid.is_silence else "differ" if laid.differs else "alike"


def _section(screen: Console, title: str, entries: Sequence[Entry]) -> None:
    if not entries:
        return
    screen.print(f"\n{title}\n")
    for encoding, group in groupby(entries, lambda entry: entry.encoding):
        screen.print(Text(encoding, style="bold"))
        for entry in group:
            for label, text in explained(entry):
                screen.print(Text.assemble((f"  {label:<11}", "dim"), text), soft_wrap=True)
            screen.print()


def explained(entry: Entry) -> Iterator[tuple[str, str]]:
    """Labels and texts of an entry; outcomes are those on its smallest input."""
    laid = entry.smallest
    operation = laid.vector.operation
    inputs = "1 input" if len(entry.laid) == 1 else f"{len(entry.laid)} inputs"
    yield inputs, shortened(f"{operation.kind} {input_text(operation)}")
    for block in laid.blocks:
        outcome = shortened(outcome_text(block.outcome))
        yield _label(laid, block), f"{outcome}: {' '.join(block.names)}{_mark(laid, block)}"
    seen = {place for block in laid.blocks for place in block.places}
    for place, permitted in enumerate(laid.vector.permitted):
        if place not in seen:
            yield _permitted(laid, (place,)), f"{shortened(outcome_text(permitted))}: none"
    rest = len(entry.laid) - _EXAMPLES
    yield "ids", " ".join(entry.ids[:_EXAMPLES]) + (f" and {rest} more" if rest > 0 else "")
    if laid.is_silence and laid.vector.note:
        yield "note", laid.vector.note


def _label(laid: Laid, block: Block) -> str:
    if block in laid.minority and not laid.is_silence:
        return "minority"
    return _permitted(laid, block.places)


def _permitted(laid: Laid, places: Sequence[int]) -> str:
    """What an outcome is to the specification: permitted, one of several that are, or not."""
    if laid.is_silence:
        return " or ".join(f"{place + 1}." for place in places) or "neither"
    return "specified" if places else "majority"


def _mark(laid: Laid, block: Block) -> str:
    return " (as specified)" if _label(laid, block) == "minority" and block.places else ""


def write_json(path: Path, entries: Iterable[Entry]) -> None:
    """One object a line, one line an entry. Raises OSError."""
    with path.open("w", encoding="utf-8") as file:
        for entry in entries:
            file.write(_ENCODER.encode(as_object(entry)) + "\n")


def as_object(entry: Entry) -> dict[str, Any]:
    """An entry; `input`, `permitted` and the outcomes are those of the first of its `ids`, which has the smallest
    input. `permitted` of a block are the places, from 0, of the permitted outcomes that it may be."""
    laid = entry.smallest
    operation = laid.vector.operation
    return {
        "type": "silence" if laid.is_silence else "difference",
        "encoding": operation.encoding,
        "operation": operation.kind,
        "input": input_text(operation),
        "permitted": list(map(outcome_text, laid.vector.permitted)),
        "blocks": [
            {
                "implementations": list(block.names),
                "outcome": outcome_text(block.outcome),
                "permitted": list(block.places),
                "minority": block in laid.minority,
            }
            for block in laid.blocks
        ],
        "ids": entry.ids,
    }
