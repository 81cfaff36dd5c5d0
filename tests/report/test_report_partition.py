"""Which implementations give the same outcomes, and which vectors divide them in the same way."""

import pytest

from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.notation import read_outcome
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.vector import Vector
from encoding_conformance.report.partition import grouped, partition_of


def partition(answers, *permitted, id="x", data=b"\x41", encoding="toy", requirements=(), operation=None):
    """Divides the implementations a, b, … by their answers, which `|` separates."""
    expected = tuple(read_outcome("decode", text) for text in permitted or (f"ok {data.hex(' ')}",))
    vector = Vector(vector_id(encoding, id), operation or Decode(encoding, data), expected, requirements, ())
    return partition_of(vector, {name: read_outcome("decode", text) for name, text in zip("abcd", answers.split(" | "))})


@pytest.mark.parametrize(
    ("permitted", "answers", "blocks"),
    [
        (["ok 41"], "ok 41 | ok 42 | ok 41", [("ac", (0,)), ("b", ())]),
        (["ok 41"], "ok 41 | ok 41", [("ab", (0,))]),
        (["ok 41"], "reject 0 | reject 1", [("a", ()), ("b", ())]),
        (["ok 41"], "reject 0 why | reject | reject 0", [("abc", ())]),
        (["reject 0"], "reject 0 | reject | reject 1 | reject 2", [("ab", (0,)), ("c", ()), ("d", ())]),
        (["ok 41"], "reject 0 | reject 1 | reject | reject - why", [("cd", ()), ("a", ()), ("b", ())]),
        (["ok 41"], "reject | crash: x | crash: y | time-out: z", [("bc", ()), ("a", ()), ("d", ())]),
        (["ok 41", "reject 0"], "ok 42 | reject 0 | ok 41", [("b", (1,)), ("c", (0,)), ("a", ())]),
        (["reject 0", "reject 3"], "reject | reject 3 | reject 0", [("a", (0, 1)), ("b", (1,)), ("c", (0,))]),
    ],
)
def test_implementations_with_the_same_outcome_are_a_block(permitted, answers: str, blocks) -> None:
    found = partition(answers, *permitted)
    assert [("".join(block.names), block.indexes) for block in found.blocks] == blocks
    assert found.differs == (len(blocks) > 1)


def test_a_block_has_the_offset_that_any_of_it_states() -> None:
    (block,) = partition("reject - bad | reject 2 worse", "reject 2 overlong").blocks
    assert (block.outcome, block.indexes) == (Rejection(2), (0,))


def test_unsupported_is_no_difference() -> None:
    found = partition("unsupported big | ok 41 | ok 41 | unsupported")
    assert (found.unsupported, found.differs) == (("a", "d"), False)


def ids(*given):
    return [list(map(str, entry.ids)) for entry in grouped(given)]


def test_the_same_partition_is_one_entry_with_the_smallest_inputs_first() -> None:
    wrong = [partition("ok 1 | reject 0", id=id, data=data) for id, data in [("l", b"abc"), ("h", b"b"), ("w", b"a")]]
    assert ids(*wrong) == [["toy/w", "toy/h", "toy/l"]]


def test_what_a_person_wrote_is_an_example_before_edge_cases() -> None:
    given = [("edge/e", b"a"), ("far", b"bb"), ("edge/f", b"b")]
    (entry,) = grouped(partition("ok 1 | reject 0", id=id, data=data) for id, data in given)
    assert (str(entry.ids[0]), list(map(str, entry.examples))) == ("toy/edge/e", ["toy/far", "toy/edge/e", "toy/edge/f"])


def test_partitions_with_another_division_outcome_or_operation_are_other_entries() -> None:
    first = partition("ok 41 | reject 0", id="x")
    swapped = partition("reject 0 | ok 41", id="y")
    must_be_rejected = partition("ok 41 | reject 0", "reject 0", id="z")
    encode = partition("ok 41 | reject 0", "ok 41", id="e", operation=Encode("toy", (0x41,)))
    assert sorted(ids(first, swapped, must_be_rejected, encode)) == [["toy/e"], ["toy/x"], ["toy/y"], ["toy/z"]]
    assert ids(partition("ok 41 | ok 41")) == []


def test_a_silence_is_an_entry_for_each_requirement_although_all_do_the_same() -> None:
    silences = [
        partition("reject 0 | reject 0", "reject 0", "ok 1", id=id, requirements=requirements)
        for id, requirements in (("x", ["toy/p"]), ("y", ["toy/p", "toy/q"]), ("z", ["toy/q"]))
    ]
    assert ids(*silences) == [["toy/x", "toy/y"], ["toy/z"]]
    assert silences[0].is_silence and not silences[0].differs


def test_encodings_keep_their_order_and_in_each_the_most_inputs_come_first() -> None:
    few = partition("reject 0 | ok 41", encoding="zebra", id="few")
    many = [partition("ok 41 | reject 0", encoding="zebra", id=f"many{number}") for number in range(2)]
    other = [partition("ok 41 | reject 0", encoding="ant", id=f"other{number}") for number in range(3)]
    found = [(entry.encoding, len(entry.ids)) for entry in grouped([few, *many, *other])]
    assert found == [("zebra", 2), ("zebra", 1), ("ant", 3)]
