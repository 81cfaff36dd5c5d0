"""The style of a plain codec, which writes one value after the other and reads one value after the other.

Each encoding defines how to write and read one value. The mistakes that any of them can make are made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

FIRST_MARK = 0xFEFF
REPLACEMENT = 0xFFFD
LF, CR = 0x0A, 0x0D
SMALL_BUFFER = 64
DEPTH = 900


class IllFormed(UnicodeError):
    """The input is ill-formed. `start` is the offset of the first bad sequence, or the index of the first bad value."""

    def __init__(self, start: int) -> None:
        super().__init__(f"ill-formed at {start}")
        self.start = start


class CutShort(IllFormed):
    """The input ends inside a value that begins at `start`."""


class Plain:
    """A codec of one encoding that makes the named mistakes."""

    unit = 1
    """The number of bytes that a decoder skips after a fault."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        self.encoding = encoding
        self.on = frozenset(mistakes)
        self._left = b""

    def write(self, value: int, index: int) -> bytes:
        """Returns the bytes of the value with this index. Raises IllFormed if it has none."""
        raise NotImplementedError

    def read(self, data: bytes, at: int) -> tuple[int | None, int]:
        """Returns the value at this offset, or None if these bytes are no value, and the offset after it. Raises IllFormed or
        CutShort if there is neither."""
        raise NotImplementedError

    def begin(self) -> None:
        """Begins an operation. A codec with a state sets it here."""

    def encode(self, values: Sequence[int]) -> bytes:
        """Returns the bytes of all values. Raises ValueError if a value cannot be encoded."""
        on = self.on
        self._check_length(values)
        if "line-end-becomes-two" in on:
            values = [each for value in values for each in ((CR, LF) if value == LF else (value,))]
        if "wrong-beyond-64" in on:
            values = values[:SMALL_BUFFER]
        self.begin()
        written = bytearray()
        for index, value in enumerate(values):
            self._check_depth(index)
            try:
                if self._refuses(value):
                    raise IllFormed(index)
                written += self.write(value, index)
            except IllFormed:
                if "unencodable-crashes" in on:
                    raise KeyError(value) from None
                raise IllFormed(0 if "index-always-0" in on else index) from None
        return bytes(written)

    def _refuses(self, value: int) -> bool:
        """Returns whether the codec refuses a value that belongs to the encoding."""
        is_noncharacter = value & 0xFFFE == 0xFFFE or 0xFDD0 <= value <= 0xFDEF
        is_control = value < 0x20 and value not in (0x09, LF, CR)
        return ("noncharacters-refused" in self.on and is_noncharacter) or (
            "control-characters-refused" in self.on and is_control
        )

    def _check_length(self, given: Sequence[int]) -> None:
        if not given and "empty-refused" in self.on:
            raise ValueError("nothing is given")
        if not given and "empty-crashes" in self.on:
            raise IndexError("index out of range")

    def _check_depth(self, count: int) -> None:
        if count >= DEPTH and "recursion-too-deep" in self.on:
            raise RecursionError("maximum recursion depth exceeded")

    def decode(self, data: bytes) -> list[int]:
        """Returns the values of all bytes. Raises ValueError if the bytes are ill-formed."""
        on = self.on
        self._check_length(data)
        if "bytes-left-over" in on:
            data, self._left = self._left + data, b""
        self.begin()
        values = self._values(data)
        if "first-mark-dropped" in on and values[:1] == [FIRST_MARK]:
            del values[0]
        if "two-marks-dropped" in on:
            del values[: next((index for index, value in enumerate(values[:2]) if value != FIRST_MARK), 2)]
        if "line-ends-joined" in on:
            values = [value for value, following in zip(values, [*values[1:], None]) if (value, following) != (CR, LF)]
        if "last-lost" in on:
            del values[-1:]
        return values[:SMALL_BUFFER] if "wrong-beyond-64" in on else values

    def _values(self, data: bytes) -> list[int]:
        values: list[int] = []
        at = 0
        while at < len(data):
            start = at
            self._check_depth(len(values))
            try:
                value, at = self.read(data, at)
                if value is not None and self._refuses(value):
                    raise IllFormed(start)
            except IllFormed as fault:
                if isinstance(fault, CutShort) and self._takes_cut(data, start):
                    break
                if "rest-dropped-at-a-fault" in self.on:
                    break
                if not self.on & {"replacement-given", "fault-skipped"}:
                    raise IllFormed(self._reported(fault.start, len(values), len(data))) from None
                at = fault.start + self.unit
                value = REPLACEMENT if "replacement-given" in self.on else None
            if value == 0 and "nul-ends-text" in self.on:
                break
            if value is not None:
                values.append(value)
        return values

    def _takes_cut(self, data: bytes, start: int) -> bool:
        """Returns whether the codec accepts input that ends inside a value. Raises IndexError if it reads beyond the end."""
        if "cut-short-crashes" in self.on:
            raise IndexError("index out of range")
        if "bytes-left-over" in self.on:
            self._left = data[start:]
        return "cut-short-taken" in self.on

    def _reported(self, start: int, count: int, end: int) -> int:
        """Returns the offset that the codec reports for a fault after `count` values."""
        on = self.on
        return count if "offset-in-values" in on else end if "offset-at-the-end" in on else start + ("offset-late" in on)
