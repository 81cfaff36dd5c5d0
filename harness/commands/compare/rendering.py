"""Reports a comparison of implementations, on the screen and as JSON lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from harness.commands.compare.grouping import Entry
from harness.core.outcome import Rejection
from harness.core.vector import Permitted
from harness.core.wire import input_text, outcome_text
from harness.report.explain import shortened
from harness.report.partition import Block, Laid

_EXAMPLES = 3
"""The number of ids of an entry that are shown. The others are counted."""

_FEW = 8
"""Up to this many names of a block are always shown."""

_LABEL = 14
"""The width of a label in columns."""

_ENCODER = json.JSONEncoder(ensure_ascii=False)


def show(screen: Console, laid: Sequence[Laid], entries: Sequence[Entry]) -> None:
    """Shows a table of encodings, the partitions of each, and who does what if the specification is silent."""
    asked = _asked(laid)
    screen.print(_table(laid, entries, asked))
    silent = [entry for entry in entries if entry.smallest.is_silence]
    differing = [entry for entry in entries if not entry.smallest.is_silence]
    _section(screen, "Where they differ; of each entry the smallest input is shown:", differing, asked)
    _section(screen, "Where the specification is silent:", silent, asked)
    screen.print(_total(laid, len(differing), len(silent)))


def _asked(laid: Iterable[Laid]) -> dict[str, list[str]]:
    """The implementations that were asked about each encoding."""
    found: dict[str, dict[str, None]] = {}
    for each in laid:
        names = [*(name for block in each.blocks for name in block.names), *each.unsupported]
        found.setdefault(each.vector.operation.encoding, {}).update(dict.fromkeys(names))
    return {encoding: sorted(names) for encoding, names in found.items()}


def _table(laid: Iterable[Laid], entries: Iterable[Entry], asked: Mapping[str, Sequence[str]]) -> Table:
    counts: dict[str, Counter[str]] = {}
    for each in laid:
        counts.setdefault(each.vector.operation.encoding, Counter()).update(["vectors", _column(each)])
    ways = Counter(entry.encoding for entry in entries if not entry.smallest.is_silence)
    table = Table("encoding", title_justify="left")
    for head in ("implementations", "vectors", "alike", "differ", "in ways", "silent"):
        table.add_column(head, justify="right")
    for encoding, row in counts.items():
        numbers = (len(asked[encoding]), row["vectors"], row["alike"], row["differ"], ways[encoding], row["silent"])
        table.add_row(encoding, *(str(number or "·") for number in numbers))
    return table


def _column(laid: Laid) -> str:
    return "silent" if laid.is_silence else "differ" if laid.differs else "alike"


def _total(laid: Sequence[Laid], ways: int, silent_ways: int) -> str:
    counts = Counter(map(_column, laid))
    differ = f"they differ on {counts['differ']}, in {_count(ways, 'way')}" if ways else "they differ on none"
    total = f"{_count(len(laid), 'vector')}: {differ}"
    if not silent_ways:
        return total
    return f"{total}; the specification is silent on {counts['silent']}, in {_count(silent_ways, 'way')}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("s" if number != 1 else "")


def _section(screen: Console, title: str, entries: Sequence[Entry], asked: Mapping[str, Sequence[str]]) -> None:
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


def _apart(entries: Iterable[Entry]) -> str:
    """Which implementations are in the minority of these entries, and on how many inputs, if the specification is not silent."""
    counts: Counter[str] = Counter()
    for entry in entries:
        if not entry.smallest.is_silence:
            for block in entry.smallest.minority:
                counts.update(dict.fromkeys(block.names, len(entry.laid)))
    return ", ".join(f"{name} {number}" for name, number in counts.most_common())


def explained(entry: Entry) -> Iterator[tuple[str, str]]:
    """The labels and texts of an entry. The outcomes are those for its smallest input."""
    laid = entry.smallest
    operation = laid.vector.operation
    yield _count(len(entry.laid), "input"), shortened(f"{operation.kind} {input_text(operation)}")
    if laid.is_silence:
        yield "question", laid.question
    for block in laid.blocks:
        yield _label(laid, block), f"{_said(laid, block)}: {_names(laid, block)}{_mark(laid, block)}"
    for place in laid.given_by_nobody:
        yield _permitted(laid, (place,)), f"{shortened(outcome_text(laid.vector.permitted[place]))}: none"
    if laid.unsupported:
        yield "unsupported", " ".join(laid.unsupported)
    rest = len(entry.laid) - _EXAMPLES
    yield "ids", " ".join(map(str, entry.examples[:_EXAMPLES])) + (f" and {rest} more" if rest > 0 else "")
    if laid.is_silence and laid.vector.note:
        yield "note", laid.vector.note


def _label(laid: Laid, block: Block) -> str:
    if block in laid.minority and not laid.is_silence:
        return "minority"
    return _permitted(laid, block.places)


def _permitted(laid: Laid, places: Sequence[int]) -> str:
    """Whether an outcome is permitted, one of several permitted ones, or not permitted."""
    if laid.is_silence:
        return " or ".join(f"{place + 1}." for place in places) or "neither"
    return "specified" if places else "majority"


def _said(laid: Laid, block: Block) -> str:
    """The outcome, with the reason if it is an expected rejection."""
    return shortened(outcome_text(block.outcome) + _why([laid.vector.permitted[place] for place in block.places]))


def _why(permitted: Sequence[Permitted]) -> str:
    match permitted:
        case [Rejection(_, text)] if text:
            return f" ({text})"
    return ""


def _names(laid: Laid, block: Block) -> str:
    """The names of a block, or their number if the block has most of the implementations."""
    if block is laid.blocks[0] and len(block.names) > _FEW and 2 * len(block.names) > _answering(laid):
        return f"the other {len(block.names)}"
    return " ".join(block.names)


def _answering(laid: Laid) -> int:
    return sum(len(block.names) for block in laid.blocks)


def _mark(laid: Laid, block: Block) -> str:
    return " (as specified)" if _label(laid, block) == "minority" and block.places else ""


def write_json(path: Path, entries: Iterable[Entry]) -> None:
    """Writes one JSON object on each line, one for each entry. Raises OSError."""
    with path.open("w", encoding="utf-8") as file:
        for entry in entries:
            file.write(_ENCODER.encode(as_object(entry)) + "\n")


def as_object(entry: Entry) -> dict[str, Any]:
    """An entry as a JSON object. `input`, `permitted` and the outcomes belong to the first of its `ids`, which has the smallest
    input. In a block, `permitted` are the places, from 0, of the permitted outcomes that it may be."""
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
        "unsupported": list(laid.unsupported),
        "ids": list(map(str, entry.ids)),
    }
