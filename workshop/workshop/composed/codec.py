"""A plain codec: it writes one value after the other, and reads one value after the other.

A family of encodings says how a value is written and read. The mistakes that a codec of any family can make are made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

FIRST_MARK = 0xFEFF
REPLACEMENT = 0xFFFD
SMALL_BUFFER = 64
"""How many values fit into the buffer of a codec whose author thought that this would do."""
DEPTH = 900
"""How many values a codec takes that calls itself for each of them."""
LF, CR = 0x0A, 0x0D


class IllFormed(UnicodeError):
    """The input is ill-formed. `start` is the offset of the first bad byte, or the index of the first bad value."""

    def __init__(self, start: int) -> None:
        super().__init__(f"ill-formed at {start}")
        self.start = start


class CutShort(IllFormed):
    """The input ends inside a value that begins at `start`."""


class Codec:
    """A codec of one encoding that makes some mistakes, which are given by their names."""

    unit = 1
    """How many bytes a decoder skips after a fault."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        self.encoding = encoding
        self.on = frozenset(mistakes)
        self._left = b""

    def write(self, value: int, index: int) -> bytes:
        """Returns the bytes of one value, which is the one with this index. Raises IllFormed if it has none."""
        raise NotImplementedError

    def read(self, data: bytes, at: int) -> tuple[int | None, int]:
        """Returns the value that begins at this offset, or None if these bytes are no value, and the offset behind it. Raises
        IllFormed or CutShort if no value can be read there."""
        raise NotImplementedError

    def begin(self) -> None:
        """Begins an operation. A codec with a state sets it here."""

    def encode(self, values: Sequence[int]) -> bytes:
        """Returns the bytes of all values. Raises ValueError if a value cannot be encoded."""
        on = self.on
        self._look_at_length(values)
        if "line-end-becomes-two" in on:
            values = [each for value in values for each in ((CR, LF) if value == LF else (value,))]
        if "wrong-beyond-64" in on:
            values = values[:SMALL_BUFFER]
        self.begin()
        pieces = []
        for index, value in enumerate(values):
            self._look_at_depth(index)
            try:
                if self._refuses(value):
                    raise IllFormed(index)
                pieces.append(self.write(value, index))
            except IllFormed as fault:
                pieces.append(self._instead(fault))
        return b"".join(pieces)

    def _instead(self, fault: IllFormed) -> bytes:
        """Returns what is written for a value that cannot be encoded. Raises IllFormed if nothing is."""
        if "replacement-written" in self.on:
            return self.write(REPLACEMENT, fault.start)
        if "unencodable-skipped" in self.on:
            return b""
        if "unencodable-crashes" in self.on:
            raise KeyError(fault.start)
        raise IllFormed(0) if "index-always-0" in self.on else fault

    def _refuses(self, value: int) -> bool:
        """Returns whether a value is refused that belongs to the encoding."""
        return ("noncharacters-refused" in self.on and is_noncharacter(value)) or (
            "control-characters-refused" in self.on and value < 0x20 and value not in (0x09, LF, CR)
        )

    def _look_at_length(self, given: Sequence[int]) -> None:
        """Raises ValueError or IndexError for an operation on nothing, if this is taken for a fault."""
        if not given and "empty-refused" in self.on:
            raise ValueError("nothing is given")
        if not given and "empty-crashes" in self.on:
            raise IndexError("index out of range")

    def _look_at_depth(self, count: int) -> None:
        if count >= DEPTH and "recursion-too-deep" in self.on:
            raise RecursionError("maximum recursion depth exceeded")

    def decode(self, data: bytes) -> list[int]:
        """Returns the values of all bytes. Raises ValueError if the bytes are ill-formed."""
        on = self.on
        self._look_at_length(data)
        if "bytes-left-over" in on:
            data, self._left = self._left + data, b""
        self.begin()
        values = self._values(data)
        if "first-mark-dropped" in on and values and values[0] == FIRST_MARK:
            del values[0]
        if "two-marks-dropped" in on:
            del values[: next((place for place, value in enumerate(values[:2]) if value != FIRST_MARK), 2)]
        if "line-ends-joined" in on:
            values = [value for value, behind in zip(values, [*values[1:], None]) if (value, behind) != (CR, LF)]
        if "last-lost" in on:
            del values[-1:]
        return values[:SMALL_BUFFER] if "wrong-beyond-64" in on else values

    def _values(self, data: bytes) -> list[int]:
        stops = "nul-ends-text" in self.on
        values: list[int] = []
        at, end = 0, len(data)
        while at < end:
            start = at
            self._look_at_depth(len(values))
            try:
                value, at = self.read(data, at)
                if value is not None and (self._refuses(value) or (value == 0 and "zero-refused" in self.on)):
                    raise IllFormed(start)
            except IllFormed as fault:
                if isinstance(fault, CutShort) and "cut-short-gives-nothing" in self.on:
                    return []
                if isinstance(fault, CutShort) and self._takes_cut(data, start):
                    break
                if "rest-dropped-at-a-fault" in self.on:
                    break
                if "offset-at-the-end" in self.on:
                    raise IllFormed(end) from fault
                at = self._behind(fault, len(values))
                value = REPLACEMENT if "replacement-given" in self.on else None
            if stops and value == 0:
                break
            if value is not None:
                values.append(value)
        return values

    def _takes_cut(self, data: bytes, start: int) -> bool:
        """Returns whether input that ends inside a value is taken for its end. Raises IndexError if it is not looked for."""
        if "cut-short-crashes" in self.on:
            raise IndexError("index out of range")
        if "bytes-left-over" in self.on:
            self._left = data[start:]
        return "cut-short-taken" in self.on

    def _behind(self, fault: IllFormed, count: int) -> int:
        """Returns where to go on after a fault that is replaced. Raises IllFormed if it is not. So many values were read."""
        on = self.on
        if on & {"replacement-given", "fault-skipped"}:
            return fault.start + self.unit
        if "offset-in-values" in on:
            raise IllFormed(count)
        if "offset-always-0" in on:
            raise IllFormed(0)
        raise IllFormed(fault.start + 1) if "offset-late" in on else fault


def is_noncharacter(value: int) -> bool:
    """Returns whether this is the number of a noncharacter, in any plane."""
    return value & 0xFFFE == 0xFFFE or 0xFDD0 <= value <= 0xFDEF
