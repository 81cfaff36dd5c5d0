"""Implementations of another version than the one that their known deviations were seen with."""

from dataclasses import replace
from pathlib import Path

import pytest

from encoding_conformance.adapters.installation import bare, is_of
from encoding_conformance.adapters.manifest import Declaration, IdPattern, Implementation, Way
from encoding_conformance.core.identity import NOWHERE, Id, IdKind, vector_id
from encoding_conformance.core.verdict import (
    Changed,
    ChangeKind,
    Deviation,
    DeviationKind,
    Ground,
    Judgement,
    Status,
    Verdict,
)
from encoding_conformance.runner.deviations import since_then
from encoding_conformance.runner.registry import Outdated, outdated

ONE = Implementation("one", "One", Path(), Way.PYTHON, (), "x:y", (), {})
HERE = "Linux x86_64"


def found(of: str, on: str, installed: str, named: bool = False, strict: bool = False) -> list[Outdated]:
    stated = replace(ONE, deviations_of=of, deviations_on=on)
    return list(outdated([replace(stated, named=named)], {"one": installed}, HERE, strict).values())


@pytest.mark.parametrize(
    ("of", "on", "installed", "since", "shown"),
    [
        ("", "", "One 1.2", None, ""),
        ("One 1.2", "", "One 1.2", None, ""),
        ("One 1.2", "", "One 1.2  Copyright", None, ""),
        ("One 1.2", "", "One 1.2 (2020)", None, ""),
        ("One 1.2", "", "", None, ""),
        ("One 1.2", "", "One 1.20 (2020)", "One 1.2", "One 1.20"),
        ("One 1.2", "", "One 1.2.1", "One 1.2", "One 1.2.1"),
        ("1.2", "", "One 1.2", "1.2", "One 1.2"),
        ("One 1.2", "Linux", "One 1.2", None, ""),
        ("One 1.2", "Linux x86_64", "One 1.2", None, ""),
        ("One 1.2", "Linux aarch64", "One 1.2", "One 1.2 on Linux aarch64", "One 1.2 on Linux x86_64"),
        ("One 1.2", "Linux", "One 1.3", "One 1.2 on Linux", "One 1.3"),
        ("", "Windows", "One 1.2", "Windows", "One 1.2 on Linux x86_64"),
    ],
)
def test_a_version_is_another_one_unless_it_begins_with_the_words_stated(of, on, installed, since, shown) -> None:
    assert found(of, on, installed) == ([] if since is None else [Outdated(since, shown, False)])


@pytest.mark.parametrize(("named", "strict"), [(False, False), (True, False), (False, True), (True, True)])
def test_what_has_changed_fails_a_run_that_names_it_or_is_strict(named: bool, strict: bool) -> None:
    assert found("1", "", "2", named, strict) == [Outdated("1", "2", named or strict)]


@pytest.mark.parametrize(("text", "holds"), [("1.2", True), ("1.2 x", True), ("1.2x", False), ("1", False), ("x 1.2", False)])
def test_words_are_compared_whole(text: str, holds: bool) -> None:
    assert is_of(text, "1.2") == holds


def test_a_version_is_bare_without_a_date_or_a_copyright() -> None:
    assert [bare(text) for text in ("One 1.0  Copyright", "two 2 (of 2020)", "3 [x]", "")] == ["One 1.0", "two 2", "3", ""]


A, B = vector_id("ascii", "a"), vector_id("ascii", "b")
DECLARED = [Declaration(Deviation(DeviationKind.BUG, "so it is"), (IdPattern("ascii/a", NOWHERE),), NOWHERE, "ok 0")]
GONE_ID = Id("ascii", IdKind.DECLARATION, "ascii/a")


@pytest.mark.parametrize(
    ("id", "judgement", "how"),
    [
        (A, Judgement(Status.FAIL, "why"), ChangeKind.DIFFERENT),
        (B, Judgement(Status.FAIL, "why"), ChangeKind.NEW),
        (GONE_ID, Judgement(Status.FAIL, "why", ground=Ground.STALE), ChangeKind.GONE),
        (A, Judgement(Status.SKIP, "why", ground=Ground.DEVIATION), None),
        (B, Judgement(Status.PASS), None),
        (B, Judgement(Status.ERROR, "why"), None),
    ],
)
def test_failures_of_another_version_are_what_has_changed(id: Id, judgement: Judgement, how) -> None:
    told = Verdict("one", "ascii", id, (), *judgement)
    assert since_then(DECLARED, None, told) == told
    for fails, verdict in ((True, Status.FAIL), (False, Status.SKIP)):
        expected = told._replace(status=verdict, ground=Ground.CHANGED, changed=how and Changed(how, "One 1"))
        seen = since_then(DECLARED, Outdated("One 1", "One 2", fails), told)
        assert seen == (expected if how else told)
        if how:
            assert seen.told == f"changed since One 1 ({how}): why"
