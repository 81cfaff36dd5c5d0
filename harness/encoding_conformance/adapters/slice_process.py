"""Asks an implementation for a slice of many numbered blocks, in a process that makes and compares everything itself.

The process writes a line of numbers when it is ready, and after some blocks. The first is the block that comes next. What the
others are is for the caller to say. A slice is a range of blocks, so slices can be asked anywhere and in any order.
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


def lines_about(command: Sequence[str], job: bytes, implementation: Implementation, blocks: range) -> Iterator[list[int]]:
    """Yields the numbers of each line that a process writes about a slice, given its job on standard input. Raises SessionFailed
    if it does not come to the end of the slice."""
    variables = worker_variables(implementation)
    child = Child([*command, str(blocks.start), str(blocks.stop)], implementation, variables, _ALLOWANCE_MIB)
    try:
        rest = b""
        child.say(job)
        for piece in child.hear():
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                numbers = list(map(int, line.split()))
                yield numbers
                if numbers[0] == blocks.stop:
                    return
    except (Overdue, Ended) as error:
        raise SessionFailed(child.failure(error.kind, str(error))) from None
    except (ValueError, IndexError):
        raise SessionFailed(child.failure(BrokenProtocol, "it wrote into the harness's own pipe")) from None
    finally:
        child.kill()


def failing_block(command: Sequence[str], job: bytes, implementation: Implementation, blocks: range) -> int | None:
    """Returns the first block with which a process fails, if it fails with the whole slice; None if it does not fail again."""

    def fails(some: range) -> bool:
        try:
            for _ in lines_about(command, job, implementation, some):
                pass
        except SessionFailed:
            return True
        return False

    while len(blocks) > 1:
        middle = blocks.start + len(blocks) // 2
        first, second = range(blocks.start, middle), range(middle, blocks.stop)
        blocks = first if fails(first) else second
    return blocks.start if blocks and fails(blocks) else None
