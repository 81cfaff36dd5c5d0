"""An exhaustive run misses nothing that has an end, and so finds what is wrong with one case alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, product
from typing import Any

import pytest
from encoding_conformance.checks.sweep import SEGMENT, CaseGroup, SweepPart, anchors_of, placed_sweep, sweep
from encoding_conformance.runner.laws import LawRunner, Sweep
from testbench import broken_laws, failed_vectors, playing, suite

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.core.judge import matches
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.notation import sequence_text
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.models import model_of
from reference_codecs import CODECS
from workshop.mutation.trial import PART

CODE_POINTS = range(0x110000)
SURROGATES = range(0xD800, 0xE000)
ODD = 0x5A5A5
"""A code point that stands at no edge of any table."""

Way = Callable[[Callable, Any], Any]


def sound(way: Callable, data: Any) -> Any:
    return way(data)


def cases(kind: str, id: str, limits: Limits = NO_LIMITS) -> Iterator[Any]:
    """Yields every case of a sweep, in order, without those that test places in a block."""
    return chain.from_iterable(group.cases for part in plain_parts(kind, id, limits) for group in all_groups(part))


def plain_parts(kind: str, id: str, limits: Limits = NO_LIMITS) -> list[SweepPart]:
    found = parts(kind, id, limits)
    return found[: len(found) - len(placed_sweep(kind, suite().encodings[id], limits))]


def all_groups(part: SweepPart) -> Iterator[CaseGroup]:
    return part.groups(range(part.segments))


def parts(kind: str, id: str, limits: Limits = NO_LIMITS) -> list[SweepPart]:
    return sweep(kind, suite().encodings[id], limits)


def groups(kind: str, id: str) -> Iterator[Any]:
    return (group.cases for part in parts(kind, id) for group in all_groups(part))


def cases_of(part: SweepPart, index: int) -> Iterator[Any]:
    """The cases of a segment, in order."""
    return chain.from_iterable(group.cases for group in part.segment(index))


@pytest.mark.parametrize("id", ["utf-8", "utf-inf-8", "iso-8859-7"])
def test_every_code_point_is_met_once_as_a_value_or_as_none(id: str) -> None:
    met = bytearray(len(CODE_POINTS))  # one byte for each, because a list of them takes a hundred megabytes
    for (value,) in cases("values", id):
        met[value] += 1
    for _, value in cases("unencodable", id):
        met[value] += 1
    assert met.count(1) == len(CODE_POINTS)


def test_every_code_point_is_met_in_every_state() -> None:
    """The initial one, those of the three large scripts, the lowest middle and the highest (UTS #40, R5)."""
    found = {
        first.join(first.cases[:1])[:-1]: part for part in plain_parts("values", "bocu-1") for first in [next(part.segment(0))]
    }
    assert list(found) == [(), (0x3040,), (0x4E00,), (0xAC00,), (0x21,), (0x10FFFF,)]
    for before, part in found.items():
        assert (part.cases, part.segments * SEGMENT) == (len(CODE_POINTS), len(CODE_POINTS))
        for index in (0, 0x30, 0xD7, 0xD8, 0x10FF):
            block = range(index * SEGMENT, (index + 1) * SEGMENT)
            assert list(cases_of(part, index)) == [(*before, value) for value in block]


def test_every_difference_occurs_that_can_be_between_a_middle_and_a_code_point() -> None:
    """The lowest middle is 40 and the highest 10FFC0, of blocks of 128 (UTS #40, R5)."""
    encoding = suite().encodings["bocu-1"]
    after = model_of(encoding).after
    low, high = map(after, anchors_of(encoding)[-2:])
    assert (low, high) == (0x40, 0x10FFC0)
    upwards, downwards = range(-low, 0x10FFFF - low + 1), range(-high, 0x10FFFF - high + 1)
    assert (downwards[0], upwards[-1]) == (-0x10FFC0, 0x10FFBF)
    assert downwards[-1] >= upwards[0]


def test_what_is_joined_is_sure_and_what_is_not_sure_is_alone() -> None:
    joined = (group.cases for part in plain_parts("values", "kim") for group in all_groups(part))
    for group in joined:
        assert len(group) == 1 or not any(value in SURROGATES for case in group for value in case)
    assert all(len(group) == 1 for group in groups("unencodable", "utf-8"))


def test_each_joined_case_begins_in_the_initial_state() -> None:
    part = parts("values", "bocu-1")[3]
    first, *_ = part.segment(0)
    assert first.join(first.cases[:3]) == (0xAC00, 0, 0, 0xAC00, 1, 0, 0xAC00, 2)


def test_values_beyond_the_limits_are_left_out() -> None:
    assert [*cases("values", "utf-8", Limits(0x1FF))][-1] == (0x1FF,)
    assert next(case for case in cases("values", "bocu-1", Limits(0x1FF)) if len(case) == 2) == (0x21, 0)


@pytest.mark.parametrize("id", ["utf-8", "cp437", "utf-16-be", "bocu-1"])
def test_every_byte_and_every_pair_is_met_alone(id: str) -> None:
    met = [group.cases for part in parts("bytes", id)[:2] for group in all_groups(part)]
    assert met == [[bytes(string)] for size in (1, 2) for string in product(range(0x100), repeat=size)]


def test_triples_are_swept_where_the_longest_form_has_three_bytes() -> None:
    sizes = {id: [part.cases for part in parts("bytes", id)] for id in ("kim", "utf-8", "iso-8859-1", "kim-count")}
    assert [0x1000000 in found for found in sizes.values()] == [True, False, False, False]


@pytest.mark.parametrize("head", ["00 00", "41 80", "80 80", "83 B0", "C3 FF", "FF FF"])
def test_every_triple_is_met_once(head: str) -> None:
    head = bytes.fromhex(head)
    met = list(cases_of(parts("bytes", "kim")[2], int.from_bytes(head, "big")))
    assert sorted(met) == [head + bytes([byte]) for byte in range(0x100)]


def test_triples_are_joined_only_where_each_must_be_taken() -> None:
    """41 80 xx is a longer form than is needed, 83 B0 xx are surrogates, C4 80 xx is beyond U+10FFFF: of these no two
    are asked together. The forms of three bytes end with a byte below 80 (Kim, Character Encoding)."""
    blocks = {head: parts("bytes", "kim")[2].segment(int(head, 16)) for head in ("4180", "83B0", "C480", "8281")}
    assert {head: max(len(group.cases) for group in block) for head, block in blocks.items()} == {
        "4180": 1,
        "83B0": 1,
        "C480": 1,
        "8281": 0x80,
    }


def test_what_is_due_of_joined_triples_is_what_the_table_gives() -> None:
    encoding = suite().encodings["kim"]
    for head in ("4141", "8281", "4180", "C480", "8000"):
        for group in parts("bytes", "kim")[2].segment(int(head, 16)):
            ((operation, expected),) = group.questions
            assert operation == Decode("kim", b"".join(group.cases))
            assert matches(model_of(encoding).decode(operation.input)[0], expected)


@pytest.mark.parametrize(("id", "form"), [("utf-8", "ED A6 AB"), ("utf-32-be", "00 00 D9 AB"), ("utf-16-le", "AB D9")])
def test_the_bytes_of_what_must_be_refused_are_met(id: str, form: str) -> None:
    assert bytes.fromhex(form) in cases("bytes", id)


@pytest.mark.slow
def test_a_part_has_as_many_cases_as_it_says() -> None:
    for id, kind in (("utf-8", "values"), ("iso-8859-7", "unencodable"), ("utf-inf-8", "bytes")):
        for part in parts(kind, id):
            assert part.cases == sum(len(group.cases) for group in all_groups(part))


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


def wrong_behind_hangul(encode: Callable, values: Sequence[int]) -> bytes:
    hangul = [False, *(0xAC00 <= value <= 0xD7A3 for value in values)]
    return encode([value ^ (value == ODD and behind) for value, behind in zip(values, hangul)])


def triple_read_as(triple: str, other: str) -> Way:
    odd, even = map(bytes.fromhex, (triple, other))
    return lambda decode, data: decode(data.replace(odd, even))


HIGHER = ODD + 2
FAULTS = {
    "encoder": ("layout", "utf-8", Faulty("utf-8", encode=one_written_as(HIGHER)), "encode 5A5A5"),
    "decoder": ("layout", "utf-8", Faulty("utf-8", decode=one_read_as(HIGHER)), "decode F1 9A 96 A5"),
    "both alike": (
        "layout",
        "utf-16-be",
        Faulty("utf-16-be", one_written_as(0xE5A5, 0xA5A5), one_read_as(0xA5A5, 0xE5A5)),
        "encode A5A5",
    ),
    "in a counted text": ("layout", "kim-text", Faulty("kim-text", encode=one_written_as(HIGHER)), "encode 5A5A5"),
    "surrogate written": ("unencodable-values", "utf-8", Faulty("utf-8", encode=written_anyhow(0xD9AB)), "encode D9AB"),
    "surrogate read": ("layout", "utf-8", Faulty("utf-8", decode=read_anyhow(0xD9AB)), "decode ED A6 AB"),
    "may be refused": ("layout", "kim", Faulty("kim", encode=one_written_as(0xD9AA, 0xD9AB)), "encode D9AB"),
    "unencodable": (
        "unencodable-values",
        "iso-8859-5",
        Faulty("iso-8859-5", encode=one_written_as(0x3F, 0x2A3F7)),
        "encode 2A3F7",
    ),
    "from Hangul": ("layout", "bocu-1", Faulty("bocu-1", encode=wrong_behind_hangul), "encode AC00 5A5A5"),
    "triple accepted": ("layout", "kim", Faulty("kim", decode=triple_read_as("C5A317", "41")), "decode C5 A3 17"),
    "triple misread": ("layout", "kim", Faulty("kim", decode=triple_read_as("D72B6A", "D72B")), "decode D7 2B 6A"),
}
"""The check that a fault breaks, the encoding, the codec, and the smallest case."""

BLOCKS = {
    "both alike": 0xA5,
    "surrogate written": 0xD9,
    "may be refused": 0xD9,
    "unencodable": 0x2A3,
    "triple accepted": 0xC5A3,
    "triple misread": 0xD72B,
}
"""Where they are, if not at ODD."""


def near(part: SweepPart, index: int) -> SweepPart:
    """A few of the segments of a part, if it has many."""
    if part.segments <= 16:
        return part
    first = min(index, part.segments - 2) - 1
    return replace(part, cases=3 * SEGMENT, segments=3, segment=lambda index: part.segment(first + index))


def smallest_case(name: str, lessened: Callable[[SweepPart], SweepPart]) -> str:
    check, id, codec, _ = FAULTS[name]
    swept = Sweep(CHECKS[check], LawRunner(playing(codec), suite().encodings[id], NO_LIMITS), taped=True, exhaustive=True)
    swept.parts = [(law, lessened(part)) for kind, law in CHECKS[check].laws for part in plain_parts(kind, id)]
    found = swept.violation()
    return "" if found is None else written(found[1].operation)


def written(operation: Operation) -> str:
    return f"{operation.kind} {sequence_text(operation.input)}"


@pytest.mark.parametrize("name", FAULTS)
def test_a_sweep_tells_the_smallest_case(name: str) -> None:
    found = smallest_case(name, lambda part: near(part, BLOCKS.get(name, ODD // SEGMENT)))
    assert found == FAULTS[name][-1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["encoder", "unencodable"])
def test_a_whole_sweep_tells_the_same(name: str) -> None:
    assert smallest_case(name, lambda part: part) == FAULTS[name][-1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["both alike", "unencodable", "triple misread"])
def test_nothing_but_a_sweep_finds_them(name: str) -> None:
    _, id, codec, _ = FAULTS[name]
    assert failed_vectors(id, codec) == []
    assert list(broken_laws(id, codec, PART)) == []


def test_a_sweep_of_a_sound_codec_finds_nothing() -> None:
    runner = LawRunner(playing(CODECS["utf-16-be"]), suite().encodings["utf-16-be"], NO_LIMITS)
    swept = Sweep(CHECKS["layout"], runner, taped=True, exhaustive=True)
    swept.parts = [(law, part) for law, part in swept.parts if part.cases == 0x10000]
    assert swept.parts
    assert swept.violation() is None


def test_laws_that_meet_every_case_anyway_are_not_swept_twice() -> None:
    with_a_table = suite().encodings["utf-8"]
    assert [check.name for check in CHECKS.values() if check.swept(with_a_table)] == ["layout", "unencodable-values"]
