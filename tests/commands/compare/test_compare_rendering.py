"""The lines of an entry, and the last line of a comparison."""

from io import StringIO

from rich.console import Console

from encoding_conformance.commands.compare import entry_lines, show
from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Rejection, Unsupported
from encoding_conformance.core.vector import Vector
from encoding_conformance.report.partition import grouped, partition_of

A, B, REFUSED = Decoded((0x41,)), Decoded((0x42,)), Rejection(0, "overlong")


def partition(id, permitted, note="", **answers):
    vector = Vector(vector_id("toy", id), Decode("toy", b"\x41"), permitted, ("toy/what", "toy/else"), (), note)
    return partition_of(vector, answers)


def entry(permitted, ids, **more):
    (found,) = grouped(partition(id, permitted, **more) for id in ids)
    return found


def lines(permitted, ids, **more):
    return [(line.label, line.text) for line in entry_lines(entry(permitted, ids, **more))]


def test_permitted_and_wrong_outcomes_are_shown_by_implementation() -> None:
    assert lines((A,), "pqrst", a=A, b=A, c=B) == [
        ("decode", "41, and 4 more inputs"),
        ("permitted", "ok 41: a b"),
        ("wrong", "ok 42: c"),
        ("ids", "toy/p toy/q toy/r and 2 more"),
    ]


def test_the_number_replaces_many_names_of_most_implementations() -> None:
    many = {f"x{number}": REFUSED for number in range(9)}
    assert lines((REFUSED,), "p", **many, a=A)[1:3] == [("permitted", "reject 0: the other 9"), ("wrong", "ok 41: a")]
    eight = dict.fromkeys(list(many)[:8], REFUSED)
    assert lines((REFUSED,), "p", **eight, a=A)[1] == ("permitted", f"reject 0: {' '.join(eight)}")


def test_a_silence_shows_each_permitted_outcome_and_what_is_left_open() -> None:
    assert lines((A, REFUSED, B), "p", note="nobody knows", a=A, b=A, c=Unsupported(), d=B) == [
        ("decode", "41"),
        ("permitted", "ok 41: a b"),
        ("permitted", "ok 42: d"),
        ("permitted", "reject 0 overlong: none"),
        ("cannot", "c"),
        ("ids", "toy/p"),
        ("left open", "toy/what nobody knows"),
    ]


def test_the_last_line_counts_vectors_and_ways() -> None:
    def last_line(*partitions):
        screen = Console(file=StringIO(), width=100, highlight=False, markup=False)
        show(screen, partitions, grouped(partitions))
        return screen.file.getvalue().splitlines()[-1]

    silence = partition("s", (A, REFUSED), a=A, b=REFUSED)
    assert last_line(partition("p", (A,), a=A, b=A, c=B), silence) == (
        "2 vectors: they differ on 1, in 1 way; the specification is silent on 1, in 1 way"
    )
    assert last_line(partition("p", (A,), a=A, b=A)) == "1 vector: they differ on none"
