"""The families of encodings, and the codecs of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from workshop.composed import bocu_1, fed, fed_mistakes, kim, single_byte, utf_8, utf_16, utf_32, utf_inf_8
from workshop.composed.codec import Codec
from workshop.composed.mistake import Mistake


@dataclass(frozen=True)
class Family:
    """Encodings that one module writes and reads, and the mistakes that its codecs can make."""

    name: str
    encodings: tuple[str, ...]
    make: Callable[[str, tuple[str, ...]], Codec | fed.Fed]
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
    Family("utf-8, fed", utf_8.ENCODINGS, fed.FedUtf8, fed_mistakes.UTF_8),
    Family("utf-16, fed", utf_16.ENCODINGS, fed.FedUtf16, fed_mistakes.UTF_16),
    Family("utf-32, fed", utf_32.ENCODINGS, fed.FedUtf32, fed_mistakes.UTF_32),
    Family("kim, fed", kim.ENCODINGS, fed.FedKim, fed_mistakes.KIM),
    Family("utf-inf-8, fed", utf_inf_8.ENCODINGS, fed.FedUtfInf8, fed_mistakes.UTF_INF_8),
    Family("bocu-1, fed", bocu_1.ENCODINGS, fed.FedBocu1, fed_mistakes.BOCU_1),
    Family("single bytes, fed", single_byte.ENCODINGS, fed.FedSingleByte, fed_mistakes.SINGLE_BYTES),
)


def family_of(encoding: str, names: Iterable[str]) -> Family:
    """Returns the family of an encoding whose codecs can make all of these mistakes; of several, the first. Raises ValueError if
    there is none."""
    wanted = set(names)
    for family in FAMILIES:
        if encoding in family.encodings and wanted <= {each.name for each in family.possible(encoding)}:
            return family
    raise ValueError(f"{encoding} has no codec with {' '.join(sorted(map(repr, wanted)))}")


def mistake(encoding: str, name: str) -> Mistake:
    """Returns a mistake of an encoding by its name. Raises ValueError if its codecs cannot make it."""
    return next(each for each in family_of(encoding, [name]).possible(encoding) if each.name == name)


def codec(encoding: str, mistakes: Iterable[str] = ()) -> Codec | fed.Fed:
    """Returns a codec that makes these mistakes and no others. Raises ValueError if there is no such codec."""
    names = tuple(mistakes)
    return family_of(encoding, names).make(encoding, names)
