"""What changed between two runs."""

import pytest

from encoding_conformance.commands import diff
from encoding_conformance.commands.diff import BETTER, OTHER, WORSE, Change, Run, show, show_causes
from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.outcome import Crash, Decoded, Rejection
from encoding_conformance.core.verdict import Cause, Ground, Status, Verdict
from encoding_conformance.report.console import console


def report(*lines) -> list[Verdict]:
    return [line if isinstance(line, Verdict) else said(*line) for line in lines]


def recorded(lines: list[Verdict]) -> Run:
    run = Run()
    for line in lines:
        diff.record(run, line, {})
    return run


def changes(old: list[Verdict], new: list[Verdict]) -> list[Change]:
    return diff.changes(recorded(old), recorded(new))


def said(id, state, name="one"):
    if state in (Ground.DEVIATION, Ground.NOT_ASKED, Ground.STALE):
        return Verdict(name, "toy", vector_id("toy", id), (), Status.SKIP, "so it is", ground=state)
    return Verdict(name, "toy", vector_id("toy", id), (), state)


STATES = [None, Status.PASS, Status.SKIP, Ground.NOT_ASKED, Ground.DEVIATION, Ground.STALE, Status.FAIL, Status.ERROR]
FAILS = [Status.FAIL, Status.ERROR]


@pytest.mark.parametrize("after", STATES)
@pytest.mark.parametrize("before", STATES)
def test_worse_is_what_fails_and_did_not(before, after) -> None:
    old = report(*([("x", before)] if before else []))
    new = report(*([("x", after)] if after else []))
    found = [(change.what, change.kind) for change in changes(old, new)]
    if before == after:
        kinds = []
    elif after in FAILS and before not in FAILS:
        kinds = [WORSE]
    elif before in FAILS and after in (Status.PASS, Status.SKIP, Ground.DEVIATION, Ground.STALE):
        kinds = [BETTER]
    else:
        kinds = [OTHER]
    what = f"{before} → {after}" if before and after else f"new: {after}" if after else f"gone: {before}"
    assert found == [(what, kind) for kind in kinds]


def test_the_same_change_of_an_encoding_is_one_with_its_ids() -> None:
    old, new = (
        [("x", Status.PASS), ("y", Status.PASS), ("z", Status.PASS)],
        [("x", Status.FAIL), ("y", Status.PASS), ("z", Status.FAIL)],
    )
    (change,) = changes(report(*old), report(*new))
    assert change.ids == ["toy/x", "toy/z"]


def test_implementations_are_told_apart() -> None:
    old, new = (
        report(("x", Status.PASS, "one"), ("x", Status.PASS, "two")),
        report(("x", Status.PASS, "one"), ("x", Status.FAIL, "two")),
    )
    assert [change.implementation for change in changes(old, new)] == ["two"]


def test_of_an_implementation_that_one_run_has_not_all_encodings_stand_together() -> None:
    def lines(name, *encodings):
        return [Verdict(name, encoding, vector_id(encoding, "x"), (), Status.PASS) for encoding in encodings]

    old, new = report(*lines("one", "toy"), *lines("gone", "toy", "game")), report(*lines("one", "toy", "game"))
    found = [(change.implementation, change.encoding, len(change.ids)) for change in changes(old, new)]
    assert found == [("one", "game", 1), ("gone", "", 2)]


def test_a_declaration_that_became_stale_is_worse_although_its_id_holds() -> None:
    old, new = report(("x", Ground.DEVIATION)), report(("x", Status.FAIL), ("x", Status.PASS))
    assert [(change.what, change.kind) for change in changes(old, new)] == [("known deviation → fail", WORSE)]


def test_a_note_about_a_stale_declaration_hides_no_test_with_its_id() -> None:
    old, new = report(("x", Ground.DEVIATION)), report(("x", Status.PASS), ("x", Ground.STALE))
    assert [change.what for change in changes(old, new)] == ["known deviation → pass"]


def test_what_got_worse_comes_first() -> None:
    old, new = (
        report(("gone", Status.PASS), ("b", Status.FAIL), ("w", Status.PASS)),
        report(("new", Status.PASS), ("b", Status.PASS), ("w", Status.FAIL)),
    )
    assert [change.kind for change in changes(old, new)] == [WORSE, BETTER, OTHER, OTHER]


PERMITTED = (Decoded((0x40,)),)


def did(id, got, expected=PERMITTED, status=Status.FAIL, ground=None):
    return Verdict("one", "toy", vector_id("toy", id), (), status, "why", ground=ground, expected=expected, got=got)


def test_failures_that_fail_in_another_way_are_told_by_what_was_done() -> None:
    crashed = [did(id, Crash("ended")) for id in "xyz"]
    early = (Rejection(0),)
    now = [did("x", Rejection(1), early), did("y", Crash("ended otherwise")), did("z", Rejection(2), early)]
    (change,) = changes(report(*crashed), report(*now))
    assert (change.what, change.kind) == ("fail: crashes → rejects at another offset", OTHER)
    assert change.ids == ["toy/x", "toy/z"]


def test_the_same_mistake_with_another_answer_is_a_change() -> None:
    old = report(did("x", Decoded((0x41,))), did("y", Decoded((0x41,))))
    new = report(did("x", Decoded((0x42,))), did("y", Decoded((0x41,))))
    (change,) = changes(old, new)
    assert (change.what, change.ids) == ("fail: gives another result → the same with another answer", ["toy/x"])


def test_another_answer_where_the_specification_is_silent_is_a_change() -> None:
    both = Decoded((1,)), Rejection(0)
    old, new = (report(did("x", got, both, Status.PASS, Ground.SILENCE)) for got in both)
    assert [(change.what, change.kind) for change in changes(old, new)] == [("pass: accepts → rejects", OTHER)]


def test_a_report_that_does_not_record_what_was_done_is_compared_by_its_verdicts() -> None:
    assert changes(report(("x", Status.FAIL)), report(did("x", Crash("ended")))) == []
    (change,) = changes(report(("x", Status.PASS)), report(did("x", Crash("ended"))))
    assert (change.what, change.kind) == ("pass → fail (crashes)", WORSE)


def test_of_many_ids_the_first_are_named_and_all_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    ids = [f"x{number}" for number in range(9)]
    found = changes(report(*((id, Status.PASS) for id in ids)), report(*((id, Status.FAIL) for id in reversed(ids))))
    show(console(), found, {}, {})
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert (first, second) == ("WORSE  one, toy: 9 pass → fail", "       toy/x8 toy/x7 toy/x6 and 6 more")


def test_causes_that_are_gone_and_new_are_shown_whatever_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    example = said("x", Status.FAIL)
    cause = Cause("one", "toy", "decode accepts a surrogate (9 of 9 tried)", "", (example.id,), example)
    kept = cause._replace(title="encode refuses some inputs, such as 41 and 42")
    same = cause._replace(title="encode refuses some inputs, such as 43")
    new = cause._replace(title="decode loses the last value (4 of 4 tried)")
    show_causes(console(), [cause, kept], [same, new])
    assert capsys.readouterr().out.splitlines() == [
        "gone   one, toy: decode accepts a surrogate",
        "new    one, toy: decode loses the last value",
    ]
