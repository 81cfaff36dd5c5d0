"""The child process for a Python implementation or a shared library: `python -m encoding_conformance.adapters.worker JOB`.

It reads batches of operations from its original standard input (a length, then a marshalled list) and writes each answer to
the arena as soon as it has it. At the end of a batch, it writes a word that the job names to its original standard output.
What the implementation prints goes to standard error, and its input is empty. The worker does not know manifests or verdicts.
"""

from __future__ import annotations

import json
import marshal
import os
import struct
import sys
from pathlib import Path
from typing import Any, BinaryIO

from encoding_conformance.adapters.arena import FORMAT, Arena
from encoding_conformance.adapters.codec import BROKEN, MALFORMED, OK, REJECT, UNSUPPORTED, described, features_of, load, perform
from encoding_conformance.adapters.lifeline import PRELOADED, die_with_parent, limit_memory

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
        from encoding_conformance.adapters import library

        return dict(library.load(Path(job["folder"], job["library"]), job["encodings"], arena.note))
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
