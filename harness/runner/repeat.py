"""What a reader of a failure needs next: the command that repeats it, and the vector to paste."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from harness.checks.law import Violation
from harness.core.notation import format_bytes, format_values
from harness.core.operation import ENCODE
from harness.core.outcome import Rejection, Result
from harness.runner.plan import Unit


def repeat_command(unit: Unit, id: str, seed: int = 0, exhaustive: bool = False) -> str:
    """The command that gives this verdict again."""
    words = ["conform", "run", "-i", unit.registered.selector, "-e", unit.encoding.id, "-k", id]
    for folder in unit.added:
        words += ["--vectors", str(folder)]
    words += ["--seed", str(seed)] if seed else []
    return shlex.join(words + ["--exhaustive"] * exhaustive)


def pasted(violation: Violation, requirements: Sequence[str]) -> tuple[str, ...]:
    """The case as a vector, where what is permitted is known and the case is one whole operation. What confirms it
    is for a person to say."""
    if not violation.permitted or violation.operation.cuts:
        return ()
    lines = [*_vector(violation), f"  requirements: [{', '.join(requirements)}]", "  witnesses: []  # name two"]
    return ("as a vector:", *("  " + line for line in lines))


def _vector(violation: Violation) -> Iterator[str]:
    operation = violation.operation
    write, other = (format_values, format_bytes) if operation.kind == ENCODE else (format_bytes, format_values)
    yield "- id: a-name-for-the-fault"
    yield f'  {operation.kind}: "{write(operation.input)}"'
    outcomes = []
    for permitted in violation.permitted:
        match permitted:
            case Result(value):
                outcomes.append(f'result: "{other(value)}"')
            case Rejection(offset):
                outcomes.append("reject: {}" if offset is None else f"reject: {{offset: {offset}}}")
    if len(outcomes) == 1:
        yield f"  {outcomes[0]}"
    else:
        yield "  permitted:"
        yield from (f"    - {outcome}" for outcome in outcomes)
