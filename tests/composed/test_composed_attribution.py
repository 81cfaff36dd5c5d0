"""How failures are attributed to mistakes, and causes are judged by that."""

from __future__ import annotations

import pytest

from workshop.composed.attribution import Judged, belonging, hidden, is_whole, judge, told
from workshop.composed.families import mistake
from workshop.runs import Failure, Run, Told

CUT, LARGE = mistake("kim", "cut-short-taken"), mistake("kim", "above-limit-decoded")
ALONE = {"cut-short-taken": {"a", "b", "c"}, "above-limit-decoded": {"c", "d", "e"}}


def cause(title: str, *ids: str, requirement: str = "kim/last-byte-clear", operation: str = "decode") -> Told:
    return Told(title, requirement, ids, ids[0], operation)


def judged(told: Told, crashes: str = "") -> Judged:
    run = Run({id: Failure("decode", "crash: x" if id in crashes else "ok 0") for id in "abcdefg"}, [told])
    return judge(told, run, belonging(run.failures, ALONE), [CUT, LARGE])


def test_a_failure_belongs_to_each_mistake_that_fails_it_alone() -> None:
    both = frozenset(("cut-short-taken", "above-limit-decoded"))
    assert belonging("acf", ALONE) == {"a": {"cut-short-taken"}, "c": both}


def test_a_mistake_whose_failures_all_belong_to_others_is_hidden() -> None:
    assert hidden("ac", ALONE) == ["above-limit-decoded"]


def test_a_cause_of_one_mistake_has_nothing_wrong() -> None:
    found = judged(cause("decode accepts input that ends inside a value", "a", "b", "f"))
    assert found.wrongs == []
    assert found.may_tell("cut-short-taken") and not found.may_tell("above-limit-decoded")


@pytest.mark.parametrize(
    ("told", "crashes", "wrong"),
    [
        (cause("decode accepts input that is cut", "a", "b", "d"), "", "mixes"),
        (cause("decode crashes on input that is cut", "a", "b"), "b", "mixes"),
        (cause("decode accepts input that is cut", "a", "b"), "ab", "hides 2 crashes"),
        (cause("decode accepts surrogates", "a", "b"), "", "title not true"),
        (cause("decode accepts input that is cut", "d", "a", "b"), "", "title not true"),
        (cause("encode accepts input that is cut", "a", "b"), "", "example of the other direction"),
        (cause("decode accepts input that is cut", "a", requirement="kim/ascii"), "", "requirement not of the mistake"),
        (cause("decode accepts input that is cut", "f", "g"), "", "nothing belongs to a mistake"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_wrong_about_a_cause(told: Told, crashes: str, wrong: str) -> None:
    assert wrong in judged(told, crashes).wrongs


def test_no_cause_tells_two_mistakes_and_as_many_as_possible_are_told() -> None:
    first = Judged(cause("", "a"), 1, shares={"x": 1, "y": 1}, own={"x": 0.1, "y": 0.1})
    second = Judged(cause("", "b"), 1, shares={"x": 1}, own={"x": 1})
    assert told(["x", "y"], [first, second]) == {"x": 1, "y": 0}
    assert told(["x", "y"], [first]) == {"x": 0}


def test_a_mistake_of_both_directions_may_be_told_as_one_cause_for_each() -> None:
    decode, encode = cause("", "a"), cause("", "b", operation="encode")
    assert is_whole(mistake("kim", "groups-reversed"), [encode, decode])
    assert not is_whole(mistake("kim", "groups-reversed"), [decode, decode])
    assert is_whole(CUT, [decode])
    assert not is_whole(CUT, [encode, decode])
