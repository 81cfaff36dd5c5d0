"""How an entry is shown."""

from harness.compare.fold import fold
from harness.compare.partition import lay
from harness.core.operation import decode
from harness.core.outcome import Rejection, Result, Unsupported
from harness.core.vector import Vector
from harness.report.compare import as_object, explained

A, B, REFUSED = Result((0x41,)), Result((0x42,)), Rejection(0, "overlong")


def entry(permitted, *ids, note="", **answers):
    vectors = (Vector(f"toy/{id}", decode("toy", b"\x41"), permitted, (), (), note) for id in ids)
    (found,) = fold(lay(vector, answers) for vector in vectors)
    return found


def test_the_minority_and_what_is_specified_are_shown() -> None:
    assert list(explained(entry((A,), "p", "q", "r", "s", a=A, b=A, c=B))) == [
        ("4 inputs", "decode 41"),
        ("specified", "ok 41: a b"),
        ("minority", "ok 42: c"),
        ("ids", "toy/p toy/q toy/r and 1 more"),
    ]


def test_a_minority_that_does_as_specified_is_said_to() -> None:
    assert list(explained(entry((A,), "p", a=A, b=B, c=B)))[1:3] == [
        ("majority", "ok 42: b c"), ("minority", "ok 41: a (as specified)"),
    ]


def test_what_is_specified_is_shown_although_none_does_it() -> None:
    assert ("specified", "reject 0 overlong: none") in list(explained(entry((REFUSED,), "p", a=A, b=B)))


def test_of_a_silence_it_is_shown_who_does_what() -> None:
    assert list(explained(entry((A, REFUSED, B), "p", note="nobody knows", a=A, b=A, c=Unsupported(), d=B))) == [
        ("1 input", "decode 41"),
        ("1.", "ok 41: a b"),
        ("3.", "ok 42: d"),
        ("neither", "unsupported: c"),
        ("2.", "reject 0 overlong: none"),
        ("ids", "toy/p"),
        ("note", "nobody knows"),
    ]


def test_an_entry_as_an_object() -> None:
    assert as_object(entry((A,), "p", "q", a=A, b=Rejection(1, "why"))) == {
        "type": "difference", "encoding": "toy", "operation": "decode", "input": "41", "permitted": ["ok 41"],
        "blocks": [
            {"implementations": ["a"], "outcome": "ok 41", "permitted": [0], "minority": False},
            {"implementations": ["b"], "outcome": "reject 1", "permitted": [], "minority": True},
        ],
        "ids": ["toy/p", "toy/q"],
    }
