"""What changed between two runs."""

import pytest

from encoding_conformance.commands import diff
from encoding_conformance.commands.diff import BETTER, OTHER, WORSE, Change, Run, show, show_causes
from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.outcome import Crash, Decoded, Rejection
from encoding_conformance.core.verdict import Cause, Ground, Status, Verdict
from encoding_conformance.report.console import console

PASS, SKIP, FAIL, ERROR = Status.PASS, Status.SKIP, Status.FAIL, Status.ERROR
DEVIATION, NOT_RUN, STALE = Ground.DEVIATION, Ground.NOT_RUN, Ground.STALE


def verdict(id, state, name="one", encoding="toy"):
    status, ground = (SKIP, state) if isinstance(state, Ground) else (state, None)
    return Verdict(name, encoding, vector_id(encoding, id), (), status, "so it is", ground=ground)


def changes(old: list[Verdict], new: list[Verdict]) -> list[Change]:
    """Returns the changes between two reports with these verdicts."""
    runs = Run(), Run()
    for run, verdicts in zip(runs, (old, new)):
        for each in verdicts:
            diff.record(run, each, {})
    return diff.changes(*runs)


@pytest.mark.parametrize(
    ("before", "after", "what", "kind"),
    [
        (PASS, FAIL, "pass → fail", WORSE),
        (None, ERROR, "new: error", WORSE),
        (DEVIATION, FAIL, "known deviation → fail", WORSE),
        (NOT_RUN, FAIL, "not asked → fail", WORSE),
        (FAIL, PASS, "fail → pass", BETTER),
        (FAIL, DEVIATION, "fail → known deviation", BETTER),
        (ERROR, SKIP, "error → skip", BETTER),
        (FAIL, STALE, "fail → stale deviation", BETTER),
        (FAIL, ERROR, "fail → error", OTHER),
        (FAIL, NOT_RUN, "fail → not asked", OTHER),
        (FAIL, None, "gone: fail", OTHER),
        (None, PASS, "new: pass", OTHER),
        (PASS, SKIP, "pass → skip", OTHER),
        (FAIL, FAIL, None, None),
        (DEVIATION, DEVIATION, None, None),
    ],
)
def test_only_what_fails_and_did_not_is_worse(before, after, what, kind) -> None:
    old, new = ([verdict("x", state)] if state else [] for state in (before, after))
    assert [(change.text, change.kind) for change in changes(old, new)] == ([(what, kind)] if what else [])


def test_the_same_change_of_an_encoding_is_one_with_its_ids() -> None:
    (change,) = changes([verdict(id, PASS) for id in "xyz"], [verdict("x", FAIL), verdict("y", PASS), verdict("z", FAIL)])
    assert change.ids == ["toy/x", "toy/z"]


def test_changes_of_two_implementations_are_two() -> None:
    old = [verdict("x", PASS, name) for name in ("one", "two")]
    new = [verdict("x", FAIL, name) for name in ("one", "two")]
    assert [(change.implementation, change.ids) for change in changes(old, new)] == [("one", ["toy/x"]), ("two", ["toy/x"])]


def test_all_encodings_of_an_implementation_that_one_run_lacks_are_one_change() -> None:
    old = [verdict("x", PASS), verdict("x", PASS, "gone"), verdict("x", PASS, "gone", "game")]
    new = [verdict("x", PASS), verdict("x", PASS, "one", "game")]
    found = [(change.implementation, change.encoding, len(change.ids)) for change in changes(old, new)]
    assert found == [("one", "game", 1), ("gone", "", 2)]


def test_a_stale_declaration_hides_no_test_with_its_id() -> None:
    old = [verdict("x", DEVIATION)]
    (change,) = changes(old, [verdict("x", FAIL), verdict("x", PASS)])
    assert (change.text, change.kind) == ("known deviation → fail", WORSE)
    assert [change.text for change in changes(old, [verdict("x", PASS), verdict("x", STALE)])] == ["known deviation → pass"]


def test_what_got_worse_comes_first() -> None:
    old = [verdict("gone", PASS), verdict("b", FAIL), verdict("w", PASS)]
    new = [verdict("new", PASS), verdict("b", PASS), verdict("w", FAIL)]
    assert [change.kind for change in changes(old, new)] == [WORSE, BETTER, OTHER, OTHER]


PERMITTED = (Decoded((0x40,)),)


def did(id, got, expected=PERMITTED, state=FAIL):
    status, ground = (PASS, state) if isinstance(state, Ground) else (state, None)
    return verdict(id, status)._replace(ground=ground, expected=expected, got=got)


def test_failures_that_fail_in_another_way_are_a_change() -> None:
    early = (Rejection(0),)
    now = [did("x", Rejection(1), early), did("y", Crash("ended otherwise")), did("z", Rejection(2), early)]
    (change,) = changes([did(id, Crash("ended")) for id in "xyz"], now)
    assert (change.text, change.kind) == ("fail: crashes → rejects at another offset", OTHER)
    assert change.ids == ["toy/x", "toy/z"]


def test_another_answer_with_the_same_verdict_is_a_change() -> None:
    other, both = Decoded((0x41,)), (Decoded((1,)), Rejection(0))
    (change,) = changes([did("x", other), did("y", other)], [did("x", Decoded((0x42,))), did("y", other)])
    assert (change.text, change.ids) == ("fail: gives another result → the same with another answer", ["toy/x"])
    (change,) = changes(*([did("x", got, both, Ground.SILENCE)] for got in both))
    assert (change.text, change.kind) == ("pass: accepts → rejects", OTHER)


def test_a_report_without_outcomes_is_compared_by_its_verdicts() -> None:
    assert changes([verdict("x", FAIL)], [did("x", Crash("ended"))]) == []
    (change,) = changes([verdict("x", PASS)], [did("x", Crash("ended"))])
    assert (change.text, change.kind) == ("pass → fail (crashes)", WORSE)


def test_the_first_of_many_ids_are_named_and_all_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    ids = [f"x{number}" for number in range(9)]
    found = changes([verdict(id, PASS) for id in ids], [verdict(id, FAIL) for id in reversed(ids)])
    show(console(), found, {}, {})
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert (first, second) == ("WORSE  one, toy: 9 pass → fail", "       toy/x8 toy/x7 toy/x6 and 6 more")


def test_causes_that_are_gone_and_new_are_shown_whatever_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    example = verdict("x", FAIL)
    cause = Cause("one", "toy", "decode accepts a surrogate (9 of 9 tried)", "", (example.id,), example)
    kept = cause._replace(title="encode refuses some inputs, such as 41 and 42")
    same = cause._replace(title="encode refuses some inputs, such as 43")
    new = cause._replace(title="decode loses the last value (4 of 4 tried)")
    show_causes(console(), [cause, kept], [same, new])
    assert capsys.readouterr().out.splitlines() == [
        "gone   one, toy: decode accepts a surrogate",
        "new    one, toy: decode loses the last value",
    ]
