"""What manifests excuse, counted."""

import pytest

from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.verdict import Ground, Judgement, Status, Verdict
from encoding_conformance.report.sink import Summary, share
from workshop.atlas.overview import beyond

ONE, TWO, NONE, OF_LIBRARY = ("one", "ascii"), ("one", "kim"), ("one", "utf-8"), ("two", "utf-8")


@pytest.mark.parametrize(
    ("count", "units", "said"),
    [
        (0, [NONE], ""),
        (3, [NONE], "3 beyond a declared limit"),
        (0, [ONE], ""),
        (4120, [ONE, NONE], "4,120 beyond 7F"),
        (5, [TWO, ONE], "5 beyond 7F or F{17}"),
        (7, [OF_LIBRARY], "7 beyond 64 bits"),
    ],
)
def test_limits_are_named_and_what_lies_beyond_them_is_counted(count, units, said) -> None:
    assert beyond(count, units, {ONE: 0x7F, TWO: (1 << 68) - 1, OF_LIBRARY: (1 << 64) - 1}) == said


@pytest.mark.parametrize(
    ("part", "whole", "said"), [(0, 0, ""), (0, 9, ""), (1, 101, "1 (<1%)"), (1, 100, "1 (1%)"), (1500, 2000, "1,500 (75%)")]
)
def test_a_share_is_told_in_percent(part: int, whole: int, said: str) -> None:
    assert share(part, whole) == said


def summary(known: int, passed: int, limited: int) -> Summary:
    counted = Summary()
    judgements = [Judgement(Status.SKIP, "x", ground=Ground.DEVIATION)] * known
    judgements += [Judgement(Status.PASS)] * passed + [Judgement(Status.SKIP, "x", ground=Ground.LIMIT)] * limited
    for number, judgement in enumerate(judgements):
        counted.add(Verdict(*ONE, vector_id("ascii", str(number)), (), *judgement))
    return counted


def test_known_deviations_and_what_lies_beyond_limits_are_counted_apart() -> None:
    counted = summary(known=2, passed=3, limited=4)
    assert (counted.number_of(Ground.DEVIATION), counted.number_of(Ground.LIMIT)) == (2, 4)
    assert counted.skipped([ONE, TWO]) == ("2 (22%)", "4") and counted.skipped([TWO]) == ("", "")


def test_skips_for_which_the_table_has_no_column_are_told_with_their_reason() -> None:
    counted = summary(known=2, passed=3, limited=4)
    assert counted.skips_line() == ""
    for number, ground in enumerate([Ground.PROPERTY, Ground.FEATURE, Ground.PROPERTY]):
        counted.add(Verdict(*ONE, vector_id("ascii", f"x{number}"), (), *Judgement(Status.SKIP, "x", ground=ground)))
    for status in (Status.SKIP, Status.FAIL):
        counted.add(Verdict(*ONE, vector_id("ascii", f"stale-{status}"), (), *Judgement(status, "x", ground=Ground.STALE)))
    said = "skipped: 2 (the encoding excludes the check), 1 (the implementation does not offer what it asks), "
    assert counted.skips_line() == said + "1 (stale deviations of another version)"
