"""Brings the known deviations in the text of a manifest up to date, and leaves the rest of the text as it is. It does no I/O.

A round trip through a YAML library would lose or move the comments of entries that go, so the text is cut and completed where the
marks of PyYAML say that an entry stands. The result is read again, and must have the intended meaning.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from glob import escape
from itertools import accumulate
from typing import NamedTuple

import yaml

from encoding_conformance.adapters.manifest import DEVIATIONS, DEVIATIONS_OF, DEVIATIONS_ON
from encoding_conformance.core.notation import input_text, outcome_text
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.text import printable
from encoding_conformance.core.verdict import Cause, DeviationKind, PatternIndex, Verdict
from encoding_conformance.models.known_outcome import IN_FILE

_INDENT = 2
"""The spaces before the dash of an entry, if the manifest has no entry that shows how many it takes."""

_WIDE = 110
"""The most characters of ids on one line. If they take more, each has a line of its own."""


class NewEntry(NamedTuple):
    """A known deviation that is to be written: the cause that it declares, and what the manifest says of the outcomes."""

    cause: Cause
    kind: DeviationKind
    outcome: str
    varies: Sequence[Kind] = ()


class CannotUpdate(Exception):
    """The text of a manifest cannot be changed. The message says why, and what to do."""


def updated(
    text: str, added: Sequence[NewEntry] = (), stale: Sequence[PatternIndex] = (), version: str = "", platform: str = ""
) -> str:
    """Returns the text of a manifest with its known deviations up to date.

    The `stale` patterns go first. An entry whose patterns are all stale goes with the comment directly above it. The `added`
    entries stand behind the old ones. A person must say what the implementation does; comments tell what its failures show.
    The version with which the deviations were seen stands above them. The platform is written only if the manifest states one.
    An empty version changes neither of these.

    Raises CannotUpdate if the manifest has a form that cannot be changed in this way, even if nothing is to change.
    """
    if "\r\n" in text:
        return updated(text.replace("\r\n", "\n"), added, stale, version, platform).replace("\n", "\r\n")
    new, data = text, yaml.safe_load(text)
    _keys(text)
    if stale:
        gone: dict[int, set[int]] = {}
        for index, pattern in stale:
            gone.setdefault(index, set()).add(pattern)
        new = _without(new, gone)
        entries = [
            entry | {"ids": [id for pattern, id in enumerate(entry["ids"]) if pattern not in gone.get(index, ())]}
            for index, entry in enumerate(data.pop(DEVIATIONS))
        ]
        if left := [entry for entry in entries if entry["ids"]]:
            data[DEVIATIONS] = left
    if added:
        new = _with(new, added)
        entries = yaml.safe_load("\n".join(line for each in added for line in _entry(each)))
        data[DEVIATIONS] = [*data.get(DEVIATIONS, []), *entries]
    if version and DEVIATIONS in data:
        stated = {DEVIATIONS_OF: version} | ({DEVIATIONS_ON: platform} if DEVIATIONS_ON in data else {})
        for key, value in stated.items():
            new = _stating(new, key, value)
        data |= stated
    with suppress(yaml.YAMLError):
        if new == text or yaml.safe_load(new) == data:
            return new
    raise CannotUpdate(f"{DEVIATIONS} cannot be changed without damage to the manifest; change them by hand")


def _keys(text: str) -> dict[str, tuple[yaml.Node, yaml.Node]]:
    """Returns the keys of a manifest, each with its node and that of its value."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        raise CannotUpdate("the manifest is written between braces; write each key on a line of its own")
    keys = {key.value: (key, value) for key, value in root.value}
    if DEVIATIONS in keys:
        listed = keys[DEVIATIONS][1]
        if not isinstance(listed, yaml.SequenceNode) or listed.flow_style:
            what = f"{DEVIATIONS} is written between brackets"
            raise CannotUpdate(f"{what}; write each entry behind a dash, or leave out an empty list")
    return keys


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


