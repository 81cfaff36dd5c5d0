"""A codec that is wrong only in a long text, or only after thousands of calls, does not pass."""

from __future__ import annotations

from typing import Any

import pytest
from encoding_conformance.checks.drive import first_violation
from encoding_conformance.checks.inputs.placed import bytes_of_row, long_texts
from encoding_conformance.checks.sweep import placed_sweep
from project import suite
from testbench import broken_laws, inputs_of, performing

from encoding_conformance.checks import round_trips, state
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.models import bytes_of, goes_alone
from mutants.context import MUTANTS
from workshop.mutation.trial import PART

MIB = 1 << 20
SOME = 100
"""The number of pieces of a long text that are written in a row where pieces do not depend on each other."""

WRONG = {
    "text-of-a-million-made-latin-1": (round_trips.written_as_in_the_table, "values"),
    "text-of-a-million-not-decoded": (round_trips.written_as_in_the_table, "values"),
    "latin-1-after-7000-equal-calls": (state.no_wear, "worn"),
}
"""The law that does not hold, and the kind of its inputs."""


@pytest.mark.parametrize("name", WRONG)
def test_a_law_does_not_hold(name: str) -> None:
    (law, kind), encoding = WRONG[name], suite().encodings["utf-8"]
    parts = placed_sweep(kind, encoding, NO_LIMITS)
    inputs = [group.input for part in parts for group in part.groups(range(part.segments))] or inputs_of("utf-8", kind)
    codec = MUTANTS["utf-8"][name].codec
    assert broken_laws("utf-8", codec, PART) == []
    assert first_violation(law, encoding, NO_LIMITS, inputs, performing(codec))


@pytest.mark.parametrize("id", list(suite().encodings))
def test_a_long_text_ends_a_little_beyond_one_or_two_mebibytes(id: str) -> None:
    encoding = suite().encodings[id]
    texts = [(bytes_of_row(encoding, pieces), pieces) for pieces in long_texts(encoding, NO_LIMITS)]
    size = MIB if [row.most for row in encoding.lengths] == [1] else 2 * MIB
    assert size < len(texts[0][0]) < size + 8
    for data, pieces in texts:
        some = pieces[:SOME] if goes_alone(encoding) else pieces
        written = bytes_of(encoding, tuple(value for piece in some for value in piece))
        assert data == written if some is pieces else data.startswith(written)


@pytest.mark.parametrize("id", [id for id, encoding in suite().encodings.items() if 0xFEFF in encoding.values])
def test_in_a_long_text_a_mark_begins_each_buffer_of_64_kib(id: str) -> None:
    encoding = suite().encodings[id]
    data = bytes_of_row(encoding, long_texts(encoding, NO_LIMITS)[0])
    marks = [data.startswith(bytes_of(encoding, (0xFEFF,)), start) for start in range(0, MIB + 1, MIB // 16)]
    assert marks == [False, *[goes_alone(encoding)] * 16]


@pytest.mark.parametrize("id", ["utf-8", "kim", "utf-16-be", "bocu-1"])
def test_a_long_text_has_only_the_longest_codes(id: str) -> None:
    encoding = suite().encodings[id]
    (value,) = {value for piece in long_texts(encoding, NO_LIMITS)[1] for value in piece}
    assert len(bytes_of(encoding, (value,))) == max(row.most for row in encoding.lengths)


@pytest.mark.parametrize("id", ["kim-count", "utf-inf-8"])
def test_a_code_has_more_bytes_than_16_bits_count(id: str) -> None:
    encoding = suite().encodings[id]
    (piece,) = long_texts(encoding, NO_LIMITS)[-1]
    assert len(piece) == 1
    assert len(bytes_of(encoding, piece)) > 1 << 16
    assert len(long_texts(encoding, Limits(0x10FFFF))) == 2


@pytest.mark.parametrize("id", ["utf-8", "utf-16-le", "kim", "utf-inf-8"])
def test_texts_that_wear_have_a_latin_1_letter_or_codes_of_all_lengths(id: str) -> None:
    texts: list[Any] = inputs_of(id, "worn")
    assert texts[0] == (0x41, 0xE9)
    assert 0 not in texts[1]
    sizes = {len(bytes_of(suite().encodings[id], (value,))) for value in texts[1]}
    assert sizes == set(range(min(sizes), max(sizes) + 1, suite().encodings[id].code_unit))
