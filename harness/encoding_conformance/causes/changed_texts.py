"""Predictions of changes to texts before they are encoded, or after they are decoded."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Literal, get_args
from unicodedata import normalize

from encoding_conformance.causes.kinds import WIDTHS
from encoding_conformance.causes.prediction import ANY_LENGTH, MAP_BOTH_WAYS, Prediction, Text
from encoding_conformance.checks.special_values import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import BOTH, Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.ranges import HIGH_SURROGATES, LOW_SURROGATES
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import bytes_of, permitted

MARK, _LF, _CR = 0xFEFF, 0x0A, 0x0D

_STRIPPED = {
    "spaces": {0x20},
    "line ends": {_LF, _CR},
    "NULs": {0x00},
    "white space": {0x09, _LF, 0x0B, 0x0C, _CR, 0x20},
    "white space of Unicode": {value for value in range(0x10000) if chr(value).isspace()},
}
"""The values that programs strip at the ends of texts."""

_SIDES = {"at both ends": (True, True), "at the beginning": (True, False), "at the end": (False, True)}

_Form = Literal["NFC", "NFD", "NFKC", "NFKD"]


def of_texts(encoding: Encoding) -> Iterator[Prediction]:
    """Yields predictions of the changes that programs are known to make to texts."""

    def changed(words: str, change: Callable[[Text], Text], advice: str = "", requirement: str = MAP_BOTH_WAYS) -> Prediction:
        return Prediction(words, BOTH, partial(_changed, encoding, change), advice, requirement)

    yield changed("makes one character of two surrogates", _join_pairs, "are the plug-in's texts UTF-16?", "")
    for form in get_args(_Form):
        yield changed(f"normalizes texts to {form}", partial(_normalized, form))
    for name, values in _STRIPPED.items():
        for side, ends in _SIDES.items():
            yield changed(f"strips {name} {side} of texts", partial(_stripped, values, *ends))
    yield changed("writes D before each A", lambda text: flat((_CR, _LF) if value == _LF else (value,) for value in text))
    yield changed("loses D before A", lambda text: tuple(a for a, b in pairwise((*text, -1)) if (a, b) != (_CR, _LF)))
    yield changed("loses U+FEFF at the beginning of the input", lambda text: text[text[:1] == (MARK,) :])
    yield changed("adds U+FEFF at the beginning of the input", lambda text: (MARK, *text))
    yield changed("loses the last value", lambda text: text[:-1], requirement=ANY_LENGTH)
    yield changed("loses the first value", lambda text: text[1:], requirement=ANY_LENGTH)
    advice = "write and read values in hexadecimal?"
    words = "reads numbers as decimal, not hexadecimal, ones"
    yield Prediction(words, (Kind.ENCODE,), partial(_reading_decimal, encoding), advice, MAP_BOTH_WAYS)
    yield changed("prints numbers as decimal, not hexadecimal, ones", prints_decimal, advice)
    for bits in WIDTHS:
        cut = partial(_cut, (1 << bits) - 1)
        yield changed(f"keeps only the lower {bits} bits of a value", cut, f"does the plug-in cut values to {bits} bits?")


def _changed(encoding: Encoding, change: Callable[[Text], Text], operation: Operation) -> Sequence[Permitted]:
    """Returns the outcomes of an operation whose text is changed; none if they are not known. The offset of a fault may count the
    changed text before it."""
    expected = permitted(encoding, operation)[0]
    if isinstance(operation, Encode):
        outcomes = permitted(encoding, Encode(encoding.id, change(operation.input)))
        return () if isinstance(outcomes[0], Rejection) else outcomes
    if isinstance(expected, Decoded):
        return (Decoded(change(expected.value)),)
    if not isinstance(expected, Rejection) or not expected.offset:
        return ()
    before = permitted(encoding, Decode(encoding.id, operation.input[: expected.offset]))[0]
    if not isinstance(before, Decoded):
        return ()
    offset = len(bytes_of(encoding, change((*before.value, LETTER)))) - len(bytes_of(encoding, (LETTER,)))
    return (expected, Rejection(offset))


def _reading_decimal(encoding: Encoding, operation: Operation) -> Sequence[Permitted]:
    text = reads_decimal(tuple(operation.input))
    has_digits = all(f"{value:X}".isdecimal() for value in operation.input)
    return permitted(encoding, Encode(encoding.id, text)) if has_digits else (Rejection(),)


def flat(texts: Iterable[Text]) -> Text:
    """Returns the values of several texts, one after the other."""
    return tuple(value for text in texts for value in text)


def _join_pairs(text: Text) -> Text:
    values: list[int] = []
    for value in text:
        if values and values[-1] in HIGH_SURROGATES and value in LOW_SURROGATES:
            values[-1] = ((values[-1] - 0xD800) << 10) + (value - 0xDC00) + 0x10000
        else:
            values.append(value)
    return tuple(values)


def _normalized(form: _Form, text: Text) -> Text:
    return text if max(text, default=0) > LAST_CHARACTER else tuple(map(ord, normalize(form, "".join(map(chr, text)))))


def _stripped(values: Collection[int], at_beginning: bool, at_end: bool, text: Text) -> Text:
    first, last = 0, len(text)
    while at_beginning and first < last and text[first] in values:
        first += 1
    while at_end and first < last and text[last - 1] in values:
        last -= 1
    return text[first:last]


def reads_decimal(text: Text) -> Text:
    """Returns the values that are read if their hexadecimal digits are taken for decimal ones."""
    return tuple(int(f"{value:X}") for value in text) if all(f"{value:X}".isdecimal() for value in text) else text


def prints_decimal(text: Text) -> Text:
    """Returns the values that are read if their decimal digits are taken for hexadecimal ones."""
    return tuple(int(str(value), 16) for value in text) if all(value <= LAST_CHARACTER for value in text) else text


def _cut(mask: int, text: Text) -> Text:
    return tuple(value & mask for value in text)
