"""One renderer shows every failure and cause: the example, the requirement, where it is written and how to run it again."""

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

from encoding_conformance import data_folders
from encoding_conformance.causes.causes import alone
from encoding_conformance.core.identity import NOWHERE, Id, IdKind, Location, check_id, vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash, Decoded, Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.verdict import Cause, Judgement, LooksLike, Pointers, Status, Verdict
from encoding_conformance.report import console as module
from encoding_conformance.report import reading
from encoding_conformance.report.console import Screen
from encoding_conformance.report.example import WIDTH
from encoding_conformance.report.failure import DECLARE, UnitCauses, cause_lines, lines, looks_like_words, readable, title
from encoding_conformance.report.jsonlines import cause_fields
from encoding_conformance.report.junit import JUnit
from encoding_conformance.report.sink import RunContext, Summary

RULE = Requirement("kim/last-byte-clear", "Kim, Continuation Bytes", "The last byte has bit 7 clear.", ("kim",))
REQUIREMENTS = {RULE.id: RULE}
VECTOR = Pointers(Location("v.yaml", 7), "it is cut", rerun="conform run -i my-kim -e kim -k kim/lone-80")


def failed(id: Id, pointers: Pointers) -> Verdict:
    judgement, expected = Judgement(Status.FAIL, "accepted input that must be rejected"), (Rejection(0, "truncated"),)
    return Verdict("my-kim", "kim", id, (RULE.id,), *judgement, Decode("kim", b"\x80"), expected, Decoded(()), pointers=pointers)


EXAMPLE = failed(vector_id("kim", "lone-80"), VECTOR)
EXPLAINS = tuple(vector_id("kim", f"v{number}") for number in range(61))
CAUSE = Cause("my-kim", "kim", "decode accepts input that ends inside a value", RULE.id, EXPLAINS, EXAMPLE)


def lines_of(shown: Verdict | Cause) -> list[tuple[str, str]]:
    found = cause_lines(shown, REQUIREMENTS, None) if isinstance(shown, Cause) else lines(shown, REQUIREMENTS)
    return [(line.label, line.text) for line in found]


INPUT = [
    ("decode", "80"),
    ("", "▲▲ the input ends inside a value"),
    ("expected", "reject at 0 (truncated)         got  ok, no values"),
    ("spec", "Kim, Continuation Bytes: The last byte has bit 7 clear. [kim/last-byte-clear]"),
]


def test_a_failed_vector_is_shown_with_its_place_and_how_to_run_it_again() -> None:
    pointers = [("at", "v.yaml:7"), ("note", "it is cut"), ("rerun", VECTOR.rerun)]
    assert lines_of(EXAMPLE) == [("why", "accepted input that must be rejected"), *INPUT, *pointers]


def test_a_failed_check_is_shown_with_its_words_and_the_chunks_of_its_input() -> None:
    check = failed(check_id("kim", "chunks"), Pointers(check="It holds."))._replace(operation=Decode("kim", b"\x81\x01", (1,)))
    found = lines_of(check)
    assert found[1] == ("check", "It holds.")
    assert ("decode", "81 / 01") in found


def test_a_cause_has_its_example_its_requirement_and_what_it_looks_like() -> None:
    likeness = ("looks like", "cp1252: all 61 failures, no other")
    assert lines_of(CAUSE._replace(looks_like=LooksLike("cp1252", 61, 0))) == [*INPUT, likeness, ("rerun", VECTOR.rerun)]
    assert lines_of(CAUSE._replace(requirement="")) == [*INPUT[:-1], ("rerun", VECTOR.rerun)]


DECLARED = 'replaces: {decode: {value: "FFFD", per: byte}}'


