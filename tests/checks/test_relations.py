"""What must hold of outcomes together: each relation has faults that break it, and says how."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from project import suite

from encoding_conformance.checks import relations
from encoding_conformance.checks.check import Answered, Broken, group_of
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection, Unsupported
from encoding_conformance.models import permitted

A = 0x41


def related(relation: Any, id: str, operations: Iterable[Operation], odd: dict[Operation, Outcome]) -> Broken | None:
    """What a relation says of operations. Their outcomes are those of the tables, except for odd ones."""
    encoding = suite().encodings[id]

    def ask(operation: Operation) -> Outcome:
        return odd.get(operation) or permitted(encoding, operation)[0]

    asked = [Answered(case, ask(case.operation)) for case in group_of(encoding, list(operations))]
    return relation(encoding, asked, ask)


def test_decode_undoes_what_encode_gave_even_if_that_is_wrong() -> None:
    """An encoder and a decoder that make the same mistake keep a round trip."""
    forth, right, wrong = Encode("kim", (A,)), Decode("kim", b"A"), Decode("kim", b"B")
    asked = [forth, right]
    undo = relations.decode_undoes_encode
    assert related(undo, "kim", asked, {}) is None
    assert related(undo, "kim", asked, {forth: Encoded(b"B"), wrong: Decoded((A,))}) is None
    broken = related(undo, "kim", asked, {forth: Encoded(b"B")})
    assert broken == Broken(broken.case, Decoded((0x42,)), "decode does not undo encode")
    assert broken.case.operation == wrong
    for refusal in (Rejection(0), Unsupported()):
        broken = related(undo, "kim", [forth], {forth: refusal})
        assert broken and broken.case.operation == forth, "a text that encode refuses does not come back"


def test_encode_undoes_what_decode_gave() -> None:
    forth, back = Decode("ascii-parity", b"\x81"), Encode("ascii-parity", (1,))
    undo = relations.encode_undoes_decode
    assert related(undo, "ascii-parity", [forth, back], {}) is None
    assert related(undo, "ascii-parity", [forth], {forth: Rejection(0)}) is None
    wrong = Decode("ascii-parity", b"\x01")
    broken = related(undo, "ascii-parity", [wrong], {wrong: Decoded((1,))})
    assert broken and (broken.case.operation, broken.reason) == (wrong, "accepted a form that encode does not write")
    broken = related(undo, "ascii-parity", [forth], {forth: Decoded((0x100,))})
    assert broken and broken.reason.startswith("decoded to a value outside ")


def test_a_longer_form_that_the_specification_allows_need_not_come_back() -> None:
    longer, canonical = Decode("kim", b"\x80A"), Decode("kim", b"A")
    undo = relations.encode_undoes_decode
    assert related(undo, "kim", [longer], {}) is None
    broken = related(undo, "kim", [longer], {canonical: Decoded((0x42,))})
    assert broken and broken.reason == "the canonical form has other values"


def test_bytes_sort_as_values_do() -> None:
    a, b = Encode("utf-8", (A,)), Encode("utf-8", (0x42,))
    assert related(relations.order, "utf-8", [b, a], {}) is None
    assert related(relations.order, "utf-8", [a, a], {}) is None
    for odd in (Encoded(b"C"), Encoded(b"B")):
        broken = related(relations.order, "utf-8", [b, a], {a: odd})
        assert broken and broken.case.operation == b
        assert broken.reason == f"does not sort after {odd.value.hex().upper()}, the bytes of 41"
    broken = related(relations.order, "utf-8", [a, b], {a: Rejection(0)})
    assert broken and broken.case.operation == a


CHUNKED = [Decode("utf-8", b"\xc3\xa9A", cuts) for cuts in ((), (1,), (2,))]


def test_all_ways_to_cut_an_input_give_the_same() -> None:
    assert related(relations.same_in_chunks, "utf-8", CHUNKED, {}) is None
    broken = related(relations.same_in_chunks, "utf-8", CHUNKED, {CHUNKED[2]: Decoded((0xE9,))})
    assert broken and (broken.case.operation, broken.reason) == (CHUNKED[2], "a different outcome than in one chunk")


def test_chunks_may_give_anything_that_the_whole_gives_but_the_offset() -> None:
    for outcome in (Decoded((A,)), Rejection(0), Unsupported()):
        assert related(relations.same_in_chunks, "utf-8", CHUNKED, dict.fromkeys(CHUNKED, outcome)) is None
    odd = dict(zip(CHUNKED, [Rejection(0), Rejection(), Rejection(0)]))
    assert related(relations.same_in_chunks, "utf-8", CHUNKED, odd) is None
    odd[CHUNKED[1]] = Rejection(1)
    assert related(relations.same_in_chunks, "utf-8", CHUNKED, odd)


def test_an_operation_gives_the_same_again() -> None:
    encoding, changes = suite().encodings["kim"], iter([Encoded(b"A"), Encoded(b"B")])
    forth, other = Encode("kim", (A,)), Decode("kim", b"\x80")
    group = group_of(encoding, [forth, other, forth])
    asked = [Answered(group[0], next(changes)), Answered(group[1], Rejection(0)), Answered(group[2], next(changes))]
    broken = relations.same_again(encoding, asked, pytest.fail)
    assert broken and (broken.outcome, broken.reason) == (Encoded(b"B"), "a different outcome after 2 operations than at first")
    assert related(relations.same_again, "kim", [forth, other, forth], {forth: Encoded(b"B")}) is None
