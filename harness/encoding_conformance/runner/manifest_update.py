"""Brings the known deviations in the text of a manifest up to date, and leaves the rest of the text as it is. It does no I/O.

A round trip through a YAML library would lose or move the comments of entries that go, so the text is cut and completed where the
marks of PyYAML say that an entry stands. What results is read again, and must mean what it is to mean.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from glob import escape
from typing import Any, NamedTuple

import yaml

from encoding_conformance.adapters.manifest import DEVIATIONS, DEVIATIONS_OF, DEVIATIONS_ON
from encoding_conformance.core.notation import input_text, outcome_text
from encoding_conformance.core.text import printable
from encoding_conformance.core.verdict import Cause, DeviationKind, PatternPlace, Verdict

_INDENT = 2
"""The spaces before the dash of an entry, if the manifest has no entry that shows how many it takes."""

_WIDE = 110
"""The most characters of ids on one line. If they take more, each has a line of its own."""


class CannotUpdate(Exception):
    """The text of a manifest cannot be changed. The message says why, and what to do."""


class Update(NamedTuple):
    """What is to change in a manifest: `causes` become known deviations, `stale` patterns go, and the manifest states the version
    and the platform with which its deviations were seen. An empty version changes neither of these."""

    causes: Sequence[Cause] = ()
    stale: Sequence[PatternPlace] = ()
    version: str = ""
    platform: str = ""


def updated(text: str, update: Update) -> str:
    """Returns the text of a manifest after an update.

    Stale patterns go first. An entry of which all patterns are stale goes with the comment directly above it. New entries stand
    behind those that are left. The kind of each is bug, and a person must say what the implementation does; comments tell what
    is known of it. The version stands above the known deviations. The platform is written only if the manifest states one.

    Raises CannotUpdate if the manifest has a form that cannot be changed in this way, even if nothing is to change.
    """
    if "\r\n" in text:
        return updated(text.replace("\r\n", "\n"), update).replace("\n", "\r\n")
    new, data = text, yaml.safe_load(text)
    _parts(text)
    if update.stale:
        stale: dict[int, set[int]] = {}
        for entry, pattern in update.stale:
            stale.setdefault(entry, set()).add(pattern)
        new, data = _without(new, stale), _data_without(data, stale)
    if update.causes:
        added = yaml.safe_load("\n".join(line for cause in update.causes for line in _entry(cause)))
        new, data = _with(new, update.causes), data | {DEVIATIONS: [*data.get(DEVIATIONS, []), *added]}
    if update.version and DEVIATIONS in data:
        stated = {DEVIATIONS_OF: update.version} | ({DEVIATIONS_ON: update.platform} if DEVIATIONS_ON in data else {})
        for key, value in stated.items():
            new, data = _stating(new, key, value), data | {key: value}
    if new != text and _data(new) != data:
        raise CannotUpdate(f"{DEVIATIONS} cannot be changed without damage to the manifest; change them by hand")
    return new


class _Parts(NamedTuple):
    """The keys of a manifest and their values, and the entries of its known deviations."""

    keys: Mapping[str, tuple[yaml.Node, yaml.Node]]
    entries: Sequence[yaml.MappingNode]


def _parts(text: str) -> _Parts:
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        raise CannotUpdate("the manifest is written between braces; write each key on a line of its own")
    keys = {key.value: (key, value) for key, value in root.value}
    if DEVIATIONS not in keys:
        return _Parts(keys, [])
    listed = keys[DEVIATIONS][1]
    if isinstance(listed, yaml.SequenceNode) and not listed.flow_style:
        return _Parts(keys, listed.value)
    raise CannotUpdate(f"{DEVIATIONS} is written between brackets; write each entry behind a dash, or leave out an empty list")


def _data(text: str) -> Any:
    """Returns the data of a text; None if it is not YAML."""
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return None


def _last_line(node: yaml.Node) -> int:
    """Returns the number of lines up to the end of a node's content. The node itself ends where the next one begins."""
    while isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        node = node.value[-1][1] if isinstance(node, yaml.MappingNode) else node.value[-1]
    return int(node.end_mark.line + (node.end_mark.column > 0))


def _comment_above(lines: Sequence[str], line: int) -> int:
    """Returns the first line of the comment directly above a line, or the line itself if there is no comment."""
    while line > 0 and lines[line - 1].lstrip().startswith("#"):
        line -= 1
    return line


def _ids(entry: yaml.MappingNode) -> yaml.SequenceNode:
    found: yaml.SequenceNode = next(value for key, value in entry.value if key.value == "ids")
    return found