def _without(text: str, gone: Mapping[int, Collection[int]]) -> str:
    """Returns the text without these patterns, which are given by the index of their entry."""
    (key, listed), lines = _keys(text)[DEVIATIONS], text.splitlines(keepends=True)
    begins = [0, *accumulate(map(len, lines))]  # of the lines
    cuts: list[tuple[int, int]] = []
    whole = 0
    for index, patterns in gone.items():
        entry = listed.value[index]
        (ids,) = (value for key, value in entry.value if key.value == "ids")
        if len(patterns) == len(ids.value):
            whole += 1
            cuts.append((begins[_comment_above(lines, entry.start_mark.line)], begins[_last_line(entry)]))
        elif ids.flow_style:
            cuts += _cuts(ids.value, patterns)
        else:
            stale = [ids.value[pattern] for pattern in patterns]
            cuts += [(begins[each.start_mark.line], begins[_last_line(each)]) for each in stale]
    if whole == len(listed.value):
        cuts = [(begins[key.start_mark.line], begins[_last_line(listed)])]
    for begin, end in sorted(cuts, reverse=True):
        text = text[:begin] + text[end:]
    return text


def _cuts(items: Sequence[yaml.Node], gone: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yields the parts of a list between brackets that go: each item with the comma behind it, or before it at the end."""
    last = max(index for index in range(len(items)) if index not in gone)
    for index in gone:
        if index < last:
            yield items[index].start_mark.index, items[index + 1].start_mark.index
        else:
            yield items[index - 1].end_mark.index, items[index].end_mark.index


def _with(text: str, entries: Sequence[NewEntry]) -> str:
    """Returns the text with these entries behind the others."""
    keys, lines = _keys(text), text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    indent, end, added = _INDENT, len(lines), [f"{DEVIATIONS}:\n"]
    if DEVIATIONS in keys:
        listed = keys[DEVIATIONS][1]
        indent, end, added = listed.start_mark.column, _last_line(listed), []
    for each in entries:
        about = (f"# {printable(line)}" for line in (each.cause.title, _about(each.cause.example)))
        added += [f"{' ' * indent}{line}\n" for line in (*about, *_entry(each))]
    return "".join([*lines[:end], *added, *lines[end:]])


def _entry(each: NewEntry) -> Iterator[str]:
    """Yields the lines of an entry."""
    yield f"- kind: {each.kind}"
    yield '  what: ""'
    yield f"  requirements: [{each.cause.requirement}]"
    yield f"  outcome: {each.outcome if each.outcome == IN_FILE else json.dumps(each.outcome, ensure_ascii=False)}"
    if each.varies:
        yield f"  varies: [{', '.join(each.varies)}]"
    ids = [json.dumps(escape(str(id)), ensure_ascii=False) for id in each.cause.explains]  # as patterns that match nothing else
    line = f"  ids: [{', '.join(ids)}]"
    yield from [line] if len(line) <= _WIDE else ["  ids:", *(f"    - {id}" for id in ids)]


def _about(example: Verdict) -> str:
    """Returns what was asked, what was expected and what the implementation gave, as far as the example has it."""
    asked = f"{example.operation.kind} {input_text(example.operation)}" if example.operation else str(example.id)
    expected = f"; expected: {' | '.join(map(outcome_text, example.expected))}" if example.expected else ""
    return asked + expected + (f"; got: {outcome_text(example.got)}" if example.got else "")


def _stating(text: str, key: str, value: str) -> str:
    """Returns the text with another value of a key, or with the key above the known deviations and their comment."""
    keys, quoted = _keys(text), json.dumps(value, ensure_ascii=False)
    if key in keys:
        stated = keys[key][1]
        return text[: stated.start_mark.index] + quoted + text[stated.end_mark.index :]
    lines = text.splitlines(keepends=True)
    lines.insert(_comment_above(lines, keys[DEVIATIONS][0].start_mark.line), f"{key}: {quoted}\n")
    return "".join(lines)
