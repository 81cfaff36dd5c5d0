"""How an entry is shown."""

from io import StringIO

from rich.console import Console

from encoding_conformance.commands.compare import as_object, entry_lines, show
from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Rejection, Unsupported
from encoding_conformance.core.vector import Vector
from encoding_conformance.report.partition import grouped, partition_of

A, B, REFUSED = Decoded((0x41,)), Decoded((0x42,)), Rejection(0, "overlong")


def entry(permitted, *ids, note="", **answers):
    vectors = (Vector(vector_id("toy", id), Decode("toy", b"\x41"), permitted, ("toy/what", "toy/else"), (), note) for id in ids)
    (found,) = grouped(partition_of(vector, answers) for vector in vectors)
    return found


def test_the_minority_and_what_is_specified_are_shown() -> None:
    assert list(entry_lines(entry((A,), "p", "q", "r", "s", a=A, b=A, c=B))) == [
        ("4 inputs", "decode 41"),
        ("specified", "ok 41: a b"),
        ("minority", "ok 42: c"),
        ("ids", "toy/p toy/q toy/r and 1 more"),
    ]


def test_a_minority_that_does_as_specified_is_said_to() -> None:
    assert list(entry_lines(entry((A,), "p", a=A, b=B, c=B)))[1:3] == [
        ("majority", "ok 42: b c"),
        ("minority", "ok 41: a (as specified)"),
    ]


def test_of_many_who_do_the_same_the_number_is_shown() -> None:
    many = {f"x{number}": REFUSED for number in range(9)}
    assert list(entry_lines(entry((REFUSED,), "p", **many, a=A)))[1:3] == [
        ("specified", "reject 0 (overlong): the other 9"),
        ("minority", "ok 41: a"),
    ]
    eight = " ".join(list(many)[:8])
    assert list(entry_lines(entry((REFUSED,), "p", **dict.fromkeys(list(many)[:8], REFUSED), a=A)))[1] == (
        "specified",
        f"reject 0 (overlong): {eight}",
    )


def test_what_is_specified_is_shown_although_none_does_it() -> None:
    assert ("specified", "reject 0 overlong: none") in list(entry_lines(entry((REFUSED,), "p", a=A, b=B)))


def test_of_a_silence_it_is_shown_who_does_what() -> None:
    assert list(entry_lines(entry((A, REFUSED, B), "p", note="nobody knows", a=A, b=A, c=Unsupported(), d=B))) == [
        ("1 input", "decode 41"),
        ("question", "toy/what"),
        ("1.", "ok 41: a b"),
        ("3.", "ok 42: d"),
        ("2.", "reject 0 overlong: none"),
        ("unsupported", "c"),
        ("ids", "toy/p"),
        ("note", "nobody knows"),
    ]


def test_an_entry_as_an_object() -> None:
    assert as_object(entry((A,), "p", "q", a=A, b=Rejection(1, "why"), c=Unsupported())) == {
        "type": "difference",
        "encoding": "toy",
        "operation": "decode",
        "input": "41",
        "expected": ["ok 41"],
        "blocks": [
            {"implementations": ["a"], "got": "ok 41", "expected": [0], "minority": False},
            {"implementations": ["b"], "got": "reject 1", "expected": [], "minority": True},
        ],
        "unsupported": ["c"],
        "ids": ["toy/p", "toy/q"],
    }


def shown(width, *vectors):
    screen = Console(file=StringIO(), width=width, highlight=False, markup=False)
    partitions = [partition_of(vector, answers) for vector, answers in vectors]
    show(screen, partitions, grouped(partitions))
    return screen.file.getvalue().splitlines()


def toy(id, permitted=(A,), **answers):
    return Vector(vector_id("toy", id), Decode("toy", b"\x41"), permitted, (), ()), answers


def test_names_stand_beside_their_label_in_as_many_lines_as_they_need() -> None:
    names = [f"a-long-name-{number}" for number in range(6)]
    found = shown(60, toy("p", a=B, **dict.fromkeys(names, A)))
    first = next(number for number, line in enumerate(found) if line.startswith("  specified   ok 41: a-long-name-0 "))
    last = next(number for number, line in enumerate(found) if line.startswith("  minority    "))
    assert " ".join(line[14:] for line in found[first:last]) == f"ok 41: {' '.join(names)}"
    assert {line[:14] for line in found[first + 1 : last]} == {" " * 14}
    assert max(len(line) for line in found[first:]) <= 60


def test_who_stands_apart_is_counted() -> None:
    silence = toy("s", (A, REFUSED), a=A, b=A, c=REFUSED)
    found = shown(100, toy("p", a=A, b=A, c=B), toy("q", a=A, b=B, c=B), toy("r", a=A, b=A, c=REFUSED), silence)
    assert [line for line in found if "apart" in line] == ["  apart       c 2, a 1"]


def test_the_last_line_counts_vectors_and_ways() -> None:
    silence = toy("s", (A, REFUSED), a=A, b=REFUSED)
    assert shown(100, toy("p", a=A, b=A, c=B), silence)[-1] == (
        "2 vectors: they differ on 1, in 1 way; the specification is silent on 1, in 1 way"
    )
    assert shown(100, toy("p", a=A, b=A))[-1] == "1 vector: they differ on none"
