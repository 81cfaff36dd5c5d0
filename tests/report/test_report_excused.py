"""What manifests excuse, counted."""

import pytest

from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.verdict import Ground, Judgement, Status, Verdict
from encoding_conformance.report.sink import Summary, much_excused, share
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
    assert (counted.deviations, counted.beyond_limits) == (2, 4)
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


def test_more_than_a_tenth_excused_is_told_with_the_reason() -> None:
    assert list(much_excused(summary(known=10, passed=90, limited=0), {})) == []
    about = "one: known deviations excuse more than a tenth of ascii (11%): "
    assert list(much_excused(summary(known=11, passed=9, limited=80), {ONE: "so it is"})) == [about + "so it is"]
    (line,) = much_excused(summary(known=11, passed=89, limited=0), {ONE: ""})
    assert line == about + "the manifest does not say why; state it as `excused_because` of the encoding"


def test_encodings_with_the_same_reason_share_a_line() -> None:
    counted = Summary()
    for id in "abcdef":
        judgement = Judgement(Status.SKIP, "x", ground=Ground.DEVIATION)
        counted.add(Verdict("one", id, vector_id(id, "x"), (), *judgement))
    because = {("one", id): "so it is" for id in "abcde"} | {("one", "f"): "too"}
    assert list(much_excused(counted, because)) == [
        "one: known deviations excuse more than a tenth of a (100%), b (100%), c (100%) and 2 more: so it is",
        "one: known deviations excuse more than a tenth of f (100%): too",
    ]
