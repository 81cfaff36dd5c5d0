"""The style of a codec that receives one byte after another, and holds the bytes of a value until it is complete.

Each encoding defines a function that judges the held bytes: a value, nothing yet, or never a value. The mistakes that any of them
can make are made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal
from unicodedata import normalize

from composed.plain import CR, FIRST_MARK, LF, IllFormed

SIZE = 200
BLOCK = 4096
READ = 255
HELD = 16
JOINER = 0x200D
DROPPED = {"nul-skipped": 0, "joiner-dropped": JOINER, "marks-dropped": FIRST_MARK, "cr-dropped": CR}


class Fed:
    """A codec of one encoding that makes the named mistakes."""

    _unit_size = 1
    """The number of bytes of a code unit."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        self.encoding = encoding
        self.on = frozenset(mistakes)
        self._order: Literal["little", "big"] = "little" if encoding.endswith("le") else "big"
        self._held = b""
        self._written = b""
        self._missing = 0
        """The number of bytes that the held value lacks, if the codec counts them."""

    def judge(self, held: bytes) -> int | None:
        """Returns the value of the held bytes, -1 if they have none, or None if they are not complete. Raises ValueError if they
        begin no value."""
        raise NotImplementedError

    def put(self, value: int) -> bytes:
        """Returns the bytes of one value. Raises ValueError if it has none."""
        raise NotImplementedError

    def begin(self) -> None:
        """Begins an operation. A codec with a state sets it here."""

    def encode(self, values: Sequence[int]) -> bytes:
        """Returns the bytes of all values. Raises ValueError if a value cannot be encoded."""
        on, written = self.on, bytearray(self._written)
        self._written = b""
        self.begin()
        for index, value in enumerate(values):
            if "buffer-overrun" in on and index >= SIZE:
                raise IndexError("list assignment index out of range")
            try:
                if "private-use-refused" in on and 0xE000 <= value <= 0xF8FF:
                    raise ValueError(value)
                if "joiner-dropped" not in on or value != JOINER:
                    written += self.put(0x20 if "tab-as-space" in on and value == 9 else value)
            except ValueError:
                if "encode-ends-at-a-fault" in on:
                    break
                if "written-kept-after-a-fault" in on:
                    self._written = bytes(written[-HELD:])
                raise IllFormed(self._reported(values, index, len(written))) from None
        return bytes(written[: len(values) * self._unit_size] if "cut-to-the-number-of-values" in on else written)

    def _reported(self, values: Sequence[int], index: int, size: int) -> int:
        """Returns the index that the codec reports for a value that cannot be encoded, after `size` bytes of others."""
        if "index-in-units" in self.on:
            return index + sum(value > 0xFFFF for value in values[:index])
        return size if "index-in-bytes" in self.on else index + ("index-from-one" in self.on)

    def decode(self, data: bytes) -> list[int]:
        """Returns the values of all bytes. Raises ValueError if the bytes are ill-formed."""
        on, held = self.on, self._held if "held-after-a-fault" in self.on else b""
        self._held = b""
        self.begin()
        values: list[int] = []
        last_fault = -1
        if "ff-ends-input" in on:
            data = data.partition(b"\xff")[0]
        if "white-space-stripped" in on:
            data = data.strip()
        for at, byte in enumerate(data):
            if at == BLOCK and "byte-lost-at-4096" in on:
                continue
            if "cut-at-each-read" in on and held and at % READ == 0:
                raise IllFormed(at - len(held))
            held += bytes((byte,))
            try:
                value = self.judge(held)
                if value == 0xFFFD and "fffd-as-a-fault" in on:
                    raise ValueError(value)
            except ValueError:
                if "swallowed-with-the-fault" in on:
                    held = b""
                    values.append(0xFFFD)
                    continue
                if "offset-of-the-last-fault" in on:
                    held, last_fault = b"", at + 1 - len(held)
                    continue
                raise self._fault(held, at) from None
            if (value == 0x1A and "ends-at-1a" in on) or (value == 0xFFFF and "ffff-ends-input" in on):
                return values
            if value is not None:
                held = b""
                values += self._given(value)
                if "buffer-overrun" in on and len(values) > SIZE:
                    raise IndexError("list assignment index out of range")
        if held and ("reads-beyond-the-end" in on or (self._missing == 1 and "one-missing-byte-crashes" in on)):
            raise IndexError("index out of range")
        if held and "cut-forgotten" not in on:
            raise self._fault(held, len(data) - 1)
        if last_fault >= 0:
            raise IllFormed(last_fault)
        if values == [FIRST_MARK] and "mark-alone-crashes" in on:
            raise IndexError("index out of range")
        if "empty-gives-nul" in on and not data:
            return [0]
        if "last-line-end-dropped" in on and values[-1:] == [LF]:
            del values[-1]
        if "normalized" in on and max(values, default=0) <= 0x10FFFF:
            return [*map(ord, normalize("NFC", "".join(map(chr, values))))]
        return values

    def _fault(self, held: bytes, at: int) -> IllFormed:
        """Returns the exception for held bytes that the codec rejects at an offset."""
        self._held = held[-HELD:]
        return IllFormed(at if "offset-where-noticed" in self.on else max(0, at + 1 - len(held)))

    def _given(self, value: int) -> Iterator[int]:
        """Yields what decode returns for a value, if anything."""
        on = self.on
        if value < 0 or any(name in on and value == dropped for name, dropped in DROPPED.items()):
            return
        if "private-use-refused" in on and 0xE000 <= value <= 0xF8FF:
            yield 0xFFFD
        else:
            yield LF if "vertical-tab-as-lf" in on and value == 0x0B else value