def test_each_report_has_the_line_for_the_manifest(tmp_path: Path) -> None:
    cause = CAUSE._replace(looks_like=LooksLike("cp1252", 61, 0), declaration=DECLARED, explains=(EXAMPLE.id,))
    schema = json.loads((Path(reading.__file__).with_name("report.schema.json")).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(cause_fields(cause, suite().requirements))
    assert cause_fields(cause, suite().requirements)["declaration"] == DECLARED
    page = page_of(suite(), [EXAMPLE], [cause], tmp_path / "x.html").read_text(encoding="utf-8")
    assert DECLARE in page and html.escape(DECLARED).replace("&quot;", "&#34;") in page
    report = JUnit(tmp_path / "x.xml")
    report.begin(RunContext("1.0.0 0", {"my-kim": "1.0"}, suite=suite()))
    report.add(EXAMPLE)
    report.end(Summary(causes=[cause]))
    assert html.escape(DECLARED) in (tmp_path / "x.xml").read_text(encoding="utf-8")


def test_the_heading_fills_the_screen() -> None:
    heading = title(1, CAUSE)
    assert heading.startswith("1  decode accepts input that ends inside a value   ")
    assert heading.endswith(" 61 failures")
    assert len(heading) == WIDTH
    assert title(12, CAUSE._replace(explains=EXPLAINS[:1])).endswith("   1 failure")


def test_a_failure_without_an_operation_is_shown_by_its_reason() -> None:
    judgement = Judgement(Status.ERROR, "it does not start: exit status 1")
    start = Verdict("x", "kim", Id("kim", IdKind.START), (), *judgement, got=Crash("exit status 1"))
    cause = alone(start)
    assert (cause.title, lines_of(cause)) == ("it does not start", [("why", "exit status 1")])
    assert title(1, cause).endswith(" 1 error")
    never = start._replace(reason="it does not start", got=None)
    assert lines_of(CAUSE._replace(requirement="", example=never)) == [("why", "it does not start")]
    check = never._replace(id=check_id("kim", "growth"))
    assert lines_of(CAUSE._replace(requirement="", example=check))[1:] == [("id", "kim/check/growth")]


def test_another_encoding_is_named_with_how_well_it_fits() -> None:
    for explained, missing, words in (
        (1, 0, "all 1 failure, no other"),
        (61, 3, "all 61 failures, and 3 that did not occur here"),
    ):
        assert looks_like_words(LooksLike("cp1252", explained, missing), explained) == f"cp1252: {words}"


def test_a_screen_shows_a_cause_in_a_hundred_columns_with_colour_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    for is_terminal in (False, True):
        colours = "standard" if is_terminal else None
        console = Console(file=StringIO(), width=WIDTH, color_system=colours, force_terminal=is_terminal)
        monkeypatch.setattr(module, "console", lambda console=console: console)
        screen, summary = Screen(), Summary(causes=[CAUSE])
        screen.begin(RunContext("", {}, suite=replace(suite(), requirements=REQUIREMENTS)))
        screen.explain([CAUSE], summary)
        written.append(console.file.getvalue())
    plain, coloured = written
    assert "\x1b" not in plain
    assert "\x1b[1;31m▲▲ " in coloured
    assert max(map(len, plain.splitlines())) == WIDTH
    lines = plain.splitlines()
    assert lines[lines.index("   decode     80") + 1].startswith("              ▲▲ ")


def test_the_number_of_causes_and_of_failures_that_they_explain() -> None:
    for counts, words in (((50, 301), "2 causes explain all 351 failures"), ((1,), "1 cause explains the only failure")):
        causes = tuple(CAUSE._replace(explains=EXPLAINS[:1] * count) for count in counts)
        assert UnitCauses("my-kim", "kim", causes).explaining == words


def test_places_are_named_so_that_they_can_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Data of an installed package is named from its root, and other files from the working directory, if they are below it."""
    home = tmp_path / "venv" / "encoding_conformance"
    (home / "elsewhere").mkdir(parents=True)
    file = home / "vectors" / "kim.yaml"
    monkeypatch.setattr(data_folders, "PACKAGE", home)
    for is_checkout, folder, path, shown in (
        (False, tmp_path, file, "vectors/kim.yaml"),
        (True, tmp_path, file, "venv/encoding_conformance/vectors/kim.yaml"),
        (True, home, file, "vectors/kim.yaml"),
        (True, home / "elsewhere", file, file),
        (False, tmp_path, tmp_path / "mine" / "implementation.yaml", "mine/implementation.yaml"),
        (False, tmp_path, tmp_path.parent / "x.yaml", tmp_path.parent / "x.yaml"),
        (False, tmp_path, "../x.yaml", "../x.yaml"),
    ):
        monkeypatch.chdir(folder)
        monkeypatch.setattr(data_folders, "IS_CHECKOUT", is_checkout)
        assert readable(Location(str(path), 7)) == Location(str(shown), 7)
    assert readable(NOWHERE) == NOWHERE
