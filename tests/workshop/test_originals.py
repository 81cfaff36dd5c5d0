"""The originals of the museum: what they state is well formed, and two runs are compared as it says."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from encoding_conformance.adapters.manifest import read as read_manifest
from workshop.museum.entry import entries
from workshop.museum.originals import __main__ as command
from workshop.museum.originals import installing, page
from workshop.museum.originals.comparing import Row, compared
from workshop.museum.originals.installing import NotInstalled, install
from workshop.museum.originals.original import Original, originals
from workshop.runs import Failure, NotRun, Run, Told

ORIGINAL = Original(
    name="made-up-1",
    thread="https://example.org/1",
    happened="It drops the last byte.",
    registry="npm",
    package="made-up",
    had="1.0.0",
    mended="1.0.1",
    test="utf-8/last",
)
TITLE = "decode drops the last byte"


def run_with(*tests: str, titles: tuple[str, ...] = (TITLE,)) -> Run:
    """A report in which these tests fail, and which has a cause of each title that explains all of them."""
    causes = [Told(title, "utf-8/trail-bytes", tests, test, "decode C3") for title in titles for test in tests[:1]]
    return Run({test: Failure("decode C3", "ok") for test in tests}, causes, passes=9)


@pytest.mark.parametrize("name", originals())
def test_an_original_is_an_entry_or_says_why_not(name: str) -> None:
    assert (name in entries()) != bool(originals()[name].unlisted)


@pytest.mark.parametrize("name", originals())
def test_an_original_has_a_manifest_of_its_name(name: str) -> None:
    manifest = yaml.safe_load((originals()[name].folder / "implementation.yaml").read_text(encoding="utf-8"))
    assert manifest["name"] == name
    assert manifest["encodings"]
    assert "known_deviations" not in manifest


@pytest.mark.parametrize("name", originals())
def test_the_versions_differ(name: str) -> None:
    assert originals()[name].had != originals()[name].mended


def test_a_test_that_fails_only_before_shows_the_bug() -> None:
    row = compared(ORIGINAL, run_with("utf-8/first", "utf-8/last"), run_with("utf-8/first"))
    assert row.is_shown
    assert (row.test, row.title, row.failures, row.afterwards) == ("utf-8/last", TITLE, 2, 1)
    assert str(row) == f"made-up-1: made-up 1.0.0 → {TITLE} (2 failures); 1.0.1 → gone (1 failure)"


def test_a_test_that_does_not_fail_before_shows_nothing() -> None:
    row = compared(ORIGINAL, run_with("utf-8/first"), run_with())
    assert not row.is_shown
    assert str(row) == "made-up-1: made-up 1.0.0 → not found (1 failure); 1.0.1 → gone (0 failures)"


def test_a_test_that_still_fails_shows_nothing() -> None:
    row = compared(ORIGINAL, run_with("utf-8/last"), run_with("utf-8/last"))
    assert not row.is_shown
    assert "1.0.1 → still there: utf-8/last" in str(row)


def test_a_title_is_enough() -> None:
    original = Original(**{**vars(ORIGINAL), "test": "", "cause": "decode drops"})
    before = run_with("utf-8/last", titles=("encode hangs", TITLE))
    assert compared(original, before, run_with("utf-8/last", titles=("encode hangs",))).title == TITLE
    assert compared(original, before, before).remains == TITLE
    assert not compared(original, run_with("utf-8/last", titles=("encode hangs",)), run_with()).is_shown


def test_a_title_and_a_test_must_both_be_there() -> None:
    original = Original(**{**vars(ORIGINAL), "cause": "decode drops"})
    assert compared(original, run_with("utf-8/last"), run_with()).is_shown
    assert not compared(original, run_with("utf-8/first"), run_with()).is_shown


def test_an_unknown_name_gets_one_line() -> None:
    done = CliRunner().invoke(command.main, ["cborg-15"])
    assert done.exit_code == 2
    assert done.output.splitlines()[-1] == "Error: unknown bug 'cborg-15'; did you mean cborg-156?"


def test_what_is_missing_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(installing.shutil, "which", lambda _: None)
    assert list(command.shown([ORIGINAL], tmp_path, 1)) == ["made-up-1: skipped, because npm is not installed"]


def test_what_cannot_be_run_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "missing", lambda _: "")
    for error in (NotInstalled("there is no such version"), NotRun("it does not start")):

        def fail(original: Original, version: str, into: Path, error: Exception = error) -> Path:
            raise error

        monkeypatch.setattr(command, "install", fail)
        assert list(command.shown([ORIGINAL], tmp_path, 1)) == [f"made-up-1: not run: {error}"]


def test_a_complete_folder_is_not_made_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(installing, "_run", asked.append)
    original = originals()["lua-a1089b4"]
    folder = install(original, original.had, tmp_path)
    assert install(original, original.had, tmp_path) == folder
    assert [command[-1] for command in asked] == [f"lupa=={original.had}"]
    assert read_manifest(folder).name == original.name


def test_the_page_has_a_line_for_each_row() -> None:
    shown = compared(ORIGINAL, run_with("utf-8/last"), run_with())
    hidden = compared(ORIGINAL, run_with("utf-8/first"), run_with("utf-8/last"))
    text = page.written([shown, hidden])
    link = "[made-up-1](https://example.org/1)"
    assert f"| {link} | made-up | 1.0.0 | `utf-8/last` | {TITLE} | 1 | 1.0.1 | 0 |" in text
    assert f"| {link} | made-up | 1.0.0 | not found |  | 1 | 1.0.1, but `utf-8/last` is still there | 1 |" in text


def test_the_rows_from_commits_are_well_formed() -> None:
    assert all(isinstance(row, Row) for row in page.built())
