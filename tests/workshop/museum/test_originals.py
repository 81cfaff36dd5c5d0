"""The originals of the museum: what they state is well formed, and two runs are compared as it says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from encoding_conformance.adapters.manifest import read as read_manifest
from workshop.museum.entry import entries
from workshop.museum.originals import command, installing, page
from workshop.museum.originals.comparing import compared
from workshop.museum.originals.installing import NotInstalled, install
from workshop.museum.originals.original import Original, originals
from workshop.runs import Cause, Failure, NotRun, Run

ORIGINAL = Original(
    name="made-up-1",
    thread="https://example.org/1",
    happened="It drops the last byte.",
    registry="npm",
    package="made-up",
    had="1.0.0",
    fixed="1.0.1",
    test="utf-8/last",
)
TITLED = replace(ORIGINAL, test="", cause="decode drops")
BOTH = replace(ORIGINAL, cause="decode drops")
TITLE = "decode drops the last byte"
FIRST, LAST = "utf-8/first", "utf-8/last"


def run_with(*tests: str, title: str = TITLE) -> Run:
    """A report in which these tests fail, with one cause that explains all of them."""
    causes = [Cause(title, "utf-8/trail-bytes", tests, test, "decode C3") for test in tests[:1]]
    return Run({test: Failure("decode C3", "ok") for test in tests}, causes, passes=9)


def test_each_original_is_an_entry_or_says_why_not_and_has_a_manifest_and_two_versions() -> None:
    for name, original in originals().items():
        assert (name in entries()) != bool(original.unlisted), name
        assert original.had != original.fixed, name
        manifest = read_manifest(original.folder)
        assert manifest.name == name and manifest.encodings
        assert "known_deviations" not in (original.folder / "implementation.yaml").read_text(encoding="utf-8"), name


@pytest.mark.parametrize(
    ("original", "had", "fixed", "text"),
    [
        (ORIGINAL, run_with(FIRST, LAST), run_with(FIRST), f"{TITLE} (2 failures); 1.0.1 → gone (1 failure)"),
        (ORIGINAL, run_with(FIRST), run_with(), "not found (1 failure); 1.0.1 → gone (0 failures)"),
        (ORIGINAL, run_with(LAST), run_with(LAST), f"{TITLE} (1 failure); 1.0.1 → still there: utf-8/last (1 failure)"),
        (TITLED, run_with(LAST), run_with(LAST, title="encode hangs"), f"{TITLE} (1 failure); 1.0.1 → gone (1 failure)"),
        (TITLED, run_with(LAST), run_with(LAST), f"{TITLE} (1 failure); 1.0.1 → still there: {TITLE} (1 failure)"),
        (TITLED, run_with(LAST, title="encode hangs"), run_with(), "not found (1 failure); 1.0.1 → gone (0 failures)"),
        (BOTH, run_with(LAST), run_with(), f"{TITLE} (1 failure); 1.0.1 → gone (0 failures)"),
        (BOTH, run_with(FIRST), run_with(), "not found (1 failure); 1.0.1 → gone (0 failures)"),
    ],
)
def test_a_bug_is_shown_if_it_is_in_the_first_version_alone(original: Original, had: Run, fixed: Run, text: str) -> None:
    row = compared(original, had, fixed)
    assert str(row) == f"made-up-1: made-up 1.0.0 → {text}"
    assert row.is_shown == (text.startswith(TITLE) and "gone" in text)


def test_an_unknown_name_gets_one_line(tool) -> None:
    ended = tool("originals", "cborg-15")
    assert ended.status == 2
    assert ended.err.splitlines()[-1].endswith("unknown bug 'cborg-15'; did you mean cborg-156?")


def test_an_original_that_cannot_be_run_gets_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(installing.shutil, "which", lambda _: None)
    assert list(command.shown([ORIGINAL], tmp_path, 1)) == ["made-up-1: skipped, because npm is not installed"]
    monkeypatch.setattr(command, "missing", lambda _: "")
    for error in (NotInstalled("there is no such version"), NotRun("it does not start")):

        def fail(original: Original, version: str, into: Path, error: Exception = error) -> Path:
            raise error

        monkeypatch.setattr(command, "install", fail)
        assert list(command.shown([ORIGINAL], tmp_path, 1)) == [f"made-up-1: not run: {error}"]


def test_a_complete_folder_is_not_made_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(installing, "_run", commands.append)
    original = next(each for each in originals().values() if each.registry == "pypi")
    folder = install(original, original.had, tmp_path)
    assert install(original, original.had, tmp_path) == folder
    assert [command[-1] for command in commands] == [f"{original.package}=={original.had}"]
    assert read_manifest(folder).name == original.name


def test_the_page_has_a_line_for_each_row_and_those_from_commits() -> None:
    shown = compared(ORIGINAL, run_with(LAST), run_with())
    hidden = compared(ORIGINAL, run_with(FIRST), run_with(LAST))
    text = page.written([shown, hidden])
    link = "[made-up-1](https://example.org/1)"
    assert f"| {link} | made-up | 1.0.0 | `utf-8/last` | {TITLE} | 1 | 1.0.1 | 0 |" in text
    assert f"| {link} | made-up | 1.0.0 | not found |  | 1 | 1.0.1, but `utf-8/last` is still there | 1 |" in text
    assert "## From commits" in text and all(row.is_shown for row in page.built())
