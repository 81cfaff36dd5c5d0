"""What changes to the text of a manifest have in common. It does no I/O."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import yaml


class CannotWrite(Exception):
    """The text of a manifest cannot be changed. The message says why, and what to do."""


def root_of(text: str) -> yaml.MappingNode:
    """The node of a manifest. Raises CannotWrite if the manifest has a form to which no key can be added."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        raise CannotWrite("the manifest is written between braces; write each key on a line of its own")
    return root


def key_of(node: yaml.MappingNode, key: str) -> yaml.Node | None:
    """The node of a key, or None if there is no such key."""
    return next((each for each, _ in node.value if each.value == key), None)


def value_of(node: yaml.MappingNode, key: str) -> yaml.Node | None:
    """The node of the value of a key, or None if there is no such key."""
    return next((value for each, value in node.value if each.value == key), None)


def end_of(node: yaml.Node) -> int:
    """The number of lines up to the end of what is in a node. The node itself ends where the next one begins."""
    last = node
    while isinstance(last, yaml.CollectionNode) and not last.flow_style and last.value:
        last = last.value[-1][1] if isinstance(last, yaml.MappingNode) else last.value[-1]
    mark = last.end_mark
    return int(mark.line + (mark.column > 0))


def above(lines: Sequence[str], line: int) -> int:
    """The first line of the comment directly above a line, or the line itself if there is no comment."""
    while line > 0 and lines[line - 1].lstrip().startswith("#"):
        line -= 1
    return line


def line_end(text: str) -> str:
    """How the lines of a text end."""
    return "\r\n" if "\r\n" in text else "\n"


def data_of(text: str) -> Any:
    """The data of a text; None if it is not YAML."""
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return None
