"""The numbers of a run: what failed, and what was skipped for which reason."""

from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.verdict import Ground, Judgement, Status, Verdict
from encoding_conformance.report.sink import Summary, share

ONE, TWO = ("one", "ascii"), ("one", "kim")


def test_a_share_is_in_percent() -> None:
    shares = [share(part, whole) for part, whole in ((0, 0), (0, 9), (1, 101), (1, 100), (1500, 2000))]
    assert shares == ["", "", "1 (<1%)", "1 (1%)", "1,500 (75%)"]


def summary(*judgements: tuple[Status, Ground | None]) -> Summary:
    counted = Summary()
    for number, (status, ground) in enumerate(judgements):
        counted.add(Verdict(*ONE, vector_id("ascii", str(number)), (), *Judgement(status, "x", ground=ground)))
    return counted


IN_COLUMNS = [(Status.SKIP, Ground.DEVIATION)] * 2 + [(Status.PASS, None)] * 3 + [(Status.SKIP, Ground.LIMIT)] * 4


def test_known_deviations_and_what_lies_beyond_limits_are_counted_apart() -> None:
    counted = summary(*IN_COLUMNS)
    assert (counted.number_of(Ground.DEVIATION), counted.number_of(Ground.LIMIT)) == (2, 4)
    assert counted.skipped([ONE, TWO]) == ("2 (22%)", "4") and counted.skipped([TWO]) == ("", "")
    assert counted.skips_line() == ""


def test_other_skips_are_counted_by_their_reason() -> None:
    others = [(Status.SKIP, Ground.PROPERTY)] * 2 + [(Status.SKIP, Ground.FEATURE), (Status.FAIL, Ground.STALE)]
    said = "skipped: 2 (the encoding excludes the check), 1 (the implementation lacks a feature that the check needs), "
    assert summary(*IN_COLUMNS, *others, (Status.SKIP, Ground.STALE)).skips_line() == (
        said + "1 (stale deviations of another version)"
    )
