"""Shows on the screen what changed between two runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.text import Text

from encoding_conformance.commands.diff.changes import BETTER, OTHER, WORSE, Change, State
from encoding_conformance.specification.faults import abridged

_EXAMPLES = 3
"""The number of ids of a change that are shown. The others are counted."""

_LONGEST = 400
"""The number of characters of a text that are shown."""

_STYLES = {WORSE: "bold red", BETTER: "green", OTHER: "yellow"}


def show(screen: Console, changes: Sequence[Change], old: Mapping[str, str], new: Mapping[str, str]) -> None:
    """Shows the implementations whose versions differ between `old` and `new`; each change with a few ids, and with the reason of
    the first one if it got worse; and at the end the counts."""
    for name in old:
        if old[name] != new.get(name, old[name]):
            screen.print(abridged(f"{name}: {old[name] or '?'} → {new[name] or '?'}", _LONGEST), soft_wrap=True)
    for change in changes:
        where = abridged(", ".join(filter(None, (change.implementation, change.encoding))), _LONGEST)
        screen.print(
            Text.assemble((f"{change.kind.upper():<7}", _STYLES[change.kind]), f"{where}: {len(change.lines)} {_what(change)}"),
            soft_wrap=True,
        )
        rest = len(change.lines) - _EXAMPLES
        ids = " ".join(abridged(str(line.id), _LONGEST) for line in change.lines[:_EXAMPLES])
        screen.print(f"       {ids}" + (f" and {rest} more" if rest > 0 else ""), soft_wrap=True)
        if change.kind == WORSE:
            screen.print(f"       {abridged(change.lines[0].reason, _LONGEST)}", soft_wrap=True)
    counts: Counter[str] = Counter()
    for change in changes:
        counts[change.kind] += len(change.lines)
    screen.print(f"{counts[WORSE]} worse  {counts[BETTER]} better  {counts[OTHER]} changed otherwise, new or gone")


def _what(change: Change) -> str:
    before, after = change.before, change.after
    if before is None or after is None:
        return f"new: {_said(after)}" if after else f"gone: {_said(before)}"
    if before.verdict != after.verdict:
        return f"{_said(before)} → {_said(after)}"
    return f"{before.verdict}: {before.did} → {'the same with another answer' if after.again else after.did}"


def _said(state: State | None) -> str:
    """A verdict, with what was done if that is known."""
    if state is None:
        return ""
    return f"{state.verdict} ({state.did})" if state.did else state.verdict
