"""The generated cases include the classes in which implementations fail."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product

import pytest
from testbench import inputs, suite

from encoding_conformance.checks import ill_formed, state, texts, unencodable
from encoding_conformance.checks.check import Groups
from encoding_conformance.checks.inputs import Inputs
from encoding_conformance.checks.long_texts import long_texts, longer_texts
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.models import boundaries

A = 0x41


@pytest.mark.parametrize(
    ("id", "data"),
    [
        ("utf-8", "41 C1 BF"),  # overlong, after another value
        ("utf-8", "E0 9F BF 41"),
        ("utf-8", "41 F0 8F BF BF 41"),
        ("utf-8-31bit", "41 F8 87 BF BF BF"),
        ("utf-8", "ED A7 A3"),  # a surrogate in mid-range
        ("utf-8", "ED A0 BD ED B2 A9"),  # a pair of them
        ("utf-8", "F4 90 80 80 41"),
        ("utf-8", "C0 41 90"),  # what would end another value after it
        ("utf-8", "41 41 41 41 41 41 41 41 C0 80"),  # after a word of single bytes
        ("utf-16-be", "D8 00 FC 00"),  # one bit off a low surrogate
        ("utf-16-be", "DC A9 D8 3D"),  # a pair turned round
        ("utf-16-le", "41 00 00 DE"),
        ("utf-32-be", "00 00 00 41 00 1F FF FF"),
        ("utf-32-be", "FF FE 00 00 41 00 00 00"),  # swapped, after a mark
        ("kim", "80 80 80 00"),
        ("utf-inf-8", "41 FF 80 80 80 80 80 80 80 80 80 80 80 80"),
        ("utf-inf-8", "FF A3 80 91" + " 84 91" * 6),  # the first digit is zero
        ("ascii", "41 A0"),
        ("ascii-parity", "41 C1"),
        ("bocu-1", "D0 20"),
    ],
)
def test_these_bytes_are_near_misses(id: str, data: str) -> None:
    assert any(found.startswith(bytes.fromhex(data)) for found in inputs(id).near_misses)


def test_an_ill_formed_input_stands_across_the_ends_of_blocks() -> None:
    near = inputs("utf-8").near_misses
    for size in (8, 16, 32, 64, 4096):
        assert any(len(data) >= size and data[: size - 1] == b"A" * (size - 1) and data[size - 1] > 0x7F for data in near)


@pytest.mark.parametrize("id", ["utf-8", "utf-16-be", "bocu-1", "kim", "utf-inf-8", "iso-8859-8", "ascii-parity"])
def test_near_misses_are_thousands_and_each_is_there_once(id: str) -> None:
    near = inputs(id).near_misses
    assert 250 < len(near) < 50_000
    assert len(set(near)) == len(near)


@pytest.mark.parametrize("before", ["00", "EF BB BF"])
@pytest.mark.parametrize("bad", ["C0 80", "ED A0 80", "F0 80 80 80", "F4 90 80 80"])
def test_ill_formed_bytes_follow_nul_and_a_mark(before: str, bad: str) -> None:
    assert bytes.fromhex(before + bad) in inputs("utf-8").near_misses


def followed(id: str) -> set[tuple[int, int]]:
    """The pairs of values that follow one another in texts."""
    return {pair for values in texts.in_blocks_of_unicode(inputs(id)) for pair in pairwise(values)}


def test_characters_follow_those_with_which_programs_join_them() -> None:
    joined = {(0x49, 0x307), (0x65, 0x301), (0xE4D, 0xE32), (0x1100, 0x1161), (0x0D, 0x0A), (0x1B, 0x2D), (0x0E, A)}
    assert joined <= followed("utf-8")


@pytest.mark.parametrize(("id", "number"), [("iso-8859-5", 128), ("iso-8859-8", 92), ("cp437", 128)])
def test_each_character_outside_ascii_follows_each(id: str, number: int) -> None:
    own = {value for value in suite().encodings[id].values if value > 0x7F}
    assert len(own) == number
    assert set(product(own, repeat=2)) <= followed(id)


@pytest.mark.parametrize("id", ["utf-8", "bocu-1", "kim"])
def test_each_value_at_a_boundary_follows_each(id: str) -> None:
    edges = [value for value in boundaries(suite().encodings[id]) if value < 0x110000]
    assert set(product(edges, repeat=2)) <= followed(id)


def test_texts_have_values_of_every_block_of_unicode() -> None:
    met = {value for values in texts.in_blocks_of_unicode(inputs("utf-8")) for value in values}
    surrogates = range(0xD800 // 0x80, 0xE000 // 0x80)
    assert {value // 0x80 for value in met if value < 0x110000} == set(range(0x110000 // 0x80)) - set(surrogates)
    assert {0x378, 0xFDD0, 0xF8FF, 0x10FFFD, 0x212B, 0xE0001} <= met


def test_texts_are_within_the_limits() -> None:
    limited = Inputs(suite().encodings["utf-inf-8"], Limits(0xFFFF), [], [])
    found = [*texts.in_blocks_of_unicode(limited), *texts.of_many_sizes(limited)]
    assert max(max(values, default=0) for values in found) == 0xFFFF


@pytest.mark.parametrize("id", ["utf-8", "kim", "utf-16-le", "iso-8859-1"])
def test_sizes_are_those_of_buffers_and_one_more_and_less(id: str) -> None:
    lengths = {len(values) for values in texts.of_many_sizes(inputs(id))}
    assert {15, 16, 17, 255, 256, 257, 4095, 4096, 4097, 8192, 65536} <= lengths


def encoded(groups: Callable[[Inputs], Groups], id: str) -> list[tuple[int, ...]]:
    return [case.operation.input for group in groups(inputs(id)) for case in group if isinstance(case.operation, Encode)]


@pytest.mark.parametrize(
    ("id", "value"),
    [
        ("ascii", 0x2018),
        ("ascii", 0xD800),
        ("iso-8859-1", 0x152),
        ("iso-8859-8", 0x203E),
        ("iso-8859-2", 0x10041),
        ("utf-8", 0xDABC),
        ("utf-8", (1 << 128) + A),
        ("utf-16-be", (1 << 8000) + A),
        ("utf-32-le", 0x110000),
        ("kim", 0x200041),
        ("cp437", 0x263A),
    ],
)
def test_these_values_are_refused_alone(id: str, value: int) -> None:
    assert (value,) in encoded(unencodable.generated, id)


def test_each_kind_of_unencodable_value_stands_at_each_index_of_a_block() -> None:
    found = set(encoded(unencodable.generated, "utf-8"))
    assert {(*(A,) * index, value) for index, value in product(range(64), (0xD800, 0xDFFF, 0x110000))} <= found


@pytest.mark.parametrize(("generator", "least"), [(long_texts, 1 << 16), (longer_texts, 1 << 20)])
@pytest.mark.parametrize("id", ["utf-8", "bocu-1", "iso-8859-1"])
def test_a_long_text_has_a_little_more_than_64_kib_or_a_mebibyte_once_or_twice(
    id: str, generator: Callable[[Inputs], Groups], least: int
) -> None:
    ((encode,), (decode,), *_) = generator(inputs(id))
    size = least if id == "iso-8859-1" else 2 * least
    assert size < len(decode.operation.input) < size + 8
    assert encode.permitted[0].value == decode.operation.input


@pytest.mark.parametrize("value", [0xE9, 0x4E00, 0x10000])
def test_a_long_text_has_one_range_of_values_alone(value: int) -> None:
    found = [text for text in encoded(long_texts, "utf-8") if set(text) == {value}]
    assert [len(text) * len(chr(value).encode()) >= 1 << 16 for text in found] == [True]


def test_each_sequence_of_six_code_lengths_begins_a_text() -> None:
    found = texts.of_six_lengths(inputs("utf-8"))
    lengths = [tuple(len(chr(value).encode()) for value in text[:6]) for text in found[:-1]]
    assert sorted(lengths) == sorted(product(range(1, 5), repeat=6))
    assert all(len(set(text[:6])) == 6 for text in found[:-1])


def decoded(generator: Callable[[Inputs], Groups], id: str) -> list[bytes]:
    return [case.operation.input for group in generator(inputs(id)) for case in group if isinstance(case.operation, Decode)]


@pytest.mark.parametrize(("size", "count", "fault"), [(2, 7, "C0"), (3, 3, "ED A0"), (4, 33, "80"), (3, 1, "E0 80")])
def test_a_fault_follows_a_run_of_characters_of_one_length(size: int, count: int, fault: str) -> None:
    found = [data for data in decoded(ill_formed.in_runs, "utf-8") if data[size * count :].startswith(bytes.fromhex(fault))]
    assert any(data[: size * count] == data[:size] * count and len(data[:size].decode()) == 1 for data in found)


@pytest.mark.parametrize("data", ["F1 F1", "C0 C0", "80 80 80"])
def test_several_faults_are_in_a_row(data: str) -> None:
    assert any(found.startswith(bytes.fromhex(data)) for found in decoded(ill_formed.in_a_row, "utf-8"))


@pytest.mark.parametrize("letters", [b"A" * 50, b"A" * 256, b"A" * 5000])
def test_a_mark_and_faults_stand_at_thresholds(letters: bytes) -> None:
    found = set(decoded(ill_formed.at_thresholds, "utf-8"))
    assert {b"\xef\xbb\xbf" + letters, letters + b"\xef\xbb\xbf"} <= found
    assert sum(data.startswith(letters) and len(data) < len(letters) + 5 for data in found) > 3


def test_the_rest_of_a_value_follows_its_truncated_beginning() -> None:
    asked = [[case.operation.input for case in group] for group in state.interrupted(inputs("utf-8"))]
    assert [b"\xbf\xbf", b"\xf4\x8f", b"\xbf\xbf"] in asked


@pytest.mark.parametrize("id", ["kim-count", "utf-inf-8"])
def test_a_value_has_more_bytes_than_16_bits_count(id: str) -> None:
    *_, (encode,), (decode,) = long_texts(inputs(id))
    assert len(encode.operation.input) == 1
    assert len(decode.operation.input) > 1 << 16


@pytest.mark.parametrize("id", ["utf-8", "utf-16-le", "kim", "utf-inf-8"])
def test_an_operation_is_repeated_on_a_latin_1_letter(id: str) -> None:
    first = next(iter(state.worn(inputs(id))))
    assert first[0].operation == Encode(id, (A, 0xE9))
    assert len(first) > 20_000
