"""Every value is asked, and a thorough run asks every short string in every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice, product
from typing import Any

import pytest
from testbench import broken_checks, failed_vectors, smallest, suite

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
from workshop.mutation.trial import PART

CODE_POINTS = range(0x110000)
ODD = 0x5A5A5
"""A code point that stands at no edge of any table."""

Way = Callable[[Callable[[Any], Any], Any], Any]


def inputs(id: str, limits: Limits = NO_LIMITS) -> Inputs:
    """These cases are made from the tables alone."""
    return Inputs(suite().encodings[id], limits, [], [])


def part_of(id: str, *ranges: tuple[int, int]) -> Inputs:
    """The same for an encoding with fewer values, because all of them take minutes."""
    encoding = suite().encodings[id]
    return Inputs(replace(encoding, values=RangeSet.of(ranges)), NO_LIMITS, [], [])


def with_every_state(*ranges: tuple[int, int]) -> Inputs:
    """BOCU-1 with these values, and with those that lead to its states."""
    states = [0x3040, 0x4E00, 0xAC00, 0x10FFFF]
    return part_of("bocu-1", (0, 0xFF), *ranges, *((value, value) for value in states))


def texts(groups: Iterator[Group]) -> Iterator[tuple[int, ...]]:
    return (case.operation.input for (case,) in groups if isinstance(case.operation, Encode))


def every_value(inputs: Inputs) -> Iterator[Group]:
    return chain(most_values(inputs), other_values(inputs))


def strings(groups: Iterator[Group]) -> Iterator[bytes]:
    return (case.operation.input for (case,) in groups if isinstance(case.operation, Decode))


@pytest.mark.parametrize("id", ["utf-8", "utf-inf-8", "iso-8859-7", "kim-text"])
def test_a_thorough_run_asks_every_code_point_once_as_a_value_or_as_none(id: str) -> None:
    met = bytearray(len(CODE_POINTS))  # one byte for each, because a list of them takes a hundred megabytes
    for text in chain(texts(every_value(inputs(id))), texts(unencodable.thorough(inputs(id)))):
        for value in text:
            met[value] += 1
    assert met.count(1) == len(CODE_POINTS)


def test_each_run_asks_every_value_of_the_planes_that_are_most_used() -> None:
    met = set(chain(*texts(most_values(inputs("utf-8")))))
    assert {value for value in CODE_POINTS if value >> 16 in (0, 1, 14)} - set(range(0xD800, 0xE000)) <= met
    assert len(met) < len(CODE_POINTS) / 3


def test_every_value_follows_every_state() -> None:
    """The states of the three large scripts, and those of the lowest middle and of the highest (UTS #40, R5)."""
    few = with_every_state((0x3041, 0x30FF), (0x9F00, 0xA000), (0x10FF00, 0x10FFFE))
    found: dict[int, list[int]] = {}
    for text in texts(from_each_state(few)):
        for before, value in zip(text[::3], text[1::3]):
            found.setdefault(before, []).append(value)
    assert sorted(found) == [0x21, 0x3040, 0x4E00, 0xAC00, 0x10FFFF]
    assert all(sorted(met) == list(few.encoding.values) for met in found.values())


def test_every_difference_between_a_middle_and_a_code_point_occurs() -> None:
    """The lowest middle is 40 and the highest 10FFC0, of blocks of 128 (UTS #40, R5)."""
    model: Any = model_of(suite().encodings["bocu-1"])
    low, high = map(model.after, model.states().calculated)
    assert (low, high) == (0x40, 0x10FFC0)
    upwards, downwards = range(-low, 0x10FFFF - low + 1), range(-high, 0x10FFFF - high + 1)
    assert (downwards[0], upwards[-1]) == (-0x10FFC0, 0x10FFBF)
    assert downwards[-1] >= upwards[0]


def test_values_that_may_be_refused_are_alone() -> None:
    """If they were not, a right refusal would hide a mistake in the rest of the text."""
    optional = suite().encodings["kim"].optional.values
    assert all(
        len(text) == 1 or not any(value in optional for value in text)
        for text in texts(every_value(inputs("kim", Limits(0xFFFF))))
    )
    assert all(len(text) == 1 for text in texts(unencodable.thorough(inputs("utf-8"))))


def test_each_value_of_a_text_begins_in_the_same_state() -> None:
    found = next(text for text in texts(from_each_state(with_every_state())) if text[0] == 0xAC00)
    assert found[:8] == (0xAC00, 0, 0, 0xAC00, 1, 0, 0xAC00, 2)


def test_values_beyond_the_limits_are_left_out() -> None:
    assert max(map(max, texts(every_value(inputs("utf-8", Limits(0x1FF)))))) == 0x1FF
    assert max(map(max, texts(from_each_state(inputs("bocu-1", Limits(0x1FF)))))) == 0x1FF


@pytest.mark.parametrize("id", ["utf-8", "cp437", "utf-16-be", "bocu-1"])
def test_every_byte_and_every_pair_is_alone(id: str) -> None:
    every = (bytes(string) for size in (1, 2) for string in product(range(0x100), repeat=size))
    assert all(one == other for one, other in zip(every, strings(short_strings(inputs(id)))))


def triples(groups: Iterator[Group], *heads: str) -> dict[str, list[list[bytes]]]:
    """Strings of three bytes that begin with two given ones: those that are asked together, for each head."""
    found: dict[str, list[list[bytes]]] = {head: [] for head in heads}
    for data in strings(groups):
        head = data[:2].hex()
        if len(data) > 2 and head in found:
            found[head].append([data[index : index + 3] for index in range(0, len(data), 3)])
    return found


def test_a_thorough_run_asks_every_string_of_three_bytes_if_codes_end_within_them() -> None:
    """00 80 xx is a longer form than needed, so no two of these are asked together. In 00 00 xx, the last byte is a value if
    it is below 80 (Kim, Character Encoding)."""
    first = islice(short_strings(inputs("kim")), 0x100 + 0x10000 + 0x81 * 0x100)
    heads = triples(first, "0000", "0080")
    for head, groups in heads.items():
        assert sorted(chain(*groups)) == [bytes.fromhex(head) + bytes([byte]) for byte in range(0x100)]
    assert {head: max(map(len, groups)) for head, groups in heads.items()} == {"0000": 0x80, "0080": 1}


@pytest.mark.parametrize("id", ["utf-8", "iso-8859-1", "kim-count"])
def test_longer_strings_are_left_out_otherwise(id: str) -> None:
    assert sum(1 for _ in strings(short_strings(inputs(id)))) == 0x100 + 0x10000


@pytest.mark.parametrize(("id", "form"), [("utf-8", "ED A6 AB"), ("utf-32-be", "00 00 D9 AB"), ("utf-16-le", "AB D9")])
def test_the_bytes_of_values_that_must_be_rejected_are_asked(id: str, form: str) -> None:
    assert bytes.fromhex(form) in strings(forms_of_others(inputs(id)))


def sound(way: Callable[[Any], Any], data: Any) -> Any:
    return way(data)


class Faulty:
    """A sound codec with one faulty operation, which gets the sound codec and the input."""

    def __init__(self, id: str, encode: Way = sound, decode: Way = sound):
        self.encode = partial(encode, CODECS[id].encode)
        self.decode = partial(decode, CODECS[id].decode)


def one_written_as(wrong: int, value: int = ODD) -> Way:
    return lambda encode, values: encode([wrong if each == value else each for each in values])


def one_read_as(wrong: int, value: int = ODD) -> Way:
    return lambda decode, data: [wrong if each == value else each for each in decode(data)]


def written_anyhow(value: int) -> Way:
    """As UTF-8 would, if it had the value."""
    return lambda encode, values: lax(value) if tuple(values) == (value,) else encode(values)


def read_anyhow(value: int) -> Way:
    return lambda decode, data: [value] if data == lax(value) else decode(data)


def lax(value: int) -> bytes:
    return chr(value).encode("utf-8", "surrogatepass")


def wrong_after_hangul(encode: Callable[[Any], Any], values: Sequence[int]) -> bytes:
    hangul = [False, *(0xAC00 <= value <= 0xD7A3 for value in values)]
    return encode([value ^ (value == ODD and after) for value, after in zip(values, hangul)])


def triple_read_as(triple: str, other: str) -> Way:
    odd, even = map(bytes.fromhex, (triple, other))
    return lambda decode, data: decode(data.replace(odd, even))


HIGHER = ODD + 2
FAULTS = {
    "encoder": ("layout", every_value, "utf-8", Faulty("utf-8", encode=one_written_as(HIGHER)), "encode 5A5A5"),
    "decoder": ("layout", every_value, "utf-8", Faulty("utf-8", decode=one_read_as(HIGHER)), "decode F1 9A 96 A5"),
    "both alike": (
        "layout",
        every_value,
        "utf-16-be",
        Faulty("utf-16-be", one_written_as(0xE5A5, 0xA5A5), one_read_as(0xA5A5, 0xE5A5)),
        "encode A5A5",
    ),
    "in a counted text": ("layout", every_value, "kim-text", Faulty("kim-text", encode=one_written_as(HIGHER)), "encode 5A5A5"),
    "surrogate written": (
        "unencodable-values",
        unencodable.thorough,
        "utf-8",
        Faulty("utf-8", encode=written_anyhow(0xD9AB)),
        "encode D9AB",
    ),
    "surrogate read": ("layout", forms_of_others, "utf-8", Faulty("utf-8", decode=read_anyhow(0xD9AB)), "decode ED A6 AB"),
    "may be refused": ("layout", every_value, "kim", Faulty("kim", encode=one_written_as(0xD9AA, 0xD9AB)), "encode D9AB"),
    "from Hangul": ("layout", from_each_state, "bocu-1", Faulty("bocu-1", encode=wrong_after_hangul), "encode AC00 5A5A5"),
    "unencodable": (
        "unencodable-values",
        unencodable.thorough,
        "iso-8859-5",
        Faulty("iso-8859-5", encode=one_written_as(0x3F, 0x2A3F7)),
        "encode 2A3F7",
    ),
    "triple accepted": ("layout", short_strings, "kim", Faulty("kim", decode=triple_read_as("01C5A3", "41")), "decode 01 C5 A3"),
    "triple misread": (
        "layout",
        short_strings,
        "kim",
        Faulty("kim", decode=triple_read_as("01D72B", "01D72C")),
        "decode 01 D7 2B",
    ),
}
"""The check that a fault breaks, the cases that find it, the encoding, the codec, and the smallest case."""


@pytest.mark.parametrize("name", FAULTS)
def test_the_smallest_case_is_reported(name: str) -> None:
    check, groups, id, codec, expected = FAULTS[name]
    near = with_every_state((ODD - 0xA5, ODD + 0x5A)) if name == "from Hangul" else inputs(id)
    found = smallest(check, id, codec, groups(near))
    assert found
    operation = found.case.operation
    assert f"{operation.kind} {sequence_text(operation.input)}" == expected


@pytest.mark.parametrize("name", ["unencodable", "triple misread"])
def test_nothing_but_a_thorough_run_finds_them(name: str) -> None:
    _, _, id, codec, _ = FAULTS[name]
    assert failed_vectors(id, codec) == []
    assert broken_checks(id, codec, PART) == []


@pytest.mark.parametrize("id", ["utf-16-be", "ascii"])
def test_nothing_is_found_in_a_sound_codec(id: str) -> None:
    groups = chain(short_strings(inputs(id)), forms_of_others(inputs(id)), from_each_state(inputs(id)))
    assert smallest("layout", id, CODECS[id], groups) is None


def test_texts_are_read_back() -> None:
    for (forth,), (back,) in zip(*[most_values(inputs("cp437"))] * 2):
        assert back.permitted == (Decoded(forth.operation.input),)
