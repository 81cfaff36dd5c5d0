"""Mutants that keep something from one call to the next."""

from __future__ import annotations

from collections.abc import Sequence

from mutants.general import BYTE_ORDER_MARK
from reference_codecs import CODECS, Rejection


class Kept:
    """A sound codec. Others have a method that keeps something from one call to the next."""

    def __init__(self, id: str):
        self.codec = CODECS[id]

    def encode(self, values: Sequence[int]) -> bytes:
        return self.codec.encode(values)

    def decode(self, data: bytes) -> list[int]:
        return self.codec.decode(data)


class LeftoverKept(Kept):
    """Puts the rest of a truncated input in front of the next input."""

    leftover = b""

    def decode(self, data: bytes) -> list[int]:
        data, self.leftover = self.leftover + data, b""
        try:
            return self.codec.decode(data)
        except Rejection as rejection:
            if rejection.reason == "truncated":
                self.leftover = data[rejection.start :]
            raise


class EndAwaited(Kept):
    """Takes an input that only ends a value for the rest of the previous input, which was truncated and rejected."""

    begun = b""

    def decode(self, data: bytes) -> list[int]:
        begun, self.begun = self.begun, b""
        try:
            return self.codec.decode(data)
        except Rejection as rejection:
            if rejection.reason == "truncated":
                self.begun = data[rejection.start :]
            if not begun or rejection.start:
                raise
        return self.codec.decode(begun + data)


class BufferNotCleared(Kept):
    """Keeps the bytes that were encoded before a rejected value, and returns them with the next result."""

    buffer = b""

    def encode(self, values: Sequence[int]) -> bytes:
        try:
            whole = self.buffer + self.codec.encode(values)
        except Rejection as rejection:
            self.buffer = self.codec.encode(values[: rejection.start])
            raise
        self.buffer = b""
        return whole


class RememberedByLength(Kept):
    """Caches the last result under a key of the input's length and its first and last byte, which different inputs can
    share."""

    def __init__(self, id: str):
        super().__init__(id)
        self.known: dict[tuple[int, bytes, bytes], list[int]] = {}

    def decode(self, data: bytes) -> list[int]:
        key = len(data), data[:1], data[-1:]
        if key not in self.known:
            self.known = {key: self.codec.decode(data)}
        return self.known[key]


class RejectionRemembered(Kept):
    """Rejects the input that follows a rejected one."""

    rejected = False

    def decode(self, data: bytes) -> list[int]:
        before, self.rejected = self.rejected, True
        values = self.codec.decode(data)
        self.rejected = False
        if before:
            raise Rejection("bad-lead", data[:1])
        return values


class ByteOrderMarkRemembered:
    """Changes the byte order for all later calls when an input begins with the byte-order mark of the other order."""

    def __init__(self, id: str, other: str):
        self.encode = CODECS[id].encode
        self.order, self.other = CODECS[id], CODECS[other]

    def decode(self, data: bytes) -> list[int]:
        if data.startswith(self.other.encode([BYTE_ORDER_MARK])):
            self.order, self.other = self.other, self.order
        return self.order.decode(data)


class Compiled(Kept):
    """After this many equal calls, writes each value as one byte, as code of a just-in-time compiler did (nodejs/node 54521)."""

    def __init__(self, id: str, calls: int):
        super().__init__(id)
        self.calls, self.last, self.times = calls, tuple[int, ...](), 0

    def encode(self, values: Sequence[int]) -> bytes:
        self.times = self.times + 1 if tuple(values) == self.last else 1
        self.last = tuple(values)
        return self.codec.encode(values) if self.times < self.calls or max(values) > 0xFF else bytes(values)


class Worn(Kept):
    """Returns no values for every thousandth input."""

    times = 0

    def decode(self, data: bytes) -> list[int]:
        self.times += 1
        return self.codec.decode(data) if self.times % 1000 else []


class CompiledForLatin1(Kept):
    """After 5,000 texts whose largest value is 80 to FF, writes each of their values as one byte (nodejs/node 54738)."""

    times = 0

    def encode(self, values: Sequence[int]) -> bytes:
        if not 0x80 <= max(values, default=0) <= 0xFF:
            return self.codec.encode(values)
        self.times += 1
        return self.codec.encode(values) if self.times <= 5_000 else bytes(values)


class LastTextKept(Kept):
    """Keeps the last input with its result, and counts its uses in 13 bits. When these overflow, the result is empty."""

    last, uses = b"", 0

    def decode(self, data: bytes) -> list[int]:
        self.uses = self.uses + 1 if data == self.last else 0
        self.last = data
        return self.codec.decode(data) if self.uses < 1 << 13 else []
