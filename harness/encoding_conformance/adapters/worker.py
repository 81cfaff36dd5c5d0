"""The child process for a Python implementation or a shared library: `python -m encoding_conformance.adapters.worker TASK`.

It reads batches of operations from its original standard input (a length, then a marshalled list) and writes each answer to
shared memory, the arena, as soon as it has it. At the end of a batch, it writes a word that the task names to its original
standard output. What the implementation prints goes to standard error, and its input is empty. The worker does not know
manifests or verdicts, and imports little, because its start and its memory count.

What is written in the arena stays, whatever happens to the child. So no operation costs a trip through a pipe, and no answer is
lost. The answers stand one after another in one region, so that the parent can compare many of them at a time with the expected
ones. An implementation's own words about an answer would differ each time, so they are in a second region.
"""

from __future__ import annotations

import json
import marshal
import mmap
import os
import struct
import sys
from pathlib import Path
from typing import Any, NamedTuple

from encoding_conformance.adapters.child_setup import become_worker, limit_memory
from encoding_conformance.adapters.codec import BROKEN, MALFORMED, OK, REJECT, UNSUPPORTED, described, features_of, load, perform

LENGTH = struct.Struct("Q")
"""The number of bytes of the batch that follows."""

FORMAT = 2
"""The format of marshal in which equal answers have equal bytes."""

ANSWERS, REMARKS = 64 << 20, 4 << 20
"""The sizes of the two regions in bytes. Pages that are never written cost nothing."""

_MOST, _MORE = 1 << 20, 16
"""The most bytes of an answer in the arena: the first number, and the second for each byte of the batch."""

_HEADER, _NOTE = struct.Struct("QQQ"), struct.Struct("Q")
"""The number of answers, and the offsets of the next answer and the next remark; and a number in which the child says what it is
doing. It stays as well, and what it means is the child's affair."""

_FIRST_ANSWER = _HEADER.size + _NOTE.size
_FIRST_REMARK = _FIRST_ANSWER + ANSWERS

SIZE = _FIRST_REMARK + REMARKS


def main() -> None:
    """Loads the implementation that the task describes, and answers batches until the input ends."""
    task = json.loads(sys.argv[1])
    asked, done = become_worker()
    requests, word = os.fdopen(asked, "rb"), task["done"].encode()
    arena = Arena(task["arena"])
    limit_memory(task["memory_mib"])
    try:
        implementations = _loaded(task, arena)
    except BaseException as error:
        what = task["library"] or task["python"] or "codec"
        _answer(arena, (BROKEN, f"cannot load {what}: {described(error)}"), _MOST)
        os.write(done, word)
        return
    _answer(arena, (OK, tuple([id for id, codec in implementations.items() if features_of(codec)])), _MOST)
    os.write(done, word)
    while head := requests.read(LENGTH.size):
        batch = requests.read(LENGTH.unpack(head)[0])
        arena.clear()
        for kind, encoding, data, cuts in marshal.loads(batch):
            answer = perform(implementations[encoding], kind, data, cuts, described)
            if not _answer(arena, answer, _MOST + _MORE * len(batch)):
                break
        os.write(done, word)


def _loaded(task: dict[str, Any], arena: Arena) -> dict[str, Any]:
    """Returns the codec objects by encoding id. Raises whatever loading raises."""
    if task["library"]:
        from encoding_conformance.adapters import shared_library

        return dict(shared_library.load(Path(task["folder"], task["library"]), task["offered"], arena.note))
    return load(task["python"], task["folder"], task["encodings"], task["offered"])


def _answer(arena: Arena, answer: tuple[Any, ...], most: int) -> bool:
    """Writes an answer. Returns False if the arena is full, so that the rest must be asked again."""
    remark = ""
    if answer[0] in (REJECT, UNSUPPORTED):
        answer, remark = answer[:-1], answer[-1]
    data = record(answer)
    if len(data) > most:
        data = record((MALFORMED, "an answer too large to be one"))
    return arena.add(data, remark)


def record(answer: tuple[Any, ...]) -> bytes:
    """Returns an answer, without its remark, in the form that it has in the arena."""
    return marshal.dumps(answer, FORMAT)


class Written(NamedTuple):
    """What a batch has been answered: the number of answers, and the contents of the two regions. The note is 0 if there is
    none."""

    answered: int
    answers: bytes
    remarks: bytes
    note: int = 0

    def read(self) -> tuple[list[Any], dict[int, Any]]:
        """Returns the answers, and the remarks by the indexes of their answers. Raises ValueError, EOFError or TypeError if this
        is not what a worker writes."""
        answers = marshal.loads(b"[%b%b" % (self.answered.to_bytes(4, "little"), self.answers))  # as marshal writes a list
        remarks = marshal.loads(b"{%b0" % self.remarks)  # as it writes a mapping
        return answers, remarks


class Arena:
    """The answers and remarks of one batch at a time."""

    def __init__(self, fd: int):
        """Maps a file of SIZE bytes."""
        self._memory = mmap.mmap(fd, SIZE)
        self.clear()

    def clear(self) -> None:
        """Forgets all answers and remarks, and the note."""
        self.note(0)
        self._count, self._end, self._remark = 0, _FIRST_ANSWER, _FIRST_REMARK
        _HEADER.pack_into(self._memory, 0, self._count, self._end, self._remark)

    def add(self, answer: bytes, remark: str = "") -> bool:
        """Writes an answer, and a remark about it if there is room for it. Returns False if there is no room for the answer."""
        if (end := self._end + len(answer)) > _FIRST_REMARK:
            return False
        self._memory[self._end : end] = answer
        if remark:
            said = marshal.dumps(self._count, FORMAT) + marshal.dumps(remark, FORMAT)
            if (end_of_remark := self._remark + len(said)) <= SIZE:
                self._memory[self._remark : end_of_remark] = said
                self._remark = end_of_remark
        self._count, self._end = self._count + 1, end
        _HEADER.pack_into(self._memory, 0, self._count, end, self._remark)
        return True

    def note(self, what: int) -> None:
        """Writes the note over the one before."""
        _NOTE.pack_into(self._memory, _HEADER.size, what)

    def count(self) -> int:
        """Returns the number of answers that the other side has written."""
        count: int = _HEADER.unpack_from(self._memory)[0]
        return count

    def written(self) -> Written:
        """Returns what the other side has written since it cleared the arena."""
        count, end, remark = _HEADER.unpack_from(self._memory)
        (note,) = _NOTE.unpack_from(self._memory, _HEADER.size)
        return Written(count, self._memory[_FIRST_ANSWER:end], self._memory[_FIRST_REMARK:remark], note)


if __name__ == "__main__":
    main()
