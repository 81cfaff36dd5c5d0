"""What the reader of a failure needs next: the command that repeats it, and a vector to paste."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from harness.checks.law import Violation
from harness.core.notated import notated_input, notated_result
from harness.core.operation import Operation
from harness.core.outcome import Rejection
from harness.core.vector import REASONS, Permitted
from harness.runner.plan import Unit


def repeat_command(unit: Unit, id: str = "", seed: int = 0, exhaustive: bool = False) -> str:
    """The command that repeats the verdict with this id, or all verdicts of the unit."""
    words = ["conform", "run", "-i", unit.registered.selector, "-e", unit.encoding.id, *(["-k", id] if id else [])]
    for folder in unit.library.added:
        words += ["--vectors", str(folder)]
    words += ["--seed", str(seed)] if seed else []
    return shlex.join(words + ["--exhaustive"] * exhaustive)


def pasted(violation: Violation, requirements: Sequence[str]) -> tuple[str, ...]:
    """The lines of the case as a vector; empty unless the permitted outcomes are known and the case is one whole operation. A
    person must add the witnesses."""
    if not violation.permitted or violation.operation.cuts:
        return ()
    vector = vector_lines("a-name-for-the-fault", violation.operation, violation.permitted)
    lines = [*vector, f"  requirements: [{', '.join(requirements)}]", "  witnesses: []  # name two"]
    return ("as a vector:", *("  " + line for line in lines))


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
