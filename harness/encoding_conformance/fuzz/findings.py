"""Findings: inputs that fail, each a file of raw bytes in a folder, named like the artefacts of libFuzzer."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha1
from pathlib import Path

from encoding_conformance.checks.from_bytes import CheckFailure
from encoding_conformance.checks.shrink import shrink
from encoding_conformance.core.judge import fault_of
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import FAILURES, Crash, Malformed, NotRun, Outcome, Rejection, Timeout

_EXCEPTION = re.compile(r"([A-Za-z_]\w*)(?:: .*)?", re.DOTALL)

_DIGITS = 12
"""The digits of a hash in the name of a file."""


def keep(folder: Path, data: bytes, kind: str = "") -> Path:
    """Writes an input into a folder, under a name that comes from its content, and returns its path. An existing file or link of
    this name stays as it is."""
    digest = sha1(data, usedforsecurity=False).hexdigest()
    path = folder / (f"{kind}-{digest[:_DIGITS]}" if kind else digest)
    with suppress(FileExistsError), path.open("xb") as file:
        file.write(data)
    return path


def kind_of(outcome: Outcome) -> str:
    """Returns the first word of a finding's name: crash, timeout or wrong."""
    if isinstance(outcome, Timeout):
        return "timeout"
    return "crash" if isinstance(outcome, FAILURES) and not isinstance(outcome, Malformed) else "wrong"


def signature(failure: CheckFailure) -> str:
    """Returns a line of text that is the same for inputs that seem to fail for the same reason. ClusterFuzz sorts by its first 80
    characters, so the line begins with what matters most."""
    operation, outcome, expected = failure.blamed.case.operation, failure.blamed.outcome, failure.blamed.expected
    if isinstance(outcome, Crash):
        exception = _EXCEPTION.fullmatch(outcome.text)  # without its message, which may contain the input
        kind = exception[1] if exception else outcome.text
        return f"{operation.kind}: crash{f' in {outcome.frame}' if outcome.frame else ''}: {kind}"
    if isinstance(outcome, FAILURES):
        return f"{operation.kind}: {type(outcome).__name__}"
    reason = next((each.text for each in expected if isinstance(each, Rejection)), "")
    return f"{operation.kind}: {fault_of(expected, outcome)}{f' ({reason})' if reason else ''}: {failure.check}"


def smallest(data: bytes, failure: CheckFailure, failure_of: Callable[[bytes], CheckFailure | NotRun | None]) -> bytes:
    """Returns the smallest input found that has the signature of a failure. `failure_of` judges an input."""
    operation, wanted = failure.blamed.case.operation, signature(failure)
    is_itself = isinstance(operation, Decode) and not operation.cuts

    def still_fails(operations: Sequence[Operation]) -> bool:
        (tried,) = operations
        another = failure_of(bytes(tried.input))
        if not isinstance(another, CheckFailure) or signature(another) != wanted:
            return False
        # checks perform other inputs too, so that any input would seem to fail
        return not is_itself or another.blamed.case.operation.input == tried.input

    if is_itself and not still_fails([operation]):
        is_itself = False
    start = operation if is_itself else Decode(operation.encoding, data)
    (least,) = shrink([start], still_fails, hangs=lambda: isinstance(failure.blamed.outcome, Timeout))
    return bytes(least.input)
