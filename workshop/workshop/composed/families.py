"""The families of encodings, and the codecs of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from workshop.composed import bocu_1, kim, single_byte, utf_8, utf_16, utf_32, utf_inf_8
from workshop.composed.codec import Codec
from workshop.composed.mistake import Mistake


@dataclass(frozen=True)
class Family:
    """Encodings that one module writes and reads, and the mistakes that its codecs can make."""

    name: str
    encodings: tuple[str, ...]
    make: Callable[[str, tuple[str, ...]], Codec]
    mistakes: tuple[Mistake, ...]

    def possible(self, encoding: str) -> list[Mistake]:
        """Returns the mistakes that a codec of this encoding can make."""
        return [each for each in self.mistakes if each.possible_in(encoding)]


FAMILIES = (
    Family("utf-8", utf_8.ENCODINGS, utf_8.Utf8, utf_8.MISTAKES),
    Family("utf-16", utf_16.ENCODINGS, utf_16.Utf16, utf_16.MISTAKES),
    Family("utf-32", utf_32.ENCODINGS, utf_32.Utf32, utf_32.MISTAKES),
    Family("kim", kim.ENCODINGS, kim.Kim, kim.MISTAKES),
    Family("utf-inf-8", utf_inf_8.ENCODINGS, utf_inf_8.UtfInf8, utf_inf_8.MISTAKES),
    Family("bocu-1", bocu_1.ENCODINGS, bocu_1.Bocu1, bocu_1.MISTAKES),
    Family("single bytes", single_byte.ENCODINGS, single_byte.SingleByte, single_byte.MISTAKES),
)


def family_of(encoding: str) -> Family:
    """Returns the family of an encoding."""
    return next(family for family in FAMILIES if encoding in family.encodings)


def mistake(encoding: str, name: str) -> Mistake:
    """Returns a mistake of an encoding by its name. Raises ValueError if its codecs cannot make it."""
    for each in family_of(encoding).possible(encoding):
        if each.name == name:
            return each
    raise ValueError(f"{encoding} has no mistake {name!r}")


def codec(encoding: str, mistakes: Iterable[str] = ()) -> Codec:
    """Returns a codec that makes these mistakes and no others. Raises ValueError for a mistake that it cannot make."""
    names = tuple(mistakes)
    for name in names:
        mistake(encoding, name)
    return family_of(encoding).make(encoding, names)
