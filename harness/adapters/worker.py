"""The child process in which a Python implementation runs: `python -m harness.adapters.worker JOB`.

It reads batches of operations on what was standard input (a length, then a marshalled list), writes each outcome to
the arena as soon as there is one, and tells on what was standard output when it is done, by a word that the job
names. What the implementation prints goes to standard error, and what it reads is empty. It knows nothing of
manifests or verdicts.
"""

from __future__ import annotations

import codecs
import importlib
import json
import marshal
import os
import resource
import struct
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from harness.adapters.arena import Arena
from harness.adapters.lifeline import die_with_parent
from harness.adapters.text import LONGEST, printable
from harness.core.operation import ENCODE

OK, REJECT, UNSUPPORTED, CRASH, BROKEN = "ok", "reject", "unsupported", "crash", "broken"
"""The first item of an outcome in the arena; then what the class of that name in `core.outcome` has."""

LENGTH = struct.Struct("Q")
_MOST, _MORE = 1 << 20, 16
"""Bytes that an outcome may have in the arena: so many, and so many for each of the batch."""

_HIGHEST_CODE_POINT = sys.maxunicode


def main() -> None:
    """Load the implementation that the job describes, and serve until the end of input."""
    job = json.loads(sys.argv[1])
    die_with_parent()
    requests, done = os.fdopen(os.dup(0), "rb"), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    arena = Arena(job["arena"])
    told = job["done"].encode()
    limit = _address_space() + (job["memory_mib"] << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        implementations = _load(job)
    except BaseException as error:
        _record(arena, (BROKEN, f"cannot load {job['python'] or 'codec'}: {_described(error)}"), _MOST)
        os.write(done, told)
        return
    chunks = [id for id, codec in implementations.items() if hasattr(codec, "incremental_decoder")]
    _record(arena, (OK, tuple(chunks)), _MOST)
    os.write(done, told)
    while batch := _read(requests):
        arena.clear()
        for operation in marshal.loads(batch):
            if not _record(arena, _perform(implementations, *operation), _MOST + _MORE * len(batch)):
                break
        os.write(done, told)


def _address_space() -> int:
    """Bytes that this process has already, where the system tells."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def _read(requests: BinaryIO) -> bytes:
    head = requests.read(LENGTH.size)
    return requests.read(LENGTH.unpack(head)[0]) if head else b""


def _record(arena: Arena, outcome: tuple[Any, ...], most: int) -> bool:
    """Write an outcome; False where the arena is full and the rest must be asked again."""
    data = marshal.dumps(outcome)
    if len(data) > most:
        data = marshal.dumps((BROKEN, "an answer too large to be one"))
    return arena.add(data)


def _load(job: dict[str, Any]) -> dict[str, Any]:
    """The codec objects by encoding id (contract, "Python plug-ins")."""
    if not job["python"]:
        return {id: RegistryCodec(name) for id, name in job["encodings"].items()}
    sys.path.insert(0, job["folder"])
    module, _, attribute = job["python"].partition(":")
    found = importlib.import_module(module)
    for name in attribute.split("."):
        found = getattr(found, name)
    ids = list(job["encodings"])
    return {ids[0]: found} if len(ids) == 1 else {id: found[id] for id in ids}


def _perform(implementations: dict[str, Any], kind: str, encoding: str, data: Any, cuts: tuple[int, ...]) -> tuple[Any, ...]:
    """An operation's outcome. Nothing that an implementation raises gets past here."""
    codec = implementations[encoding]
    try:
        if kind == ENCODE:
            return _bytes(codec.encode(data))
        return _values(_decode_pieces(codec, data, cuts) if cuts else codec.decode(data))
    except NotHeld as error:
        return UNSUPPORTED, str(error)
    except ValueError as error:
        offset = getattr(error, "start", None) if isinstance(error, UnicodeError) else None
        return REJECT, offset if type(offset) is int and 0 <= offset < 1 << 62 else None, _described(error)
    except BaseException as error:
        return CRASH, _described(error)


def _decode_pieces(codec: Any, data: bytes, cuts: tuple[int, ...]) -> list[int]:
    decoder = codec.incremental_decoder()
    values: list[int] = []
    for start, end in zip((0, *cuts), (*cuts, len(data))):
        values.extend(decoder.decode(data[start:end], end == len(data)))
    return values


def _bytes(result: Any) -> tuple[Any, ...]:
    if isinstance(result, (bytes, bytearray, memoryview)):
        return OK, bytes(result)
    return BROKEN, f"encode returned {type(result).__name__}; bytes would be right"


def _values(result: Any) -> tuple[Any, ...]:
    if isinstance(result, (str, bytes)) or not isinstance(result, Sequence):
        return BROKEN, f"decode returned {type(result).__name__}; a sequence of integers would be right"
    values = tuple(result)
    if set(map(type, values)) <= {int} and min(values, default=0) >= 0:
        return OK, values
    return BROKEN, "decode returned items that are no integers of 0 or more"


def _described(error: BaseException) -> str:
    try:
        text = printable("".join(str(error)[:LONGEST]))
    except BaseException:
        text = "(an exception that cannot be printed)"
    if type(error) is ValueError or isinstance(error, UnicodeError):
        return text
    return f"{type(error).__name__}: {text}"


class NotHeld(Exception):
    """A value that Python's str cannot hold."""


class RegistryCodec:
    """A codec of Python's registry, which works on str, as one that works on code points."""

    def __init__(self, name: str):
        """Look a codec up. Raises LookupError."""
        self._codec = codecs.lookup(name)
        if self._codec.incrementaldecoder:
            self.incremental_decoder: Callable[[], Any] = lambda: _RegistryDecoder(self._codec)

    def encode(self, values: tuple[int, ...]) -> bytes:
        if values and max(values) > _HIGHEST_CODE_POINT:
            raise NotHeld("Python's str holds code points to 10FFFF")
        return self._codec.encode("".join(map(chr, values)), "strict")[0]

    def decode(self, data: bytes) -> list[int]:
        return list(map(ord, self._codec.decode(data, "strict")[0]))


class _RegistryDecoder:
    def __init__(self, codec: codecs.CodecInfo):
        self._decoder = codec.incrementaldecoder("strict")

    def decode(self, data: bytes, final: bool) -> list[int]:
        """Offsets of a rejection count from the piece at hand, so they are not passed on."""
        try:
            return list(map(ord, self._decoder.decode(data, final)))
        except UnicodeError as error:
            raise ValueError(str(error)) from None


if __name__ == "__main__":
    main()
