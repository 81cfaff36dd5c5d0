"""Brings the known deviations in the text of a manifest up to date, and leaves the rest of the text as it is. It does no I/O."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from glob import escape
from itertools import pairwise
from typing import Any, NamedTuple

from encoding_conformance.adapters.manifest import DEVIATIONS, DEVIATIONS_OF, DEVIATIONS_ON
from encoding_conformance.core.notation import input_text, outcome_text
from encoding_conformance.core.text import printable
from encoding_conformance.core.verdict import Cause, DeviationKind, PatternPlace, Verdict

_BOM = "\ufeff"
_INDENT = 2
"""The spaces before the dash of an entry, if the manifest has no list that shows how many it takes."""

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
    manifest = _Manifest(text)
    manifest.remove(update.stale)
    manifest.add(update.causes)
    if update.version:
        manifest.date(DEVIATIONS_OF, update.version)
        if DEVIATIONS_ON in manifest.data:
            manifest.date(DEVIATIONS_ON, update.platform)
    return manifest.text() if any(update[:3]) else text


class _Manifest:
    """The data of a manifest, with its comments and its layout."""

    def __init__(self, text: str):
        from ruamel.yaml import YAML  # few commands need it

        self._bom = _BOM if text.startswith(_BOM) else ""
        self._line_end = "\r\n" if "\r\n" in text else "\n"
        lines = text.removeprefix(_BOM).splitlines()
        plain = "".join(f"{line}\n" for line in lines)
        self._yaml = YAML()
        self._yaml.preserve_quotes, self._yaml.width = True, 10**6
        self.data = self._yaml.load(plain)
        if _is_flow(self.data):
            raise CannotUpdate("the manifest is written between braces; write each key on a line of its own")
        self._offset = self._indent()
        self._must_be_changeable(lines)
        _settle(self.data)

    def _indent(self) -> int:
        """Sets the indentation of lists to that of the first one, and returns the spaces before a dash."""
        lists = [self.data.get(DEVIATIONS), *self.data.values()]
        shown: Any = next((each for each in lists if isinstance(each, list) and _is_block(each)), None)
        offset = shown.lc.col if shown else _INDENT
        self._yaml.indent(sequence=offset + 2, offset=offset)
        return int(offset)

    def _must_be_changeable(self, lines: Sequence[str]) -> None:
        listed = self.data.get(DEVIATIONS)
        if listed is not None and (not listed or _is_flow(listed)):
            raise CannotUpdate(
                f"{DEVIATIONS} is written between brackets; write each entry behind a dash, or leave out an empty list"
            )
        for number, (before, after) in enumerate(zip([*lines, ""], [*self._dump().splitlines(), ""]), 1):
            if before != after:
                advice = "write it on one line, with the indentation of the other lines"
                raise CannotUpdate(f"line {number} would not stay as it is if the manifest were written anew; {advice}")

    def _dump(self) -> str:
        stream = io.StringIO()
        self._yaml.dump(self.data, stream)
        return stream.getvalue()

    def text(self) -> str:
        """Returns the text. Raises CannotUpdate if it does not mean what the data says."""
        found = self._dump()
        if self._yaml.load(found) != self.data:
            raise CannotUpdate(f"{DEVIATIONS} cannot be changed without damage to the manifest; change them by hand")
        return self._bom + found.replace("\n", self._line_end)

    def remove(self, stale: Sequence[PatternPlace]) -> None:
        """Removes stale patterns, and the entries of which all patterns are stale."""
        listed = self.data.get(DEVIATIONS)
        if not stale or not listed:
            return
        whole = []
        for entry in sorted({place.entry for place in stale}):
            patterns = sorted(place.pattern for place in stale if place.entry == entry)
            ids = listed[entry]["ids"]
            if len(patterns) == len(ids):
                whole.append(entry)
            elif _is_flow(ids):
                _delete(ids, patterns)
            else:
                comments = _take_comments(listed[entry], "ids")
                _delete(ids, patterns)
                _put_comments(listed[entry], "ids", _merged(comments, patterns))
        comments = _take_comments(self.data, DEVIATIONS)
        for entry in whole:
            comments[entry] = _without_last_block(comments[entry])
        _delete(listed, whole)
        if listed:
            _put_comments(self.data, DEVIATIONS, _merged(comments, whole))
        else:
            before = self._key_before(DEVIATIONS)
            del self.data[DEVIATIONS]
            self.data.ca.items.pop(DEVIATIONS, None)
            _put_below(self.data, before, comments[-1])

    def add(self, causes: Sequence[Cause]) -> None:
        """Adds an entry for each cause, with its comment."""
        if not causes:
            return
        comments = [""]
        if self.data.get(DEVIATIONS):
            comments = _take_comments(self.data, DEVIATIONS)
        else:
            self.data[DEVIATIONS] = self._yaml.load("- x")
            del self.data[DEVIATIONS][0]
        *above, below = comments
        for cause in causes:
            self.data[DEVIATIONS].append(self._yaml.load("\n".join(_entry(cause))))
            known = cause.title, _told(cause.example)
            above.append("".join(f"{' ' * self._offset}# {printable(line)}\n" for line in known))
        _put_comments(self.data, DEVIATIONS, [*above, below])

    def date(self, key: str, value: str) -> None:
        """Writes the version or platform of the deviations. If the key is new, it stands above them and their comment."""
        from ruamel.yaml.scalarstring import DoubleQuotedScalarString

        quoted = DoubleQuotedScalarString(value)
        if key in self.data:
            self.data[key] = quoted
        elif DEVIATIONS in self.data:
            before = self._key_before(DEVIATIONS)
            comment = _take_below(self.data, before)
            rest = _without_last_block(comment)
            _put_below(self.data, before, rest)
            self.data.insert(list(self.data).index(DEVIATIONS), key, quoted)
            _put_below(self.data, key, comment.removeprefix(rest))

    def _key_before(self, key: str) -> str:
        keys = list(self.data)
        before: str = keys[keys.index(key) - 1]
        return before


def _is_flow(node: Any) -> bool:
    return hasattr(node, "fa") and bool(node.fa.flow_style())


def _is_block(node: Any) -> bool:
    return hasattr(node, "fa") and bool(node) and not _is_flow(node)


def _delete(listed: Any, indices: Sequence[int]) -> None:
    for index in reversed(indices):
        del listed[index]


def _without_last_block(comment: str) -> str:
    """Returns lines without the comment at their end, which is directly above what follows."""
    lines = comment.splitlines(keepends=True)
    while lines and lines[-1].lstrip().startswith("#"):
        lines.pop()
    return "".join(lines)


def _merged(comments: Sequence[str], gone: Sequence[int]) -> list[str]:
    """Returns the comments of a list without these items. The comment of an item that is gone stands above the next one."""
    merged, kept = [], ""
    for index, comment in enumerate(comments):
        kept += comment
        if index not in gone:
            merged.append(kept)
            kept = ""
    return merged


# ruamel.yaml keeps most comments with the scalar before them. So the comments of a list are taken from there while it changes.


def _settle(node: Any) -> None:
    """Moves each comment behind brackets to the brackets. ruamel.yaml keeps it with what follows, or with the whole."""
    keys = list(node) if isinstance(node, Mapping) else range(len(node))
    for before, key in pairwise(keys):
        if (slots := node.ca.items.get(key)) and slots[1]:
            _put_below(node, before, _raw(slots[1]))
            slots[1] = None
    if node.ca.end:
        _put_below(node, keys[-1], _raw(node.ca.end))
        node.ca.end.clear()  # not another list: whoever dumps the data keeps this one
    for key in keys:
        if _is_block(node[key]):
            _settle(node[key])


def _raw(tokens: Iterable[Any]) -> str:
    return "".join(" " * token.start_mark.column * (token.value != "\n") + token.value for token in tokens)


def _take_comments(parent: Any, key: str) -> list[str]:
    """Removes the comments from a list, and returns them: one above each item, and one below the last."""
    listed = parent[key]
    first = _cut(_token(parent, key))
    if (slots := parent.ca.items.get(key)) and slots[3]:
        first += _raw(slots[3])
        slots[3] = listed.ca.comment = None
    return [first, *(_take_below(listed, index) for index in range(len(listed)))]


def _put_comments(parent: Any, key: str, comments: Sequence[str]) -> None:
    """Writes comments into a list: one above each item, and one below the last."""
    _append(parent, key, comments[0])
    for index, comment in enumerate(comments[1:]):
        _put_below(parent[key], index, comment)


def _take_below(parent: Any, key: Any) -> str:
    """Removes the lines of comments below a part, and returns them. A comment behind it on its own line stays."""
    return _cut(_token(*_last_scalar(parent, key)))


def _put_below(parent: Any, key: Any, comment: str) -> None:
    _append(*_last_scalar(parent, key), comment)


def _last_scalar(parent: Any, key: Any) -> tuple[Any, Any]:
    """Returns where the last scalar, or list between brackets, of a part stands: what it is in, and its key or index there."""
    value = parent[key]
    if not _is_block(value):
        return parent, key
    return _last_scalar(value, list(value)[-1] if isinstance(value, Mapping) else len(value) - 1)


def _token(parent: Any, key: Any) -> Any:
    return (parent.ca.items.get(key) or [None] * 4)[2 if isinstance(parent, Mapping) else 0]


def _cut(token: Any) -> str:
    if token is None:
        return ""
    first, _, rest = token.value.partition("\n")
    token.value = f"{first}\n"
    return str(rest)


def _append(parent: Any, key: Any, comment: str) -> None:
    from ruamel.yaml.error import CommentMark
    from ruamel.yaml.tokens import CommentToken

    if not comment:
        return
    if token := _token(parent, key):
        token.value += comment
    else:
        slots = parent.ca.items.setdefault(key, [None] * 4)
        slots[2 if isinstance(parent, Mapping) else 0] = CommentToken(f"\n{comment}", CommentMark(0), None)


def _entry(cause: Cause) -> Iterator[str]:
    """Yields the lines of an entry without its dash."""
    yield f"kind: {DeviationKind.BUG}"
    yield 'what: ""'
    yield f"requirements: [{cause.requirement}]"
    ids = [json.dumps(escape(str(id)), ensure_ascii=False) for id in cause.explains]  # as patterns that match nothing else
    line = f"ids: [{', '.join(ids)}]"
    yield from [line] if len(line) + len("  ") <= _WIDE else ["ids:", *(f"- {id}" for id in ids)]


def _told(example: Verdict) -> str:
    """Returns what was asked, what was expected and what the implementation gave, as far as the example has it."""
    operation, outcome = example.operation, example.got
    asked = f"{operation.kind} {input_text(operation)}" if operation else str(example.id)
    expected = f"; due: {' | '.join(map(outcome_text, example.expected))}" if example.expected else ""
    return asked + expected + (f"; came: {outcome_text(outcome)}" if outcome else "")
