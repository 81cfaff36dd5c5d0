"""What is learned of codecs with planted mistakes: the transitions that differ, and the shortest inputs that show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from testbench import performing, suite

from encoding_conformance.core.encoding import Encoding, SameAs
from encoding_conformance.core.limits import NO_LIMITS, Limits, Per, Replacing, Substitute
from encoding_conformance.core.outcome import NotRun
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models.layout import Layout
from encoding_conformance.models.pattern import Row
from encoding_conformance.models.state_machine import machine_of
from mutants.planting import Unable, altered
from reference_codecs import CODECS
from workshop.machines import decoder as decoder_machine
from workshop.machines.decoder import CannotLearn, Decoder, extended, likely
from workshop.machines.difference import Comparison

Decode = Callable[[bytes], list[int]]

ROWS = ((0, 0x7F, ("0xxxxxxx",)), (0x80, 0x7FF, ("110xxxxx", "10xxxxxx")), (0x800, 0x7FFF, ("11100xxx", "10xxxxxx", "10xxxxxx")))


def toy(id: str, rows: int, *same: SameAs) -> Encoding:
    """The first rows of UTF-8."""
    found = [Row(RangeSet.of([(first, last)]), bits) for first, last, bits in ROWS[:rows]]
    values = RangeSet.of([(0, found[-1].values.last)])
    return Encoding(id, id, "Toy, 1", "counts", values, Layout(tuple(found)), same_bytes_as=same)


TOY = toy("toy", 2)
WIDER = toy("wider", 3, SameAs(TOY, TOY.values, "Toy, 1"))


def toy_codec(mistake: Callable[[Decode, bytes], list[int]] = lambda decode, data: decode(data), last: int = 0xDF) -> Any:
    """A codec of TOY, in which a mistake stands between an input and the right decoder."""

    def decode(data: bytes) -> list[int]:
        if any(byte > last for byte in data):
            raise ValueError("no lead byte")
        return [ord(each) for each in data.decode("utf-8")]

    return altered("ascii", decode=lambda _, data: mistake(decode, data))


def compared(encoding: Encoding, codec: Any, limits: Limits = NO_LIMITS) -> Comparison:
    learned = Decoder(encoding, limits, performing(codec)).learned([])
    return Comparison(machine_of(encoding), learned)


def differences(encoding: Encoding, codec: Any, limits: Limits = NO_LIMITS) -> list[tuple[str, str, str]]:
    """The bytes before, those that differ, and the example."""
    found = compared(encoding, codec, limits).differences
    return [(each.met.access.hex(" "), str(each.tried), each.example.hex(" ")) for each in found]


@pytest.mark.parametrize("id", ["kim", "utf-16-le", "toy"])
def test_a_sound_decoder_is_the_machine_of_the_specification(id: str) -> None:
    encoding, codec = (TOY, toy_codec()) if id == "toy" else (suite().encodings[id], CODECS[id])
    comparison = compared(encoding, codec)
    assert comparison.differences == [] and comparison.is_same
    assert not any(met.extra for met in comparison.met)


def refuses_nothing(decode: Decode, data: bytes) -> list[int]:
    if not data:
        raise ValueError("nothing")
    return decode(data)


def crashes(decode: Decode, data: bytes) -> list[int]:
    """Also takes C0 for a trail byte, which shows only if the bytes that follow a crash are compared."""
    if data == b"\xc5":
        raise RuntimeError("read beyond the end")
    return decode(data.replace(b"\xc5\xc0", b"\xc5\x80"))


@pytest.mark.parametrize(
    ("mistake", "expected"),
    [
        (lambda decode, data: decode(data.removeprefix(b"\xc2\x80")), [("c2", "80", "c2 80")]),
        (lambda decode, data: decode(data.removesuffix(b"\xf1")), [("", "F1", "f1")]),
        (lambda decode, data: decode(data.replace(b"\xc1", b"\xc4")), [("", "C1", "c1 80")]),
        (lambda decode, data: decode(data.replace(b"\xc5", b"\xff")), [("", "C5", "c5 80")]),
        (refuses_nothing, [("", "-", "")]),
        (crashes, [("", "C5", "c5"), ("c5", "C0", "c5 c0"), ("00 c5", "C0", "00 c5 c0")]),
    ],
)
def test_a_mistake_is_found_with_the_shortest_input(mistake: Any, expected: Sequence[tuple[str, str, str]]) -> None:
    assert differences(TOY, toy_codec(mistake)) == expected


def test_a_mistake_after_one_code_is_found_in_an_extra_state() -> None:
    def lenient(decode: Decode, data: bytes) -> list[int]:
        return decode(data.replace(b"\xc0\x80", b"A") if data.startswith(b"\xc2\x80") else data)

    (found,) = compared(TOY, toy_codec(lenient)).differences
    assert (found.met.access, found.met.state, found.met.extra) == (b"\xc2\x80", 0, True)
    assert found.example == b"\xc2\x80\xc0\x80"


def test_a_mistake_where_the_specification_is_silent_is_found() -> None:
    def completed(decode: Decode, data: bytes) -> list[int]:
        return decode(data + b"A" if data.endswith(b"\xff") else data)

    found = differences(suite().encodings["kim"], altered("kim", decode=completed))
    assert found == [("", "FF", "ff"), ("80", "FF", "80 ff"), ("81", "FF", "81 ff")]


def test_a_declared_replacement_is_a_rejection() -> None:
    def replacing(_: Decode, data: bytes) -> list[int]:
        return [ord(each) for each in bytes(byte if byte < 0xE0 else 0xFF for byte in data).decode("utf-8", "replace")]

    declared = Limits(replacing=Replacing(decode=Substitute(0xFFFD, Per.MAXIMAL_SUBPART)))
    assert differences(TOY, toy_codec(replacing), declared) == []
    assert differences(TOY, toy_codec(replacing))[0] == ("", "80..C1 E0..FF", "80")


def test_a_value_beyond_a_declared_limit_is_no_difference() -> None:
    def narrow(decode: Decode, data: bytes) -> list[int]:
        values = decode(data)
        if any(value > 0xFF for value in values):
            raise Unable("too large")
        return values

    assert differences(TOY, toy_codec(narrow), Limits(0xFF, b"\xc3\xbf", ordered=True)) == []
    assert ("", "C4..DF", "c4 80") in differences(TOY, toy_codec(narrow))


def test_a_library_that_takes_code_units_is_not_given_a_part_of_one() -> None:
    def of_units(decode: Decode, data: bytes) -> list[int]:
        if len(data) % 2:
            raise Unable("half a code unit")
        return decode(data)

    assert differences(suite().encodings["utf-16-be"], altered("utf-16-be", decode=of_units)) == []


def test_a_decoder_whose_answers_change_is_not_learned() -> None:
    calls = 0

    def unsteady(decode: Decode, data: bytes) -> list[int]:
        nonlocal calls
        calls += data == b"\xc2\x80"
        return decode(data if calls < 2 else data.replace(b"\xc2\x80", b"\xc2"))

    with pytest.raises(CannotLearn, match="its answer was complete at first, and incomplete or ill-formed when"):
        differences(TOY, toy_codec(unsteady))


def test_a_decoder_that_was_given_up_is_not_learned() -> None:
    with pytest.raises(CannotLearn, match="not asked: it was given up") as raised:
        Decoder(TOY, NO_LIMITS, lambda operations, **_: iter([NotRun("it was given up") for _ in operations])).learned([])
    assert not raised.value.adapter


def test_a_decoder_that_counts_is_no_small_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoder_machine, "STATES", 6)

    def counting(decode: Decode, data: bytes) -> list[int]:
        if data.count(b"\x7f") % 11 == 10:
            raise ValueError("too many")
        return decode(data)

    learned = Decoder(TOY, NO_LIMITS, performing(toy_codec(counting))).learned([b"\x7f" * length for length in range(30)])
    assert learned.unexplained is not None


def test_inputs_of_larger_encodings_are_tried() -> None:
    """A decoder that also reads the codes of three bytes has a state of its own after E0."""
    assert extended(TOY, [TOY, WIDER, suite().encodings["kim"]]) == [WIDER]
    found = []
    for extensions in [], [WIDER]:
        learned = Decoder(TOY, NO_LIMITS, performing(toy_codec(last=0xE7))).learned(likely([], extensions))
        found.append([str(each.tried) for each in Comparison(machine_of(TOY), learned).differences])
    assert found == [[], ["E0..E7"]]
