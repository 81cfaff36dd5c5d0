"""Texts of the plug-in protocol (docs/protocol.md)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    NotAsked,
    Outcome,
    Rejection,
    Timeout,
    Unsupported,
)
from encoding_conformance.core.wire import bytes_text, input_text, outcome_text, values_text


@pytest.mark.parametrize(
    ("operation", "text"),
    [
        (Encode("kim", (0x1F4A9, 0x41)), "1F4A9,41"),
        (Encode("kim", ()), "-"),
        (Encode("kim-count", (1 << 100000,)), "1" + "0" * 25000),
        (Decode("kim", b"\x87\xe9\x29"), "87E929"),
        (Decode("kim", b""), "-"),
        (Decode("utf-8", b"\xf0\x9f\x92\xa9", (1, 3)), "F0/9F92/A9"),
    ],
)
def test_the_input_of_a_request(operation, text: str) -> None:
    assert input_text(operation) == text


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Encoded(b"\x87\xe9"), "ok 87E9"),
        (Encoded(b""), "ok -"),
        (Decoded((0x1F4A9, 0x41)), "ok 1F4A9,41"),
        (Decoded(()), "ok -"),
        (Rejection(3, "truncated"), "reject 3 truncated"),
        (Rejection(None, "truncated"), "reject - truncated"),
        (Rejection(0), "reject 0"),
        (Rejection(), "reject"),
        (Unsupported("too large"), "unsupported too large"),
        (Unsupported(), "unsupported"),
        (Crash("signal 11"), "crash: signal 11"),
        (Crash("KeyError: 1", "x.py:decode"), "crash: KeyError: 1 in x.py:decode"),
        (Crash("status 1", complaint="so it is"), "crash: status 1; standard error says: so it is"),
        (Timeout("5 s", "so slow"), "time-out: 5 s; standard error says: so slow"),
        (Timeout("5 s"), "time-out: 5 s"),
        (BrokenProtocol("no reply"), "broken protocol: no reply"),
        (Malformed("'-41': expected VALUES"), "malformed: '-41': expected VALUES"),
        (NotAsked("decode was given up"), "not asked: decode was given up"),
    ],
)
def test_an_outcome_in_a_line(outcome: Outcome, text: str) -> None:
    assert outcome_text(outcome) == text


@given(st.binary())
def test_bytes_can_be_read_back(data: bytes) -> None:
    assert bytes.fromhex(bytes_text(data).replace("-", "")) == data


@given(st.lists(st.integers(0, 1 << 200)))
def test_values_can_be_read_back(values: list[int]) -> None:
    text = values_text(values)

    assert [int(value, 16) for value in text.replace("-", "").split(",") if value] == values


@given(st.binary(min_size=1), st.sets(st.integers(1, 30)))
def test_pieces_are_the_input_cut(data: bytes, places: set[int]) -> None:
    cuts = tuple(sorted(place for place in places if place < len(data)))
    operation = Decode("utf-8", data, cuts)

    assert b"".join(operation.pieces) == data
    assert [len(piece) > 0 for piece in operation.pieces] == [True] * (len(cuts) + 1)
    assert input_text(operation).split("/") == [piece.hex().upper() for piece in operation.pieces]
