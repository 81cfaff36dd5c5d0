"""Which findings have one cause, and that it is the cause of a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import made
import pytest

from encoding_conformance.checks.catalogue import LEAKS
from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Outcome, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Cause, Deviation, DeviationKind
from encoding_conformance.fuzz.finding import Finding, FindingState, Reproducer, bucket_of
from encoding_conformance.fuzz.triage import causes_of
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Unit

NAIVE = Path(__file__).with_name("naive.py").read_text(encoding="utf-8")


def found(
    operation: Operation,
    outcome: Outcome,
    check: str = "order",
    reason: str = "wrong",
    claimed: tuple[Permitted, ...] = (),
    before: tuple[bytes, ...] = (),
    **more,
) -> Finding:
    """A finding of a check that is broken because an operation had this outcome."""
    case = Reproducer(check, b"A", before)
    key = bucket_of("naive", check, operation, outcome, reason, claimed)
    return Finding(key, case, operation, claimed, outcome, reason, **more)


SURROGATE = found(Decode("utf-8", b"\xed\xa0\x80"), Decoded((0xD800,)))
"""Accepts what is ill-formed."""
ANOTHER_SURROGATE = found(Decode("utf-8", b"A\xed\xbf\xbf"), Decoded((0x41, 0xDFFF)), "damage", "accepted")
WRITTEN = found(Encode("utf-8", (0xDFFF,)), Encoded(b"\xed\xbf\xbf"), "unencodable-values")
BEYOND = found(Decode("utf-8", b"\xf4\x90\x80\x80"), Decoded((0x110000,)), "layout")
ENDS = found(Decode("utf-8", b"\xc2"), Crash("IndexError: odd", "naive.py:Naive.decode"))
ALL = (SURROGATE, ANOTHER_SURROGATE, WRITTEN, BEYOND, ENDS)


@pytest.fixture
def causes(manifest) -> Callable[..., list[Cause]]:
    """The causes of findings of the naive codec, each finding in a folder that its index names."""
    suite = made.suite()
    folder = manifest("naive", 'python: "naive:CODEC"', "{utf-8: {}}", naive=NAIVE)
    (unit,) = plan.units(suite, registry.selected([str(folder)], suite.encodings), ["utf-8"])

    def of(findings: Sequence[Finding], unit: Unit = unit) -> list[Cause]:
        return causes_of(unit, {Path(str(index)): each for index, each in enumerate(findings)})

    return of


def shared(causes: Sequence[Cause]) -> list[set[str]]:
    """The names of the findings that each cause explains."""
    assert {id.kind for cause in causes for id in cause.explains} <= {IdKind.FINDING}
    return sorted(({id.name for id in cause.explains} for cause in causes), key=min)


@pytest.mark.parametrize(
    ("index", "title", "requirement"),
    [
        (0, "encode accepts a surrogate, and so does decode", "utf-8/surrogates"),
        (1, "encode accepts a surrogate, and so does decode", "utf-8/surrogates"),
        (3, "decode accepts a value above 10FFFF", "utf-8/out-of-range"),
        (4, "decode crashes on input that ends inside a value", "common/always-an-answer"),
    ],
)
def test_a_finding_of_a_naive_codec_has_the_cause_of_a_run(causes, index: int, title: str, requirement: str) -> None:
    (cause,) = [each for each in causes(ALL) if str(index) in {id.name for id in each.explains}]
    assert (cause.title[: len(title)], cause.requirement) == (title, requirement)


def test_a_crash_comes_first(causes) -> None:
    assert [id.name for id in causes(ALL)[0].explains] == ["4"]


def test_each_finding_has_one_cause_and_a_crash_none_with_others(causes) -> None:
    told = shared(causes(ALL))
    assert sorted(name for names in told for name in names) == ["0", "1", "2", "3", "4"]
    assert {"0", "1"} <= told[0]
    assert [names for names in told if names & {"3", "4"}] == [{"3"}, {"4"}]


def test_the_order_of_findings_makes_no_difference(causes) -> None:
    forwards, backwards = shared(causes(ALL)), shared(causes(ALL[::-1]))
    assert sorted(sorted(str(4 - int(name)) for name in names) for names in backwards) == sorted(map(sorted, forwards))


@pytest.mark.parametrize(
    "other",
    [
        found(Decode("utf-8", b"\xc3\xa9"), Rejection(0), "leak", before=(b"A",)),
        found(Decode("utf-8", b"\xc3\xa9"), Rejection(0), LEAKS, claimed=(Decoded((0xE9,)),)),
        found(Decode("utf-8", b"\xc3\xa9"), Rejection(0), "rare", repeats=False),
    ],
)
def test_what_does_not_show_alone_has_a_cause_that_says_so(causes, other: Finding) -> None:
    (cause,) = [each for each in causes([SURROGATE, other]) if each.explains[0].name == "1"]
    assert cause.title == "decode gives wrong answers, but only after other operations"


def test_what_does_not_count_has_no_cause(causes) -> None:
    known = replace(SURROGATE, known=Deviation(DeviationKind.BUG, "slow", ("utf-8/x",)))
    fixed = replace(ENDS, state=FindingState.FIXED)
    assert shared(causes([known, fixed, BEYOND])) == [{"2"}]
    assert causes([known, fixed]) == []


def test_a_check_that_breaks_where_the_outcome_is_right_has_a_cause_of_its_own(causes) -> None:
    """Another operation of the check is at fault, and nothing shows which."""
    right = found(Decode("utf-8", b"\xc3\xa9"), Decoded((0xE9,)), "damage", "goes on", claimed=(Rejection(0),))
    told = causes([SURROGATE, right])
    assert shared(told) == [{"0"}, {"1"}]


def test_a_cause_names_the_command_that_reruns_its_example(causes) -> None:
    (cause,) = causes([BEYOND])
    assert cause.example.pointers.rerun == "conform replay 0"


def test_a_rejection_that_a_check_claims_may_have_a_text_of_the_implementation() -> None:
    leak = found(Decode("ascii", b"A\xdb"), Rejection(0), LEAKS, claimed=(Rejection(1, "'ascii' codec can't decode byte 0xdb"),))
    assert "decode     41 DB" in map(str, leak.lines(made.encoding("ascii")))
