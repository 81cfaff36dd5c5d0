"""Vectors that divide the implementations alike are one entry."""

from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.vector import Vector
from encoding_conformance.report.partition import grouped, partition_of

REFUSED = Rejection(0)


def partition(id, data=b"\x41", encoding="toy", permitted=None, **answers):
    right = Decoded(tuple(data))
    vector = Vector(vector_id(encoding, id), Decode(encoding, data), permitted or (right,), (), ())
    return partition_of(vector, {name: right if answer is None else answer for name, answer in answers.items()})


def ids(*given):
    return [list(map(str, entry.ids)) for entry in grouped(given)]


def test_the_same_partition_is_one_entry_with_the_smallest_inputs_first() -> None:
    long, high, low = (partition(id, data, a=None, b=REFUSED) for id, data in [("l", b"abc"), ("h", b"b"), ("w", b"a")])
    assert ids(long, high, low) == [["toy/w", "toy/h", "toy/l"]]


def test_what_a_person_wrote_is_an_example_before_edge_cases() -> None:
    given = [("edge/e", b"a"), ("far", b"bb"), ("edge/f", b"b")]
    (entry,) = grouped(partition(id, data, a=None, b=REFUSED) for id, data in given)
    assert (str(entry.ids[0]), list(map(str, entry.examples))) == ("toy/edge/e", ["toy/far", "toy/edge/e", "toy/edge/f"])


def test_inputs_on_which_all_do_the_same_are_no_entry() -> None:
    assert ids(partition("x", a=None, b=None)) == []


def test_the_other_way_round_is_another_entry() -> None:
    assert ids(partition("x", a=None, b=REFUSED), partition("y", a=REFUSED, b=None)) == [["toy/x"], ["toy/y"]]


def test_who_is_right_tells_entries_apart() -> None:
    must_be_rejected = partition("y", permitted=(REFUSED,), a=None, b=REFUSED, c=REFUSED)
    assert len(ids(partition("x", a=None, b=REFUSED, c=REFUSED), must_be_rejected)) == 2


def test_the_operation_tells_entries_apart() -> None:
    vector = Vector(vector_id("toy", "e"), Encode("toy", (0x41,)), (REFUSED,), (), ())
    both = partition_of(vector, {"a": Encoded(b"A"), "b": REFUSED}), partition("d", permitted=(REFUSED,), a=None, b=REFUSED)
    assert len(ids(*both)) == 2


def test_a_silence_is_an_entry_although_all_do_the_same() -> None:
    (entry,) = grouped([partition("x", permitted=(REFUSED, Decoded((1,))), a=REFUSED, b=REFUSED)])
    assert entry.smallest.is_silence and not entry.smallest.differs


def test_silences_of_two_questions_are_two_entries() -> None:
    def silence(id, *requirements):
        vector = Vector(vector_id("toy", id), Decode("toy", b"a"), (REFUSED, Decoded((1,))), requirements, ())
        return partition_of(vector, {"a": REFUSED})

    assert ids(silence("x", "toy/p"), silence("y", "toy/p", "toy/q"), silence("z", "toy/q")) == [
        ["toy/x", "toy/y"],
        ["toy/z"],
    ]


def test_encodings_keep_their_order_and_in_each_the_most_inputs_come_first() -> None:
    few = partition("few", encoding="zebra", a=REFUSED, b=None)
    many = [partition(f"many{number}", encoding="zebra", a=None, b=REFUSED) for number in range(2)]
    other = [partition(f"other{number}", encoding="ant", a=None, b=REFUSED) for number in range(3)]
    assert [(entry.encoding, len(entry.ids)) for entry in grouped([few, *many, *other])] == [
        ("zebra", 2),
        ("zebra", 1),
        ("ant", 3),
    ]
