"""Every value is tried, and a thorough run tries every short string in every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import chain, islice
from typing import Any

import pytest
from testbench import smallest, suite

from encoding_conformance.checks import unencodable
from encoding_conformance.checks.check import Group
from encoding_conformance.checks.every_value import forms_of_others, from_each_state, most_values, other_values, short_strings
from encoding_conformance.checks.inputs import Inputs
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.notation import sequence_text
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models import model_of
from reference_codecs import CODECS

CODE_POINTS = range(0x110000)
ODD = 0x5A5A5
"""A code point that is at no edge of any table."""

NEAR = (ODD - 0x1A5, ODD + 0x15A)

STATES = ((0, 0xFF), (0x3040, 0x3040), (0x4E00, 0x4E00), (0xAC00, 0xAC00), (0x10FFFF, 0x10FFFF))
"""Values that lead to the states of BOCU-1."""

Way = Callable[[Callable[[Any], Any], Any], Any]


@cache
def inputs(id: str, *ranges: tuple[int, int], limits: Limits = NO_LIMITS) -> Inputs:
    """These cases are made from the tables alone. With ranges, the encoding has only these values, because all of them take
    minutes."""
    encoding = suite().encodings[id]
    return Inputs(replace(encoding, values=RangeSet.of(ranges)) if ranges else encoding, limits, [], [])


def texts(groups: Iterator[Group]) -> Iterator[tuple[int, ...]]:
    return (case.operation.input for (case,) in groups if isinstance(case.operation, Encode))


def every_value(inputs: Inputs) -> Iterator[Group]:
    return chain(most_values(inputs), other_values(inputs))


def strings(groups: Iterator[Group]) -> Iterator[bytes]:
    return (case.operation.input for (case,) in groups if isinstance(case.operation, Decode))


def test_a_thorough_run_tries_every_code_point_once_as_a_value_or_as_none() -> None:
    some = inputs("utf-8", limits=Limits(0x2FFFF))
    surrogates = range(0xD800, 0xE000)
    assert sorted(chain(*texts(every_value(some)))) == [value for value in range(0x30000) if value not in surrogates]
    assert list(texts(unencodable.thorough(some))) == [(value,) for value in surrogates]


def test_each_run_tries_every_value_of_the_planes_that_are_most_used() -> None:
    met = set(chain(*texts(most_values(inputs("utf-8")))))
    assert {value for value in CODE_POINTS if value >> 16 in (0, 1, 14)} - set(range(0xD800, 0xE000)) <= met
    assert len(met) < len(CODE_POINTS) / 3


def test_every_value_follows_every_state() -> None:
    """The states of the three large scripts, and those of the lowest middle and of the highest (UTS #40, R5)."""
    few = inputs("bocu-1", *STATES, (0x3041, 0x30FF), (0x9F00, 0xA000), (0x10FF00, 0x10FFFE))
    found: dict[int, list[int]] = {}
    for text in texts(from_each_state(few)):
        for before, value in zip(text[::3], text[1::3]):
            found.setdefault(before, []).append(value)
    assert sorted(found) == [0x21, 0x3040, 0x4E00, 0xAC00, 0x10FFFF]
    assert all(sorted(met) == list(few.encoding.values) for met in found.values())
    hangul = next(text for text in texts(from_each_state(few)) if text[0] == 0xAC00)
    assert hangul[:8] == (0xAC00, 0, 0, 0xAC00, 1, 0, 0xAC00, 2), "a reset comes before each"


def test_every_difference_between_a_middle_and_a_code_point_occurs() -> None:
    """The lowest middle is 40 and the highest 10FFC0, of blocks of 128 (UTS #40, R5)."""
    model: Any = model_of(suite().encodings["bocu-1"])
    assert tuple(map(model.after, model.states().calculated)) == (0x40, 0x10FFC0)


def test_values_that_may_be_refused_are_alone() -> None:
    """If they were not, a right refusal would hide a mistake in the rest of the text."""
    optional = suite().encodings["kim"].optional.values
    found = [text for text in texts(every_value(inputs("kim", (0xD700, 0xE0FF)))) if any(value in optional for value in text)]
    assert {len(text) for text in found} == {1}
    assert {len(text) for text in texts(unencodable.thorough(inputs("utf-8")))} == {1}


def test_values_beyond_the_limits_are_left_out() -> None:
    assert max(map(max, texts(every_value(inputs("utf-8", limits=Limits(0x1FF)))))) == 0x1FF
    assert max(map(max, texts(from_each_state(inputs("bocu-1", limits=Limits(0x1FF)))))) == 0x1FF


def test_every_byte_and_every_pair_is_alone_and_longer_strings_are_left_out() -> None:
    every = [*map(bytes, zip(range(0x100))), *(bytes((first, second)) for first in range(0x100) for second in range(0x100))]
    assert list(strings(short_strings(inputs("ascii")))) == every


@cache
def triples(kim: Inputs) -> list[Group]:
    """The groups of the first strings of three bytes."""
    return list(islice(short_strings(kim), 0x10100, 0x10100 + 0x84 * 0x100))


@pytest.mark.slow
def test_a_thorough_run_tries_every_string_of_three_bytes_if_codes_end_within_them() -> None:
    """00 80 xx is a longer form than needed, so no two of these are tried together. In 00 00 xx, the last byte is a value if
    it is below 80 (Kim, Character Encoding)."""
    found: dict[bytes, list[bytes]] = {}
    for data in strings(iter(triples(inputs("kim")))):
        found.setdefault(data[:2], []).append(data)
    assert sorted(data[2] for data in found[b"\0\0"][:-1]) == list(range(0x80, 0x100))
    assert found[b"\0\0"][-1] == b"".join(bytes((0, 0, last)) for last in range(0x80))
    assert [data[2] for data in found[b"\0\x80"]] == list(range(0x100))


@pytest.mark.parametrize(("id", "form"), [("utf-8", "ED A6 AB"), ("utf-32-be", "00 00 D9 AB"), ("utf-16-le", "AB D9")])
def test_the_bytes_of_values_that_must_be_rejected_are_tried(id: str, form: str) -> None:
    assert bytes.fromhex(form) in strings(forms_of_others(inputs(id)))


class Faulty:
    """A sound codec with one faulty operation, which gets the sound codec and the input."""

    def __init__(self, id: str, encode: Way | None = None, decode: Way | None = None):
        self.encode = partial(encode, CODECS[id].encode) if encode else CODECS[id].encode
        self.decode = partial(decode, CODECS[id].decode) if decode else CODECS[id].decode


def one_written_as(wrong: int, value: int = ODD) -> Way:
    return lambda encode, values: encode([wrong if each == value else each for each in values])


def wrong_after_hangul(encode: Callable[[Any], Any], values: Any) -> bytes:
    hangul = [False, *(0xAC00 <= value <= 0xD7A3 for value in values)]
    return encode([value ^ (value == ODD and after) for value, after in zip(values, hangul)])


def misread(decode: Callable[[Any], Any], data: bytes) -> Any:
    return decode(data.replace(b"\x00\x83\x2b", b"\x00\x83\x2c"))


FAULTS = {
    "value": (every_value, "utf-8", [NEAR], Faulty("utf-8", encode=one_written_as(ODD + 2)), "encode 5A5A5"),
    "in a counted text": (every_value, "kim-text", [NEAR], Faulty("kim-text", one_written_as(ODD + 2)), "encode 5A5A5"),
    "may be refused": (every_value, "kim", [(0xD900, 0xD9FF)], Faulty("kim", one_written_as(0xD9AA, 0xD9AB)), "encode D9AB"),
    "from Hangul": (from_each_state, "bocu-1", [*STATES, NEAR], Faulty("bocu-1", wrong_after_hangul), "encode AC00 5A5A5"),
    "triple": (triples, "kim", [], Faulty("kim", decode=misread), "decode 00 83 2B"),
}
"""The cases that find a fault, in an encoding with these values, the codec, and the smallest case."""


@pytest.mark.parametrize("name", FAULTS)
def test_the_smallest_case_is_reported(name: str) -> None:
    groups, id, ranges, codec, expected = FAULTS[name]
    found = smallest("layout", id, codec, groups(inputs(id, *ranges)))
    assert found
    operation = found.case.operation
    assert f"{operation.kind} {sequence_text(operation.input)}" == expected


def test_texts_are_read_back() -> None:
    for (forth,), (back,) in zip(*[most_values(inputs("cp437"))] * 2):
        assert back.permitted == (Decoded(forth.operation.input),)
