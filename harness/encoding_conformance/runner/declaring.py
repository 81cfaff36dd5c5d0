"""Writes causes of failures into the text of a manifest as known deviations. It does no I/O."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from glob import escape
from typing import Any

import yaml

from encoding_conformance.adapters.codec import printable
from encoding_conformance.adapters.manifest import DEVIATIONS
from encoding_conformance.core.notated import written_input, written_outcome
from encoding_conformance.core.verdict import Cause, DeviationKind, Verdict
from encoding_conformance.runner.manifest_text import CannotWrite, data_of, end_of, line_end, root_of, value_of

_INDENT = 2
"""The spaces before the dash of an entry, if the manifest has no entry that shows how many it takes."""

_WIDE = 110
"""The most characters of ids on one line. If they take more, each has a line of its own."""


def written(text: str, causes: Sequence[Cause]) -> str:
    """The text of a manifest with a known deviation for each cause, behind those that it has. Nothing else changes. The kind of
    each is bug, and what the implementation does is left empty for a person to say; comments tell what is known of it.

    Raises CannotWrite if the manifest has a form to which nothing can be added in this way. Without causes, that tells
    whether it has.
    """
    listed = value_of(root_of(text), DEVIATIONS)
    lines = text.splitlines(keepends=True)
    if not isinstance(listed, yaml.CollectionNode):
        place, head, indent = len(lines), [f"{DEVIATIONS}:"], _INDENT
    elif listed.flow_style:
        raise CannotWrite(f"{DEVIATIONS} is written between brackets; write each entry behind a dash, or leave out an empty list")
    else:
        place, head, indent = end_of(listed), [], listed.start_mark.column
    if not causes:
        return text
    end = line_end(text)
    added = [*head, *(" " * indent + line for cause in causes for line in _entry(cause))]
    before = "".join(lines[:place])
    new = before + ("" if before.endswith(end) else end) + "".join(line + end for line in added) + "".join(lines[place:])
    if data_of(new) != _with(data_of(text), causes):
        raise CannotWrite(f"an entry cannot be added behind line {place} of the manifest; add it by hand")
    return new


def _entry(cause: Cause) -> Iterator[str]:
    yield f"# {printable(cause.title)}"
    yield f"# {printable(_told(cause.example))}"
    yield f"- kind: {DeviationKind.BUG}"
    yield '  what: ""'
    yield f"  requirements: [{cause.requirement}]"
    ids = [json.dumps(id, ensure_ascii=False) for id in _ids(cause)]
    line = f"  ids: [{', '.join(ids)}]"
    yield from [line] if len(line) <= _WIDE else ["  ids:", *(f"    - {id}" for id in ids)]


def _told(example: Verdict) -> str:
    """What was asked and what came, as far as the example has it."""
    operation, outcome = example.operation, example.got
    asked = f"{operation.kind} {written_input(operation)}" if operation else str(example.id)
    expected = f"; due: {' | '.join(map(written_outcome, example.expected))}" if example.expected else ""
    return asked + expected + (f"; came: {written_outcome(outcome)}" if outcome else "")


def _ids(cause: Cause) -> list[str]:
    """The ids as patterns that match nothing else."""
    return [escape(str(id)) for id in cause.explains]


def _with(data: dict[str, Any], causes: Sequence[Cause]) -> dict[str, Any]:
    """The data of a manifest with entries for these causes."""
    requirements = [[cause.requirement] if cause.requirement else [] for cause in causes]
    added = [
        {"kind": DeviationKind.BUG, "what": "", "requirements": broken, "ids": _ids(cause)}
        for broken, cause in zip(requirements, causes)
    ]
    return data | {DEVIATIONS: [*data.get(DEVIATIONS, []), *added]}