def _without(text: str, stale: Mapping[int, Collection[int]]) -> str:
    """Returns the text without stale patterns, which are given by the index of their entry."""
    parts, lines = _parts(text), text.splitlines(keepends=True)
    whole = {index for index, gone in stale.items() if len(gone) == len(_ids(parts.entries[index]).value)}
    if len(whole) == len(parts.entries):
        key, listed = parts.keys[DEVIATIONS]
        return "".join([*lines[: key.start_mark.line], *lines[_last_line(listed) :]])
    for index, gone in sorted(stale.items(), reverse=True):
        entry, ids = parts.entries[index], _ids(parts.entries[index])
        if index in whole:
            del lines[_comment_above(lines, entry.start_mark.line) : _last_line(entry)]
        elif ids.flow_style:
            begin, end = ids.start_mark.line, ids.end_mark.line + 1
            before = len("".join(lines[:begin]))
            part = "".join(lines[begin:end])
            for start, stop in sorted(_cuts(ids.value, gone), reverse=True):
                part = part[: start - before] + part[stop - before :]
            lines[begin:end] = [part]
        else:
            for pattern in sorted(gone, reverse=True):
                del lines[ids.value[pattern].start_mark.line : _last_line(ids.value[pattern])]
    return "".join(lines)


def _cuts(items: Sequence[yaml.Node], gone: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yields the parts of a list between brackets that go: each item with the comma behind it, or before it at the end."""
    last = max(index for index in range(len(items)) if index not in gone)
    for index in gone:
        if index < last:
            yield items[index].start_mark.index, items[index + 1].start_mark.index
        else:
            yield items[index - 1].end_mark.index, items[index].end_mark.index


def _data_without(data: Mapping[str, Any], stale: Mapping[int, Collection[int]]) -> dict[str, Any]:
    """Returns the data of a manifest without stale patterns."""
    left = []
    for index, entry in enumerate(data[DEVIATIONS]):
        ids = [id for pattern, id in enumerate(entry["ids"]) if pattern not in stale.get(index, ())]
        left += [entry | {"ids": ids}] if ids else []
    rest = {key: value for key, value in data.items() if key != DEVIATIONS}
    return {**data, DEVIATIONS: left} if left else rest


def _with(text: str, causes: Sequence[Cause]) -> str:
    """Returns the text with an entry for each cause."""
    parts, lines = _parts(text), text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    indent, end = _INDENT, len(lines)
    if parts.entries:
        indent, end = parts.keys[DEVIATIONS][1].start_mark.column, _last_line(parts.keys[DEVIATIONS][1])
    added = [] if parts.entries else [f"{DEVIATIONS}:\n"]
    for cause in causes:
        added += [f"{' ' * indent}# {printable(line)}\n" for line in (cause.title, _about(cause.example))]
        added += [f"{' ' * indent}{line}\n" for line in _entry(cause)]
    return "".join([*lines[:end], *added, *lines[end:]])


def _entry(cause: Cause) -> Iterator[str]:
    """Yields the lines of an entry."""
    yield f"- kind: {DeviationKind.BUG}"
    yield '  what: ""'
    yield f"  requirements: [{cause.requirement}]"
    ids = [json.dumps(escape(str(id)), ensure_ascii=False) for id in cause.explains]  # as patterns that match nothing else
    line = f"  ids: [{', '.join(ids)}]"
    yield from [line] if len(line) <= _WIDE else ["  ids:", *(f"    - {id}" for id in ids)]


def _about(example: Verdict) -> str:
    """Returns what was asked, what was expected and what the implementation gave, as far as the example has it."""
    asked = f"{example.operation.kind} {input_text(example.operation)}" if example.operation else str(example.id)
    expected = f"; expected: {' | '.join(map(outcome_text, example.expected))}" if example.expected else ""
    return asked + expected + (f"; got: {outcome_text(example.got)}" if example.got else "")


def _stating(text: str, key: str, value: str) -> str:
    """Returns the text with another value of a key, or with the key above the known deviations and their comment."""
    parts, quoted = _parts(text), json.dumps(value, ensure_ascii=False)
    if key in parts.keys:
        stated = parts.keys[key][1]
        return text[: stated.start_mark.index] + quoted + text[stated.end_mark.index :]
    lines = text.splitlines(keepends=True)
    lines.insert(_comment_above(lines, parts.keys[DEVIATIONS][0].start_mark.line), f"{key}: {quoted}\n")
    return "".join(lines)
