"""The child process for a Python implementation or a shared library: `python -m encoding_conformance.adapters.worker JOB`.

It reads batches of operations from its original standard input (a length, then a marshalled list) and writes each answer to
the arena as soon as it has it. At the end of a batch, it writes a word that the job names to its original standard output.
What the implementation prints goes to standard error, and its input is empty. The worker does not know manifests or verdicts.
"""

from __future__ import annotations

import json
import marshal
import mmap
import os
import struct
import sys
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from encoding_conformance.adapters.codec import BROKEN, MALFORMED, OK, REJECT, UNSUPPORTED, described, features_of, load, perform
from encoding_conformance.adapters.lifeline import PRELOADED, die_with_parent, limit_memory

FORMAT = 2
"""The format of marshal in which equal answers have equal bytes."""

ANSWERS, REMARKS = 64 << 20, 4 << 20
"""The sizes of the two regions in bytes. Pages that are never written cost nothing."""

_HEADER = struct.Struct("QQQ")
"""The number of answers, and the offsets of the next answer and the next remark."""

_NOTE = struct.Struct("Q")
"""A number in which the child says what it is doing. It stays as well, and what it means is the child's affair."""

_LENGTH = struct.Struct("I")
"""The number of bytes of the answer that follows."""

_REMARK = struct.Struct("II")
"""The place of the answer that a remark is about, and the number of bytes of the remark."""

_FIRST_ANSWER = _HEADER.size + _NOTE.size
_FIRST_REMARK = _FIRST_ANSWER + ANSWERS

SIZE = _FIRST_REMARK + REMARKS


def record(answer: bytes) -> bytes:
    """An answer in the form that it has in the arena."""
    return _LENGTH.pack(len(answer)) + answer


class Written(NamedTuple):
    """What a batch has been answered: the number of answers, and the contents of the two regions."""

    answered: int
    answers: bytes
    remarks: bytes


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

    def add(self, answer: bytes, remark: bytes = b"") -> bool:
        """Writes an answer and a remark about it. False if there is no room for the answer."""
        written = record(answer)
        end = self._end + len(written)
        if end > _FIRST_REMARK:
            return False
        self._memory[self._end : end] = written
        if remark:
            self._add_remark(remark)
        self._count, self._end = self._count + 1, end
        _HEADER.pack_into(self._memory, 0, self._count, end, self._remark)
        return True

    def _add_remark(self, remark: bytes) -> None:
        """Writes a remark, or leaves it out if there is no room for it."""
        written = _REMARK.pack(self._count, len(remark)) + remark
        end = self._remark + len(written)
        if end <= SIZE:
            self._memory[self._remark : end] = written
            self._remark = end

    def note(self, what: int) -> None:
        """Writes the note in the place of the one before."""
        _NOTE.pack_into(self._memory, _HEADER.size, what)

    def noted(self) -> int:
        """The note, which is 0 if nothing was noted."""
        note: int = _NOTE.unpack_from(self._memory, _HEADER.size)[0]
        return note

    def count(self) -> int:
        """The number of answers that the other side has written."""
        count: int = _HEADER.unpack_from(self._memory)[0]
        return count

    def written(self) -> Written:
        """What the other side has written since it cleared the arena."""
        count, end, remark = _HEADER.unpack_from(self._memory)
        return Written(count, self._memory[_FIRST_ANSWER:end], self._memory[_FIRST_REMARK:remark])


def answers(count: int, region: bytes) -> list[bytes]:
    """The answers in a region. Raises struct.error if they are incomplete."""
    found, place = [], 0
    for _ in range(count):
        (size,) = _LENGTH.unpack_from(region, place)
        place += _LENGTH.size + size
        if place > len(region):
            raise struct.error("an answer ends behind its region")
        found.append(region[place - size : place])
    return found


def remarks(region: bytes) -> dict[int, bytes]:
    """The remarks in a region, by the place of the answer that each is about. Raises struct.error if they are incomplete."""
    found, place = {}, 0
    while place < len(region):
        about, size = _REMARK.unpack_from(region, place)
        place += _REMARK.size + size
        if place > len(region):
            raise struct.error("a remark ends behind its region")
        found[about] = region[place - size : place]
    return found


LENGTH = struct.Struct("Q")
_MOST, _MORE = 1 << 20, 16
"""The most bytes of an answer in the arena: the first number, and the second for each byte of the batch."""

REMARKED = (REJECT, UNSUPPORTED)
"""The kinds of answers whose last part is a remark."""


def main() -> None:
    """Loads the implementation that the job describes, and answers batches until the input ends."""
    job = json.loads(sys.argv[1])
    die_with_parent()
    os.environ.pop(PRELOADED, None)  # it is meant for this process, not for those that it starts
    requests, done = os.fdopen(os.dup(0), "rb"), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    arena = Arena(job["arena"])
    told = job["done"].encode()
    limit_memory(job["memory_mib"])
    try:
        implementations = _loaded(job, arena)
    except BaseException as error:
        what = job["library"] or job["python"] or "codec"
        _record(arena, (BROKEN, f"cannot load {what}: {described(error)}"), _MOST)
        os.write(done, told)
        return
    chunks = [id for id, codec in implementations.items() if features_of(codec)]
    _record(arena, (OK, tuple(chunks)), _MOST)
    os.write(done, told)
    while batch := _read(requests):
        arena.clear()
        for kind, encoding, data, cuts in marshal.loads(batch):
            answer = perform(implementations[encoding], kind, data, cuts)
            if not _record(arena, answer, _MOST + _MORE * len(batch)):
                break
        os.write(done, told)


def _loaded(job: dict[str, Any], arena: Arena) -> dict[str, Any]:
    """The codec objects by encoding id. Raises whatever loading raises."""
    if job["library"]:
        from encoding_conformance.adapters import shared_library

        return dict(shared_library.load(Path(job["folder"], job["library"]), job["encodings"], arena.note))
    return load(job["python"], job["folder"], job["encodings"])


def _read(requests: BinaryIO) -> bytes:
    head = requests.read(LENGTH.size)
    return requests.read(LENGTH.unpack(head)[0]) if head else b""


def _record(arena: Arena, answer: tuple[Any, ...], most: int) -> bool:
    """Writes an answer. False if the arena is full, so that the rest must be asked again."""
    remark = b""
    if answer[0] in REMARKED:
        answer, remark = answer[:-1], answer[-1].encode("utf-8")
    data = marshal.dumps(answer, FORMAT)
    if len(data) > most:
        data = marshal.dumps((MALFORMED, "an answer too large to be one"), FORMAT)
    return arena.add(data, remark)


if __name__ == "__main__":
    main()
