"""Asks an implementation for a slice of many numbered segments, in a process that makes and compares everything itself.

The process writes a line of numbers when it is ready, and after some segments. The first is the segment that comes next. What the
others are is for the caller to say. A slice is a range of segments, so slices can be asked anywhere and in any order.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from encoding_conformance.adapters.child import Child, Ended, Overdue, SessionFailed
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.worker_session import worker_variables
from encoding_conformance.core.outcome import BrokenProtocol

_ALLOWANCE_MIB = 1024
"""The memory that the process may take for what it makes, in addition to that of the implementation."""


def library_of(implementation: Implementation) -> Path:
    """Returns the shared library that answers in bulk. The manifest must name one."""
    return implementation.folder / (implementation.library or implementation.in_bulk)


def lines_about(command: Sequence[str], task: bytes, implementation: Implementation, segments: range) -> Iterator[list[int]]:
    """Yields the numbers of each line that a process writes about a slice, given its task on standard input. Raises SessionFailed
    if it does not come to the end of the slice."""
    variables = worker_variables(implementation)
    child = Child([*command, str(segments.start), str(segments.stop)], implementation, variables, _ALLOWANCE_MIB)
    try:
        rest = b""
        child.say(task)
        for piece in child.hear():
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                numbers = list(map(int, line.split()))
                yield numbers
                if numbers[0] == segments.stop:
                    return
    except (Overdue, Ended) as error:
        raise SessionFailed(child.failure(error.kind, str(error))) from None
    except (ValueError, IndexError):
        raise SessionFailed(child.failure(BrokenProtocol, "it wrote into the harness's own pipe")) from None
    finally:
        child.kill()


def failing_segment(command: Sequence[str], task: bytes, implementation: Implementation, segments: range) -> int | None:
    """Returns the first segment with which a process fails, if it fails with the whole slice; None if it does not fail again."""

    def fails(some: range) -> bool:
        try:
            for _ in lines_about(command, task, implementation, some):
                pass
        except SessionFailed:
            return True
        return False

    while len(segments) > 1:
        middle = segments.start + len(segments) // 2
        first, second = range(segments.start, middle), range(middle, segments.stop)
        segments = first if fails(first) else second
    return segments.start if segments and fails(segments) else None
