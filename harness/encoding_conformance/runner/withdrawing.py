"""Takes stale patterns of known deviations out of the text of a manifest. It does no I/O."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import yaml

from encoding_conformance.adapters.manifest import DEVIATIONS
from encoding_conformance.core.verdict import PatternPlace
from encoding_conformance.runner.manifest_text import CannotWrite, above, data_of, end_of, key_of, root_of, value_of


class _Cut(NamedTuple):
    """A part of a text, from one index to another."""

    begin: int
    end: int


def withdrawn(text: str, stale: Collection[PatternPlace]) -> str:
    """The text of a manifest without these patterns, and without the entries of which all patterns are stale. The comment
    directly above such an entry goes with it. Nothing else changes.

    Raises CannotWrite if the manifest has a form out of which they cannot be taken in this way.
    """
    root = root_of(text)
    key, listed = key_of(root, DEVIATIONS), value_of(root, DEVIATIONS)
    if not stale or key is None or not isinstance(listed, yaml.SequenceNode):
        return text
    patterns: dict[int, set[int]] = {}
    for each in stale:
        patterns.setdefault(each.entry, set()).add(each.pattern)
    new = text
    for cut in sorted(_cuts(text, key.start_mark.line, listed, patterns), reverse=True):
        new = new[: cut.begin] + new[cut.end :]
    if data_of(new) != _without(data_of(text), patterns):
        line = listed.value[min(patterns)].start_mark.line + 1
        raise CannotWrite(f"the known deviation in line {line} of the manifest is stale; remove it by hand")
    return new


def _cuts(text: str, key: int, listed: yaml.SequenceNode, patterns: Mapping[int, Collection[int]]) -> Iterator[_Cut]:
    """The parts of the text that go. The known deviations begin in the line `key`."""
    lines = text.splitlines(keepends=True)
    begins = [0, *accumulate(map(len, lines))]
    whole = [place for place, gone in patterns.items() if len(gone) == len(_ids(listed.value[place]).value)]
    if len(whole) == len(listed.value):
        yield _Cut(begins[key], begins[end_of(listed)])
        return
    for place, gone in patterns.items():
        entry = listed.value[place]
        if place in whole:
            yield _Cut(begins[above(lines, entry.start_mark.line)], begins[end_of(entry)])
        elif (ids := _ids(entry)).flow_style:
            yield from _within(ids.value, gone)
        else:
            yield from (_Cut(begins[each.start_mark.line], begins[end_of(each)]) for each in (ids.value[one] for one in gone))


def _ids(entry: yaml.MappingNode) -> yaml.SequenceNode:
    found = value_of(entry, "ids")
    assert isinstance(found, yaml.SequenceNode), "the schema of manifests says so"
    return found


def _within(items: Sequence[yaml.Node], gone: Collection[int]) -> Iterator[_Cut]:
    """The items of a list between brackets that are gone, each with the comma behind it, or before it at the end of the list."""
    last = max(place for place in range(len(items)) if place not in gone)
    for place in gone:
        if place < last:
            yield _Cut(items[place].start_mark.index, items[place + 1].start_mark.index)
        else:
            yield _Cut(items[place - 1].end_mark.index, items[place].end_mark.index)


def _without(data: dict[str, Any], patterns: Mapping[int, Collection[int]]) -> dict[str, Any]:
    """The data of a manifest without these patterns of its entries."""
    left = []
    for place, entry in enumerate(data[DEVIATIONS]):
        ids = [id for at, id in enumerate(entry["ids"]) if at not in patterns.get(place, ())]
        if ids:
            left.append(entry | {"ids": ids})
    rest = {key: value for key, value in data.items() if key != DEVIATIONS}
    return data | {DEVIATIONS: left} if left else rest
