"""A case in the notation of the files of vectors, to be pasted into one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from encoding_conformance.core.notated import notated_input, notated_result
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.vector import REASONS, Permitted


def vector_lines(id: str, operation: Operation, permitted: Sequence[Permitted]) -> Iterator[str]:
    """The lines of a vector in its file, without requirements and witnesses."""
    yield f"- id: {id}"
    yield f'  {operation.kind}: "{notated_input(operation)}"'
    outcomes = [
        f"reject: {_rejection(each)}" if isinstance(each, Rejection) else f'result: "{notated_result(each)}"'
        for each in permitted
    ]
    if len(outcomes) == 1:
        yield f"  {outcomes[0]}"
        return
    yield "  permitted:" if outcomes else "  permitted: []"
    yield from (f"    - {outcome}" for outcome in outcomes)


def _rejection(rejection: Rejection) -> str:
    """The rejection in the notation of a vector, without free text: a law may permit what the implementation answered before."""
    offset = [f"offset: {rejection.offset}"] if rejection.offset is not None else []
    reason = [f"reason: {rejection.text}"] if rejection.text in REASONS else []
    return "{" + ", ".join(offset + reason) + "}"
