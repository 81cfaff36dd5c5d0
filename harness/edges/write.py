"""Edge cases as a file of vectors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from harness.core.encoding import Encoding
from harness.core.notated import notated_input, notated_result
from harness.core.outcome import Rejection
from harness.edges.cases import Case, cases
from harness.models.traits import traits
from harness.places import SCHEMAS
from harness.specification.faults import DataError, DataFault

_HEAD = """\
# yaml-language-server: $schema={schema}
# Made by `python -m harness.edges` from encodings.yaml; not to be edited.
"""


def place(encoding: Encoding) -> Path:
    """Where the file of an encoding's edge cases stands: in `edges/` beside its `encodings.yaml`."""
    return Path(encoding.place.file).parent / "edges" / f"{encoding.id}.yaml"


def text(encoding: Encoding) -> str:
    """The file of an encoding's edge cases; empty where it has none or asks for none. Raises DataError where the
    encoding asks for a family of them and no row of it takes one."""
    lines = [line for case in cases(encoding) for line in _vector(case, encoding)]
    if not lines:
        return ""
    witnesses = [f"  - {witness.kind}: {_quoted(witness.text)}" for witness in encoding.edges.witnesses]
    head = [f"encodings: [{encoding.id}]", "witnesses:", *witnesses, "vectors:"]
    schema = Path(os.path.relpath(SCHEMAS["vectors"], place(encoding).parent)).as_posix()
    return _HEAD.format(schema=schema) + "\n".join(head + lines) + "\n"


def _vector(case: Case, encoding: Encoding) -> Iterator[str]:
    if case.family not in encoding.edges.requirements:
        return
    operation, outcome = case.operation, case.permitted[0]
    requirement = _requirement(case, encoding)
    yield f"  - id: edge/{case.name}"
    if isinstance(outcome, Rejection):
        yield f"    {operation.kind}: {_quoted(notated_input(operation))}"
        offset = "" if outcome.offset is None else f"offset: {outcome.offset}"
        yield f"    reject: {{{offset}}}"
    else:
        yield f"    values: {_quoted(notated_input(operation))}"
        yield f"    bytes: {_quoted(notated_result(outcome))}"
    yield f"    requirements: [{requirement}]"


def _requirement(case: Case, encoding: Encoding) -> str:
    found = traits(encoding, case.operation, case.permitted[0])
    for selector, requirement in encoding.edges.requirements[case.family]:
        if selector.takes(found):
            return requirement
    message = f"edges: no row of {case.family} takes the edge case {case.name}; add one with the requirement that it serves"
    raise DataError([DataFault(encoding.place, f"{encoding.id}: {message}")])


def _quoted(text: str) -> str:
    return f'"{text}"'
