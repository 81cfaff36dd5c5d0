"""A cause is shown by its example, with what it is like and how well."""

from __future__ import annotations

import html
import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import jsonschema
import pytest
from project import suite
from rich.console import Console
from runs_with_causes import page_of

from encoding_conformance.causes.causes import alone
from encoding_conformance.core.identity import Id, IdKind, Location, vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash, Decoded, Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.verdict import Cause, Judgement, LooksLike, Pointers, Status, Verdict
from encoding_conformance.report import console as module
from encoding_conformance.report import reading
from encoding_conformance.report.console import Screen
from encoding_conformance.report.example import WIDTH
from encoding_conformance.report.failure import DECLARE, UnitCauses, cause_lines, looks_like_words, title
from encoding_conformance.report.jsonlines import cause_fields
from encoding_conformance.report.junit import JUnit
from encoding_conformance.report.sink import RunContext, Summary

RULE = Requirement("kim/last-byte-clear", "Kim, Continuation Bytes", "The last byte has bit 7 clear.", ("kim",))
AGAIN = Pointers(rerun="conform run -i my-kim -e kim -k kim/truncated-lone-80")
EXAMPLE = Verdict(
    "my-kim",
    "kim",
    vector_id("kim", "truncated-lone-80"),
    (RULE.id, "kim/another"),
    *Judgement(Status.FAIL, "accepted what must be rejected (truncated)"),
    Decode("kim", b"\x80"),
    (Rejection(0, "truncated"),),
    Decoded(()),
    pointers=AGAIN,
)
EXPLAINS = tuple(vector_id("kim", f"v{number}") for number in range(61))
CAUSE = Cause("my-kim", "kim", "decode accepts input that ends inside a value", RULE.id, EXPLAINS, EXAMPLE)


def told(cause: Cause) -> list[tuple[str, str]]:
    return [(line.label, line.text) for line in cause_lines(cause, {RULE.id: RULE}, None)]


def test_a_cause_tells_its_example_its_requirement_and_what_it_is_like() -> None:
    assert told(CAUSE._replace(looks_like=LooksLike("cp1252", 61, 0))) == [
        ("decode", "80"),
        ("", "▲▲ the input ends inside a value"),
        ("expected", "reject at 0 (truncated)         got  ok, no values"),
        ("spec", "Kim, Continuation Bytes: The last byte has bit 7 clear. [kim/last-byte-clear]"),
        ("looks like", "cp1252: all 61 failures, no other"),
        ("rerun", "conform run -i my-kim -e kim -k kim/truncated-lone-80"),
    ]


DECLARED = 'replaces: {decode: {value: "FFFD", per: byte}}'


def test_each_report_states_what_the_encoding_looks_like_and_the_line_of_the_manifest(tmp_path: Path) -> None:
    failed = EXAMPLE._replace(requirements=(), pointers=Pointers(location=Location("x.yaml", 1)))
    cause = CAUSE._replace(looks_like=LooksLike("cp1252", 61, 0), declaration=DECLARED, explains=(failed.id,), example=failed)
    schema = json.loads((Path(reading.__file__).with_name("report.schema.json")).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(cause_fields(cause))
    assert cause_fields(cause)["declaration"] == DECLARED
    page = page_of(suite(), [failed], [cause], tmp_path / "x.html").read_text(encoding="utf-8")
    assert DECLARE in page and html.escape(DECLARED).replace("&quot;", "&#34;") in page
    report = JUnit(tmp_path / "x.xml")
    report.begin(RunContext("1.0.0 0", {"my-kim": "1.0"}, suite=suite()))
    report.add(failed)
    report.end(Summary(causes=[cause]))
    assert html.escape(DECLARED) in (tmp_path / "x.xml").read_text(encoding="utf-8")


def test_the_heading_fills_the_screen() -> None:
    heading = title(1, CAUSE)
    assert heading.startswith("1  decode accepts input that ends inside a value   ")
    assert heading.endswith(" 61 failures")
    assert len(heading) == WIDTH
    assert title(12, CAUSE._replace(explains=EXPLAINS[:1])).endswith("   1 failure")


def test_a_cause_without_requirement_or_likeness_tells_neither() -> None:
    assert [label for label, _ in told(CAUSE._replace(requirement=""))] == ["decode", "", "expected", "rerun"]


def test_a_failure_without_an_operation_is_told_by_why() -> None:
    start = Verdict(
        "x", "kim", Id("kim", IdKind.START), (), *Judgement(Status.ERROR, "it does not start"), got=Crash("exit status 1")
    )
    cause = alone(start._replace(reason="it does not start: exit status 1"))
    assert (cause.title, told(cause)) == ("it does not start", [("why", "exit status 1")])
    assert title(1, cause).endswith(" 1 error")
    never = start._replace(got=None)
    assert told(CAUSE._replace(requirement="", example=never)) == [("why", "it does not start")]
    assert told(CAUSE._replace(requirement="", example=never._replace(id=Id("kim", IdKind.CHECK, "growth"))))[1:] == [
        ("id", "kim/check/growth")
    ]


@pytest.mark.parametrize(
    ("explained", "missing", "words"),
    [
        (61, 0, "all 61 failures, no other"),
        (1, 0, "all 1 failure, no other"),
        (61, 3, "all 61 failures, and 3 that did not occur here"),
    ],
)
def test_how_well_another_encoding_fits(explained: int, missing: int, words: str) -> None:
    assert looks_like_words(LooksLike("cp1252", explained, missing), explained) == f"cp1252: {words}"


def test_a_screen_shows_a_cause_in_a_hundred_columns_with_colour_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    for is_terminal in (False, True):
        colours = "standard" if is_terminal else None
        console = Console(file=StringIO(), width=WIDTH, color_system=colours, force_terminal=is_terminal)
        monkeypatch.setattr(module, "console", lambda console=console: console)
        screen, summary = Screen(), Summary(causes=[CAUSE])
        screen.begin(RunContext("", {}, suite=replace(suite(), requirements={RULE.id: RULE})))
        screen.explain([CAUSE], summary)
        written.append(console.file.getvalue())
    plain, coloured = written
    assert "\x1b" not in plain
    assert "\x1b[1;31m▲▲ " in coloured
    assert max(map(len, plain.splitlines())) == WIDTH
    lines = plain.splitlines()
    assert lines[lines.index("   decode     80") + 1].startswith("              ▲▲ ")


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((50, 301), "2 causes explain all 351 failures"),
        ((1,), "1 cause explains the only failure"),
        ((1200,), "1 cause explains all 1,200 failures"),
    ],
)
def test_how_many_causes_explain_how_many_failures(counts: tuple[int, ...], words: str) -> None:
    causes = tuple(CAUSE._replace(explains=CAUSE.explains[:1] * count) for count in counts)
    assert UnitCauses("my-kim", "kim", causes).explaining == words
