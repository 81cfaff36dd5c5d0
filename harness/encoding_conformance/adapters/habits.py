"""How a plug-in words its replies: differences that mean nothing, which the harness learns from the replies.

The protocol lets a plug-in leave out offsets, say why it rejects, and write digits in either case. Most plug-ins do the same
each time, so once its habits are known, its replies can be compared with the expected ones as bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from encoding_conformance.adapters.block import Block

_REMARK = re.compile(rb"^(\d+ reject)(?: -(?: [^\n]*)?|( \d{1,19})(?: [^\n]*)?| (?: [^\n]*)?)(?=\n)", re.MULTILINE)
"""A rejection with more than its offset. A line that is not a reply of the protocol does not match, and is not changed."""

_SAMPLE = 1 << 16
"""The number of bytes of replies from which habits are learned."""


@dataclass(frozen=True)
class Habits:
    """`offsets`: rejections have an offset. `lower_case`: hexadecimal digits are in lower case. `remarks`: rejections may have
    free text, or `-` for the offset."""

    offsets: bool = True
    lower_case: bool = False
    remarks: bool = False

    def replies(self, block: Block) -> bytes:
        """The lines that are expected from a plug-in with these habits, without remarks."""
        return block.replies(self.offsets, self.lower_case)

    def comparable(self, lines: bytes) -> bytes:
        """The plug-in's lines, in the form to compare with `replies`. A line that is not a reply does not become one."""
        return _REMARK.sub(rb"\1\2", lines) if self.remarks else lines


def habits_of(got: bytes, block: Block, first: int, known: Habits) -> Habits:
    """Returns the habits under which the most lines are the expected replies to a block's questions from `first` on. The
    known habits are kept unless others explain more lines."""
    sample = got[: got.rfind(b"\n", 0, _SAMPLE) + 1]
    plain = Habits(remarks=True).comparable(sample)
    lines = plain.split(b"\n")[:-1]

    def explained(habits: Habits) -> int:
        expected = habits.replies(block).split(b"\n", first + len(lines))[first:]
        return sum(map(bytes.__eq__, lines, expected))

    best = max(_others(known, plain != sample), key=explained)
    return best if explained(best) > explained(known) or plain != sample else known


def _others(known: Habits, remarks: bool) -> Iterator[Habits]:
    """All habits, beginning with those that differ least from the known ones."""
    for offsets, lower_case in product((known.offsets, not known.offsets), (known.lower_case, not known.lower_case)):
        yield Habits(offsets, lower_case, known.remarks or remarks)
