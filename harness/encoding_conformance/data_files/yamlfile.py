"""Reads a YAML file as plain data with line numbers. Nothing in it can expand, nest without end or build objects.

These are refused: anchors and aliases, tags, keys given twice, a second document, and nesting or size beyond the limits.
Scalars are what they look like to a person: `80` is a number (so bytes must be quoted), and `NO` is a text.
"""

import re
from collections.abc import Callable
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import yaml

from encoding_conformance.core.identity import Location
from encoding_conformance.core.text import UNSEEN
from encoding_conformance.data_files.files import read_file
from encoding_conformance.data_files.problems import DataError, DataProblem

DEEPEST = 12
LARGEST = 16 << 20
"""The most bytes of a file."""

MOST_EXPANDED = 1 << 25
"""The most bytes and values that files of data may stand for, because a short text can stand for many."""

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_CONSTANTS = {"true": True, "false": False, "null": None, "~": None, "": None}
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_UNSEEN = re.compile(f"(?![\t\n\r])[{UNSEEN}]")
_TAB = re.compile(r" *\t")


class Plain(str):
    """A text that is written without quotes."""


class YamlFile:
    """A file's data (mappings, lists, texts, numbers) and the line of each part of it.

    `problems` leave the rest of the file readable. They are keys given twice, of which the first is kept.
    """

    def __init__(self, path: Path, manual: str = "vectors/README.md"):
        """Reads a file; `manual` is the page that describes its content. Raises DataError if it cannot be read to its end."""
        self.path = path
        self._manual = manual
        self.problems: list[DataProblem] = []
        self._first = 1
        self._lines: dict[int, Any] = {}
        """For each mapping and list of `data`, by its identity: the lines of its parts, by key or index."""
        self.data = self._document(self._text())

    def line(self, *pointer: str | int) -> int:
        """Returns the line of a part, which keys and indexes from the top lead to. If there is no such part, it is the line of
        the nearest one above it."""
        line, part = self._first, self.data
        for step in pointer:
            try:
                line, part = self._lines[id(part)][step], part[step]
            except (KeyError, IndexError, TypeError):
                break
        return line

    def location(self, *pointer: str | int) -> Location:
        """Returns the file and line of a part, as `line` finds it."""
        return Location(str(self.path), self.line(*pointer))

    def problem(self, message: str, *pointer: str | int) -> DataProblem:
        """Returns a problem of a part."""
        return DataProblem(self.location(*pointer), message)

    def drop(self, *pointer: str | int) -> None:
        """Removes a part with a known problem, so that the rest can be examined."""
        *parents, last = pointer
        holder = reduce(getitem, parents, self.data)
        del holder[last], self._lines[id(holder)][last]

    def _text(self) -> str:
        try:
            data = read_file(self.path, LARGEST)
        except OSError as error:
            raise self._stop(1, f"cannot be read: {error.strerror}") from None
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise self._stop(line, f"not UTF-8, byte {data[error.start]:02X}; save the file as UTF-8") from None
        if unseen := _UNSEEN.search(text):
            raise self._unseen(text.count("\n", 0, unseen.start()) + 1, unseen[0])
        return text

    def _document(self, text: str) -> Any:
        next_event = _LOADER(text).get_event
        try:
            next_event()  # the start of the stream
            if isinstance(next_event(), yaml.StreamEndEvent):
                raise self._stop(1, f"empty file; {self._manual} describes the content")
            self._first = _line(event := next_event())
            document = self._node(event, next_event, 0)
            next_event()  # the end of the document
            if not isinstance(event := next_event(), yaml.StreamEndEvent):
                raise self._stop(_line(event), "a second document; one file holds one")
            return document
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line if error.problem_mark else 0
            if _TAB.match(([*text.splitlines(), ""])[line]):
                raise self._stop(line + 1, "indented with a tab; use spaces") from None
            if error.context == "while increasing flow level":  # libyaml's own limit, which is deeper than ours
                raise self._too_deep(line + 1) from None
            problem = f"not YAML: {error.problem}; look at the quotes and the indentation, here and above"
            raise self._stop(line + 1, problem) from None

    def _node(self, event: Any, next_event: Callable[[], Any], depth: int) -> Any:
        """Returns the data that begins with this event, and keeps the lines of its parts."""
        if event.anchor or event.tag:
            raise self._not_plain(event)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if depth == DEEPEST:
            raise self._too_deep(_line(event))
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(next_event, depth)
        items: list[Any] = []
        lines = self._lines[id(items)] = list[int]()
        while not isinstance(event := next_event(), yaml.SequenceEndEvent):
            lines.append(_line(event))
            items.append(self._node(event, next_event, depth + 1))
        return items

    def _mapping(self, next_event: Callable[[], Any], depth: int) -> dict[str, Any]:
        items: dict[str, Any] = {}
        lines = self._lines[id(items)] = dict[str, int]()
        while not isinstance(event := next_event(), yaml.MappingEndEvent):
            if event.anchor or event.tag:
                raise self._not_plain(event)
            if not isinstance(event, yaml.ScalarEvent):
                raise self._stop(_line(event), "a list or mapping as a key; a key is a word")
            self._scalar(event)  # refuses unseen characters
            key, line = event.value, _line(event)
            item = self._node(next_event(), next_event, depth + 1)
            if key in items:
                message = f"key {key!r} is given twice, first in line {lines[key]}; keep one"
                self.problems.append(DataProblem(Location(str(self.path), line), message))
            else:
                items[key], lines[key] = item, line
        return items

    def _scalar(self, event: yaml.ScalarEvent) -> Any:
        """Returns a text, number or constant. Raises DataError if an escape sequence stands for an unseen character."""
        if unseen := _UNSEEN.search(event.value):
            raise self._unseen(_line(event), unseen[0])
        if event.style in ('"', "'"):
            return event.value
        if not event.style and event.value in _CONSTANTS:
            return _CONSTANTS[event.value]
        if not event.style and _INTEGER.fullmatch(event.value):
            return int(event.value)
        return Plain(event.value)

    def _unseen(self, line: int, character: str) -> DataError:
        return self._stop(line, f"the unseen character U+{ord(character):04X}; take it out")

    def _not_plain(self, event: Any) -> DataError:
        if event.anchor:
            return self._stop(_line(event), "an anchor or alias; write the value out (the notation has AA*100)")
        return self._stop(_line(event), f"a tag, {event.tag}; take it out, only plain values are permitted")

    def _too_deep(self, line: int) -> DataError:
        return self._stop(line, f"nested more than {DEEPEST} deep; see {self._manual} for the form")

    def _stop(self, line: int, message: str) -> DataError:
        return DataError([*self.problems, DataProblem(Location(str(self.path), line), message)])


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
