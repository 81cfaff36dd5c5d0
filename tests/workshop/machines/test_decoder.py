"""What is learned of codecs with planted mistakes: the transitions that differ, and the shortest inputs that show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from testbench import performing, suite

from encoding_conformance.core.limits import AS_UNICODE_RECOMMENDS, NO_LIMITS, Limits, Replacing
from encoding_conformance.models.state_machine import machine_of
from mutants.planting import Unable, altered
from reference_codecs import CODECS
from workshop.machines import decoder as decoder_machine
from workshop.machines.decoder import CannotLearn, Decoder, extended, likely
from workshop.machines.difference import Comparison

Decode = Callable[[bytes], list[int]]
MARK = b"\xef\xbb\xbf"


def compared(id: str, codec: Any, limits: Limits = NO_LIMITS) -> Comparison:
    encoding = suite().encodings[id]
    learned = Decoder(encoding, limits, performing(codec)).learned([])
    return Comparison(machine_of(encoding), learned)


def differences(id: str, codec: Any, limits: Limits = NO_LIMITS) -> list[tuple[str, str, str]]:
    """The bytes before, those that differ, and the example."""
    found = compared(id, codec, limits).differences
    return [(each.met.access.hex(" "), str(each.tried), each.example.hex(" ")) for each in found]


@pytest.mark.parametrize(
    "id",
    [
        *("ascii-parity", "iso-8859-8", "utf-8", "utf-16-le", "utf-32-be", "kim"),
        *(pytest.param(id, marks=pytest.mark.slow) for id in ("utf-8-31bit", "kim-count")),
    ],
)
def test_the_reference_is_the_machine_of_the_specification(id: str) -> None:
    comparison = compared(id, CODECS[id])
    assert comparison.differences == []
    assert not any(met.extra for met in comparison.met) and comparison.learned.unexplained is None


def mark_dropped(decode: Decode, data: bytes) -> list[int]:
    return decode(data.removeprefix(MARK))


def lenient_behind_a_mark(decode: Decode, data: bytes) -> list[int]:
    return decode(data.replace(b"\xc0\x80", b"A") if data.startswith(MARK) else data)


def one_byte_of_a_class(decode: Decode, data: bytes) -> list[int]:
    """Takes C5 for the lead byte of three."""
    return decode(data.replace(b"\xc5", b"\xe5"))


def end_dropped(decode: Decode, data: bytes) -> list[int]:
    return decode(data.removesuffix(b"\xf1"))


def end_completed(decode: Decode, data: bytes) -> list[int]:
    return decode(data + b"A" if data.endswith(b"\xff") else data)


@pytest.mark.parametrize(
    ("id", "mistake", "expected"),
    [
        ("utf-8", mark_dropped, [("ef bb", "BF", "ef bb bf")]),
        pytest.param("utf-8", lenient_behind_a_mark, [("ef bb bf", "C0", "ef bb bf c0 80")], marks=pytest.mark.slow),
        ("utf-8", one_byte_of_a_class, [("c5", "80..BF", "c5 80")]),
        ("utf-8", end_dropped, [("", "F1", "f1")]),
        ("utf-16-be", lambda decode, data: decode(data.removeprefix(b"\xfe\xff")), [("fe", "FF", "fe ff")]),
        ("ascii", lambda decode, data: decode(bytes(byte & 0x7F for byte in data)), [("", "80..FF", "80")]),
        ("cp437", lambda decode, data: decode(data.replace(b"\x9b", b"\x9c")), [("", "9B", "9b")]),
        ("kim", end_completed, [("", "FF", "ff"), ("80", "FF", "80 ff"), ("81", "FF", "81 ff")]),
    ],
)
def test_what_a_codec_does_wrong(id: str, mistake: Any, expected: Sequence[tuple[str, str, str]]) -> None:
    assert differences(id, altered(id, decode=mistake)) == expected


def test_a_state_behind_a_byte_order_mark_is_an_extra_one() -> None:
    """To the specification, the initial state and that behind U+FEFF are the same."""
    (found,) = compared("utf-8", altered("utf-8", decode=lenient_behind_a_mark)).differences
    assert (found.met.access, found.met.state, found.met.extra) == (MARK, 0, True)


def test_what_refuses_the_empty_input_differs_in_it() -> None:
    def refusing(decode: Decode, data: bytes) -> list[int]:
        if not data:
            raise ValueError("nothing")
        return decode(data)

    assert differences("utf-8", altered("utf-8", decode=refusing)) == [("", "-", "")]


def replacing(decode: Decode, data: bytes) -> list[int]:
    return [ord(character) for character in data.decode("utf-8", "replace")]


def test_a_declared_replacement_is_a_rejection() -> None:
    codec = altered("utf-8", decode=replacing)
    assert differences("utf-8", codec, Limits(replacing=Replacing(decode=AS_UNICODE_RECOMMENDS))) == []
    assert differences("utf-8", codec)[0] == ("", "80..C1 F5..FF", "80")


@pytest.mark.slow
def test_what_is_beyond_a_declared_limit_is_no_difference() -> None:
    def narrow(decode: Decode, data: bytes) -> list[int]:
        values = decode(data)
        if any(value > 0xFFFF for value in values):
            raise Unable("too large")
        return values

    codec = altered("utf-8-31bit", decode=narrow)
    assert differences("utf-8-31bit", codec, Limits(0xFFFF, b"\xef\xbf\xbf", ordered=True)) == []
    assert ("", "F1..F7", "f1 80 80 80") in differences("utf-8-31bit", codec)


def test_a_crash_is_a_difference() -> None:
    def crashing(decode: Decode, data: bytes) -> list[int]:
        """Reads beyond the end if a last code of three bytes lacks one."""
        if data[-2:-1] in (b"\xe1", b"\xe2") and 0x80 <= data[-1] <= 0xBF and decode(data[:-2]) is not None:
            raise RuntimeError("read beyond the end")
        return decode(data)

    assert differences("utf-8", altered("utf-8", decode=crashing)) == [("e1", "80..BF", "e1 80")]


def test_what_takes_code_units_cannot_be_given_a_part_of_one() -> None:
    def of_units(decode: Decode, data: bytes) -> list[int]:
        if len(data) % 2:
            raise Unable("half a code unit")
        return decode(data)

    assert differences("utf-16-be", altered("utf-16-be", decode=of_units)) == []


def test_what_has_no_result_for_a_part_of_a_code_is_compared_behind_that() -> None:
    def crashing(decode: Decode, data: bytes) -> list[int]:
        if data == b"\xed":
            raise RuntimeError("read beyond the end")
        return CODECS["utf-8"].decode(data.replace(b"\xed\xa0", b"\xed\x80"))

    found = differences("utf-8", altered("utf-8", decode=crashing))
    assert found == [("", "ED", "ed"), ("ed", "A0", "ed a0 80"), ("00 ed", "A0", "00 ed a0 80")]


def test_what_answers_otherwise_the_second_time_is_not_learned() -> None:
    calls = 0

    def unsteady(decode: Decode, data: bytes) -> list[int]:
        nonlocal calls
        calls += data == b"\xc2\x80"
        return decode(data if calls < 2 else data.replace(b"\xc2\x80", b"\xc2"))

    with pytest.raises(CannotLearn, match="its answer was complete at first, and incomplete or ill-formed when"):
        differences("utf-8", altered("utf-8", decode=unsteady))


def test_a_decoder_that_counts_is_no_small_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoder_machine, "STATES", 6)

    def counting(decode: Decode, data: bytes) -> list[int]:
        if data.count(b"\x80") % 11 == 10:
            raise ValueError("too many")
        return decode(data)

    encoding = suite().encodings["cp437"]
    words = [b"\x80" * length for length in range(30)]
    learned = Decoder(encoding, NO_LIMITS, performing(altered("cp437", decode=counting))).learned(words)
    assert learned.unexplained is not None


def test_the_ways_of_larger_encodings_are_tried_as_well() -> None:
    """A decoder of the original UTF-8 has states of its own behind FC and FD, which no test of UTF-8 shows."""
    encodings = suite().encodings
    extensions = extended(encodings["utf-8"], encodings.values())
    assert [each.id for each in extensions] == ["utf-8-31bit", "wtf-8", "utf-inf-8"]
    decoder = Decoder(encodings["utf-8"], NO_LIMITS, performing(CODECS["utf-8-31bit"]))
    learned = decoder.learned(likely([], extensions[:1]))
    found = [str(each.tried) for each in Comparison(machine_of(encodings["utf-8"]), learned).differences]
    assert found == ["F5..F7", "F8", "F9..FB", "FC", "FD", "A0..BF", "90..BF"]
