"""Lists of test vectors that can be opened. A page has only their headings. Their items are in scripts, which a page loads
when a list is opened: a browser lets a page that is a file read nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import NamedTuple


class Item(NamedTuple):
    """A test vector or a check in a list: its id, and its facts, each with a label."""

    id: str
    told: Sequence[tuple[str, str]]


class Listed(NamedTuple):
    """The items of a list, and the number of those that are left out."""

    items: Sequence[Item]
    more: int = 0


def heading(script: str, number: int, summary: str) -> str:
    """The heading of a list in HTML: the one of this number in a script, whose path is relative to the page."""
    return f'<details class="cases" data-script="{script}" data-list="{number}"><summary>{escape(summary)}</summary></details>'


def script(rerun: str, every: str, lists: Sequence[Listed]) -> str:
    """A script with these lists. `rerun` is the command that repeats an item if the item's id follows it, and `every` is the
    command that shows those that are left out."""
    listed = [{"more": each.more, "items": each.items} for each in lists]
    data = json.dumps({"rerun": rerun, "every": every, "lists": listed}, separators=(",", ":"))
    return f"conformLists({data});\n"
