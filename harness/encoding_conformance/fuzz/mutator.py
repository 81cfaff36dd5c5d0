"""Changes inputs with knowledge of the structure of an encoding. The bits of a seed determine each change."""

from collections.abc import Callable

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.fuzz.corpus import tokens, units

_MULTIPLIER, _ADDEND, _BITS = 6364136223846793005, 1442695040888963407, 64
"""The constants of Knuth's linear congruential generator (MMIX). `random.Random(seed)` would take longer than a decoder."""

_MOST = 3
"""The most changes of one input."""

_CHANGES = ("token", "token", "over", "unit", "unit", "repeat", "swap", "leave out", "cut off", "byte")


class Mutator:
    """Changes inputs of one encoding."""

    def __init__(self, encoding: Encoding):
        self._tokens = tokens(encoding) or [b"\x00"]
        self._units = units(encoding) or self._tokens

    def __call__(self, data: bytes, most: int, seed: int) -> bytes:
        """Returns the changed data, of at most `most` bytes, always the same for a seed."""
        state = seed

        def pick(below: int) -> int:
            """Returns the next number below this one."""
            nonlocal state
            state = (state * _MULTIPLIER + _ADDEND) % (1 << _BITS)
            return (state >> _BITS // 2) % below

        for _ in range(1 + pick(_MOST)):
            data = self._changed(data, pick)
        return data[:most]

    def _changed(self, data: bytes, pick: Callable[[int], int]) -> bytes:
        """Replaces a part of the data, from `start` to `end`, with other bytes."""
        match _CHANGES[pick(len(_CHANGES))]:
            case "token" | "over" as change:
                inserted, start = self._tokens[pick(len(self._tokens))], pick(len(data) + 1)
                end = start + len(inserted) * (change == "over")
            case "unit":  # inserted, or over another
                inserted, start = self._units[pick(len(self._units))], pick(len(data) + 1)
                end = start + len(inserted) * pick(2)
            case "byte":
                inserted, start = bytes([pick(0x100)]), pick(len(data) + 1)
                end = start + 1
            case "cut off":
                inserted, start, end = b"", pick(len(data) + 1), len(data)
            case change:
                start = pick(len(data) + 1)
                end = start + pick(len(data) - start + 1)
                if change == "repeat":
                    inserted = data[start:end]
                    start = end = pick(len(data) + 1)
                elif change == "swap":
                    middle = start + pick(end - start + 1)
                    inserted = data[middle:end] + data[start:middle]
                else:
                    inserted = b""
        return data[:start] + inserted + data[end:]
