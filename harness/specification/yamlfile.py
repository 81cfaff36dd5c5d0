"""A YAML file as plain data with line numbers, and nothing in it that expands, nests without end or builds objects.

Refused: anchors and aliases, tags, keys given twice, a second document, nesting or size beyond the limits.
Scalars are what they look like to a person: `80` is a number (so bytes must be quoted), `NO` is a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from harness.specification.faults import DataError, DataFault

DEEPEST = 12
LARGEST = 16 << 20
"""Bytes of a file."""

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_CONSTANTS = {"true": True, "false": False, "null": None, "~": None, "": None}
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Plain(str):
    """A text that stands without quotes."""


class YamlFile:
    """A file's data (mappings, lists, texts, numbers) and the line of each part of it."""

    def __init__(self, path: Path):
        """Read a file. Raises DataError."""
        self.path = path
        self._faults: list[DataFault] = []
        self.data, self._lines = self._document()
        if self._faults:
            raise DataError(self._faults)

    def line(self, *place: str | int) -> int:
        """The line of the part at this place: keys and indices from the top. The nearest part there is, else."""
        lines = self._lines
        for step in place:
            children = lines[1]
            if isinstance(children, dict) and step in children or isinstance(children, list) and step < len(children):
                lines = children[step]
            else:
                break
        return lines[0]

    def fault(self, message: str, *place: str | int) -> DataFault:
        """A fault of the part at this place."""
        return DataFault(self.path, self.line(*place), message)

    def _document(self) -> tuple[Any, tuple]:
        try:
            if self.path.stat().st_size > LARGEST:
                raise self._stop(1, f"larger than {LARGEST >> 20} MiB; split the file")
            events = self._events(self.path.read_text(encoding="utf-8"))
            next(events), next(events)
            event = next(events)
            if isinstance(event, yaml.StreamEndEvent):
                raise self._stop(1, "empty file; see vectors/README.md for what belongs in it")
            document = self._node(event, events, 0)
            next(events)
            if not isinstance(event := next(events), yaml.StreamEndEvent):
                raise self._stop(_line(event), "a second document; one file holds one")
            return document
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            raise self._stop(line, f"not YAML: {error.problem}") from None
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise self._stop(1, f"not YAML in UTF-8: {error}".replace("\n", " ")) from None
        except OSError as error:
            raise self._stop(1, f"cannot be read: {error.strerror}") from None

    def _events(self, text: str) -> Iterator[yaml.Event]:
        for event in yaml.parse(text, Loader=_LOADER):
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                raise self._stop(_line(event), "an anchor or alias; write the value out (the notation has A*100)")
            if getattr(event, "tag", None):
                raise self._stop(_line(event), f"a tag, {event.tag}; only plain values can stand here")
            yield event

    def _node(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> tuple[Any, tuple]:
        """The data that begins with this event, and its lines: (line, children's lines or None)."""
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event), (_line(event), None)
        if depth == DEEPEST:
            raise self._stop(_line(event), f"nested more than {DEEPEST} deep")
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(event, events, depth)
        return self._mapping(event, events, depth)

    def _sequence(self, start: yaml.Event, events: Iterator[yaml.Event], depth: int) -> tuple[list, tuple]:
        items, lines = [], []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            item, item_lines = self._node(event, events, depth + 1)
            items.append(item)
            lines.append(item_lines)
        return items, (_line(start), lines)

    def _mapping(self, start: yaml.Event, events: Iterator[yaml.Event], depth: int) -> tuple[dict, tuple]:
        items, lines = {}, {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise self._stop(_line(event), "a key that is no text")
            key, line = event.value, _line(event)
            if key in items:
                message = f"key {key!r} is given twice, first in line {lines[key][0]}; keep one"
                self._faults.append(DataFault(self.path, line, message))
            items[key], (_, children) = self._node(next(events), events, depth + 1)
            lines.setdefault(key, (line, children))
        return items, (_line(start), lines)

    def _stop(self, line: int, message: str) -> DataError:
        return DataError([*getattr(self, "_faults", []), DataFault(self.path, line, message)])


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1


def _scalar(event: yaml.ScalarEvent) -> Any:
    if event.style in ('"', "'"):
        return event.value
    if not event.style and event.value in _CONSTANTS:
        return _CONSTANTS[event.value]
    if not event.style and _INTEGER.fullmatch(event.value):
        return int(event.value)
    return Plain(event.value)
