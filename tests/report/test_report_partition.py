"""Partitions: which implementations do the same."""

from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash, Decoded, Rejection, Timeout, Unsupported
from encoding_conformance.core.vector import Vector
from encoding_conformance.report.partition import partition_of

A, B = Decoded((0x41,)), Decoded((0x42,))


def partition(permitted=(A,), **answers):
    return partition_of(Vector(vector_id("toy", "x"), Decode("toy", b"\x41"), tuple(permitted), (), ()), answers)


def blocks(permitted=(A,), **answers):
    return [block.names for block in partition(permitted, **answers).blocks]


def test_results_are_the_same_where_their_values_are() -> None:
    assert blocks(a=A, b=B, c=Decoded((0x41,))) == [("a", "c"), ("b",)]


def test_those_who_all_do_the_same_do_not_differ() -> None:
    assert not partition(a=A, b=A).differs


def test_rejections_differ_by_the_offsets_that_are_told() -> None:
    assert blocks(a=Rejection(0), b=Rejection(1)) == [("a",), ("b",)]


def test_a_rejection_without_an_offset_is_as_any_other() -> None:
    assert blocks(a=Rejection(0, "why"), b=Rejection(), c=Rejection(0)) == [("a", "b", "c")]
    wrong = {"c": Rejection(1), "d": Rejection(2)}
    assert blocks([Rejection(0)], a=Rejection(0), b=Rejection(), **wrong) == [("a", "b"), ("c",), ("d",)]


def test_where_none_is_permitted_and_offsets_differ_those_who_tell_none_are_a_block() -> None:
    found = blocks(a=Rejection(0), b=Rejection(1), c=Rejection(), d=Rejection(None, "why"))
    assert found == [("c", "d"), ("a",), ("b",)]


def test_a_block_speaks_with_the_offset_that_any_of_it_tells() -> None:
    (block,) = partition([Rejection(2, "overlong")], a=Rejection(None, "bad"), b=Rejection(2, "worse")).blocks
    assert (block.outcome, block.indexes) == (Rejection(2), (0,))


def test_failures_are_by_kind() -> None:
    assert blocks(b=Rejection(), c=Crash("x"), d=Crash("y"), e=Timeout("z")) == [("c", "d"), ("b",), ("e",)]


def test_who_says_unsupported_does_nothing_that_differs() -> None:
    found = partition(a=Unsupported("big"), b=A, c=A, d=Unsupported())
    assert (found.unsupported, found.differs) == (("a", "d"), False)


def test_a_block_knows_which_permitted_outcome_it_is() -> None:
    found = partition([A, Rejection(0)], a=B, b=Rejection(0), c=A)
    assert {block.names: block.indexes for block in found.blocks} == {("a",): (), ("b",): (1,), ("c",): (0,)}


def test_a_rejection_that_tells_no_offset_may_be_several_permitted_ones() -> None:
    found = partition([Rejection(0), Rejection(3)], a=Rejection(), b=Rejection(3), c=Rejection(0))
    assert {block.names: block.indexes for block in found.blocks} == {("a",): (0, 1), ("b",): (1,), ("c",): (0,)}
