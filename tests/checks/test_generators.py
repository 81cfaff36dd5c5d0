"""The generated cases include the classes in which implementations fail."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product

import pytest
from testbench import suite

from encoding_conformance.checks import ill_formed, state, texts, unencodable
from encoding_conformance.checks.check import Groups
from encoding_conformance.checks.inputs import Inputs, of_vectors
from encoding_conformance.checks.long_texts import long_texts, longer_texts
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.models import boundaries

A = 0x41

NEAR_MISSES = {
    "utf-8": [
        "41 C1 BF",  # overlong, after another value
        "E0 9F BF 41",
        "41 F0 8F BF BF 41",
        "ED A7 A3",  # a surrogate in mid-range
        "ED A0 BD ED B2 A9",  # a pair of them
        "F4 90 80 80 41",
        "C0 41 90",  # what would end another value after it
        "41 41 41 41 41 41 41 41 C0 80",  # after a word of single bytes
        *(before + bad for before in ("00", "EF BB BF") for bad in ("C0 80", "ED A0 80", "F0 80 80 80", "F4 90 80 80")),
    ],
    "utf-16-be": ["D8 00 FC 00", "DC A9 D8 3D"],  # one bit off a low surrogate; a pair turned round
    "utf-16-le": ["41 00 00 DE"],
    "utf-32-be": ["00 00 00 41 00 1F FF FF", "FF FE 00 00 41 00 00 00"],  # the second is swapped, after a mark
    "kim": ["80 80 80 00"],
    "utf-inf-8": [
        "41 FF 80 80 80 80 80 80 80 80 80 80 80 80",
        "FF A3 80 91" + " 84 91" * 6,  # the first digit is zero
    ],
    "ascii": ["41 A0"],
    "ascii-parity": ["41 C1"],
    "bocu-1": ["D0 20"],
}


def bare(id: str, limits: Limits = NO_LIMITS) -> Inputs:
    """Inputs for generators that use the tables alone."""
    return Inputs(suite().encodings[id], limits, [], [])


def with_vectors(id: str) -> Inputs:
    """Inputs with the texts and byte strings of vectors, without those that Hypothesis draws."""
    return Inputs(suite().encodings[id], NO_LIMITS, *of_vectors(suite().vectors_of(id)))


@pytest.mark.parametrize("id", NEAR_MISSES)
def test_these_bytes_are_near_misses(id: str) -> None:
    near = with_vectors(id).near_misses
    for data in map(bytes.fromhex, NEAR_MISSES[id]):
        assert any(found.startswith(data) for found in near), data.hex(" ")
    assert 100 < len(near) < 50_000
    assert len(set(near)) == len(near)


def test_an_ill_formed_input_crosses_the_ends_of_blocks() -> None:
    near = with_vectors("utf-8").near_misses
    for size in (8, 16, 32, 64, 4096):
        assert any(len(data) >= size and data[: size - 1] == b"A" * (size - 1) and data[size - 1] > 0x7F for data in near)


def followed(id: str) -> set[tuple[int, int]]:
    """The pairs of values that follow one another in texts."""
    return {pair for values in texts.in_blocks_of_unicode(bare(id)) for pair in pairwise(values)}


def test_characters_follow_those_with_which_programs_join_them() -> None:
    joined = {(0x49, 0x307), (0x65, 0x301), (0xE4D, 0xE32), (0x1100, 0x1161), (0x0D, 0x0A), (0x1B, 0x2D), (0x0E, A)}
    edges = [value for value in boundaries(suite().encodings["utf-8"]) if value < 0x110000]
    assert joined | set(product(edges, repeat=2)) <= followed("utf-8")


@pytest.mark.parametrize("id", ["iso-8859-8", "cp437"])
def test_each_character_outside_ascii_follows_each(id: str) -> None:
    own = [value for value in suite().encodings[id].values if value > 0x7F]
    assert set(product(own, repeat=2)) <= followed(id)


def test_texts_have_values_of_every_block_of_unicode() -> None:
    met = {value for values in texts.in_blocks_of_unicode(bare("utf-8")) for value in values}
    surrogates = range(0xD800 // 0x80, 0xE000 // 0x80)
    assert {value // 0x80 for value in met if value < 0x110000} == set(range(0x110000 // 0x80)) - set(surrogates)
    assert {0x378, 0xFDD0, 0xF8FF, 0x10FFFD, 0x212B, 0xE0001} <= met


def test_texts_are_within_the_limits() -> None:
    limited = bare("utf-inf-8", Limits(0xFFFF))
    found = [*texts.in_blocks_of_unicode(limited), *texts.of_many_sizes(limited)]
    assert max(max(values, default=0) for values in found) == 0xFFFF


def test_sizes_are_those_of_buffers_and_one_more_and_less() -> None:
    lengths = {len(values) for values in texts.of_many_sizes(bare("utf-16-le"))}
    assert {15, 16, 17, 255, 256, 257, 4095, 4096, 4097, 8192, 65536} <= lengths


def encoded(groups: Callable[[Inputs], Groups], id: str) -> list[tuple[int, ...]]:
    return [case.operation.input for group in groups(bare(id)) for case in group if isinstance(case.operation, Encode)]


@pytest.mark.parametrize(
    ("id", "values"),
    [
        ("ascii", [0x2018, 0xD800]),
        ("iso-8859-8", [0x203E, 0x152, 0x10041]),
        ("utf-8", [0xDABC, (1 << 128) + A, (1 << 8000) + A]),
        ("utf-32-le", [0x110000]),
        ("cp437", [0x263A]),
    ],
)
def test_these_values_are_refused_alone(id: str, values: list[int]) -> None:
    assert {(value,) for value in values} <= set(encoded(unencodable.generated, id))


def test_each_kind_of_unencodable_value_is_at_each_index_of_a_block() -> None:
    found = set(encoded(unencodable.generated, "utf-8"))
    assert {(*(A,) * index, value) for index, value in product(range(64), (0xD800, 0xDFFF, 0x110000))} <= found


@pytest.mark.parametrize(
    ("id", "generator", "size"),
    [("utf-8", long_texts, 2 << 16), ("iso-8859-1", long_texts, 1 << 16), ("iso-8859-1", longer_texts, 1 << 20)],
)
def test_a_long_text_has_a_little_more_than_64_kib_or_a_mebibyte(id: str, generator, size: int) -> None:
    (encode,), (decode,) = (next(groups) for groups in [generator(bare(id))] for _ in range(2))
    assert size < len(decode.operation.input) < size + 8
    assert encode.permitted[0].value == decode.operation.input


def test_long_texts_have_one_range_of_values_alone() -> None:
    found = encoded(long_texts, "utf-8")
    for value in (0xE9, 0x4E00, 0x10000):
        assert [len(text) * len(chr(value).encode()) >= 1 << 16 for text in found if set(text) == {value}] == [True]


def test_each_sequence_of_six_code_lengths_begins_a_text() -> None:
    found = texts.of_six_lengths(bare("utf-8"))
    lengths = [tuple(len(chr(value).encode()) for value in text[:6]) for text in found[:-1]]
    assert sorted(lengths) == sorted(product(range(1, 5), repeat=6))
    assert all(len(set(text[:6])) == 6 for text in found[:-1])


def decoded(generator: Callable[[Inputs], Groups]) -> list[bytes]:
    return [case.operation.input for group in generator(bare("utf-8")) for case in group if isinstance(case.operation, Decode)]


def test_a_fault_follows_a_run_of_characters_of_one_length() -> None:
    found = decoded(ill_formed.in_runs)
    for size, count, fault in [(2, 7, b"\xc0"), (3, 3, b"\xed\xa0"), (4, 33, b"\x80"), (3, 1, b"\xe0\x80")]:
        runs = {data[: size * count] for data in found if data.startswith(fault, size * count)}
        assert any(run == run[:size] * count and len(run[:size].decode(errors="replace")) == 1 for run in runs)


def test_several_faults_are_in_a_row() -> None:
    found = decoded(ill_formed.in_a_row)
    for data in (b"\xf1\xf1", b"\xc0\xc0", b"\x80\x80\x80"):
        assert any(each.startswith(data) for each in found)


def test_a_mark_and_faults_are_at_thresholds() -> None:
    found = set(decoded(ill_formed.at_thresholds))
    for letters in (b"A" * 50, b"A" * 256, b"A" * 5000):
        assert {b"\xef\xbb\xbf" + letters, letters + b"\xef\xbb\xbf"} <= found
        assert sum(data.startswith(letters) and len(data) < len(letters) + 5 for data in found) > 3


def test_the_rest_of_a_value_follows_its_truncated_beginning() -> None:
    tried = [[case.operation.input for case in group] for group in state.interrupted(bare("utf-8"))]
    assert [b"\xbf\xbf", b"\xf4\x8f", b"\xbf\xbf"] in tried


def test_a_value_has_more_bytes_than_16_bits_count() -> None:
    *_, (encode,), (decode,) = long_texts(bare("utf-inf-8"))
    assert len(encode.operation.input) == 1
    assert len(decode.operation.input) > 1 << 16


def test_an_operation_is_repeated_on_a_latin_1_letter() -> None:
    first = next(iter(state.worn(bare("utf-8"))))
    assert first[0].operation == Encode("utf-8", (A, 0xE9))
    assert len(first) > 20_000
