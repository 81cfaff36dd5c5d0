"""What a job in continuous integration shows of a run: a summary in Markdown, and annotations."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from wrong_ascii import TAKES_ALL


@pytest.fixture
def wrong(manifest: Callable[..., Path]) -> Path:
    """ASCII that takes every byte for a character. Its title and name are of no concern."""
    return manifest("wrong", "python: x:CODEC", x=TAKES_ALL)


def test_a_summary_has_the_counts_and_each_cause_with_its_example(conform, wrong: Path) -> None:
    ended = conform("run", "-i", wrong, "-i", "reference", "-e", "ascii", "-k", "ascii/byte*", "--summary", "summary.md")
    assert ended.returncode == 1
    text = (conform.folder / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("## Encoding conformance: failed\n")
    assert "| wrong |  | ascii |" in text and "| reference |" in text
    assert "### wrong, ascii: 1 cause explains" in text
    page = MarkdownIt().enable("table").render(text)
    assert page.count("<table>") == 1 and page.count("<pre>") == 1
    assert "expected   reject at 0" in page and "conform run -i" in page


def test_a_summary_of_a_run_that_holds_is_short(conform) -> None:
    conform("run", "-i", "reference", "-e", "ascii", "-k", "ascii/byte*", "--summary", "summary.md")
    text = (conform.folder / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("## Encoding conformance: passed\n") and text.count("\n") == 5


def test_github_annotates_the_manifest(conform, wrong: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    ended = conform("run", "-i", wrong, "-k", "ascii/byte*")
    (told,) = [line for line in ended.stdout.splitlines() if line.startswith("::")]
    assert told.startswith(f"::error file={wrong}/implementation.yaml,line=4,title=wrong%2C ascii%3A ")
    assert "%0Arerun: conform run -i " in told
    monkeypatch.delenv("GITHUB_ACTIONS")
    assert "::error" not in conform("run", "-i", wrong, "-k", "ascii/byte*").stdout


def test_a_job_shows_a_fault_of_a_manifest_where_it_stands(conform, manifest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    manifest("bad", "python: x:CODEC", "{kimm: {}, morse: {}}", x="")
    ended = conform("run", "-i", "bad", "--summary", "summary.md")
    assert ended.returncode == 3
    kimm, morse = ended.stdout.splitlines()
    assert kimm.startswith("::error file=bad/implementation.yaml,line=4::unknown encoding 'kimm'; did you mean kim?")
    assert morse.startswith("::error file=bad/implementation.yaml,line=4::unknown encoding 'morse'; ")
    text = (conform.folder / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("## Encoding conformance: could not run\n\n- bad/implementation.yaml:4: unknown encoding 'kimm'")


def test_a_job_shows_a_name_that_is_not_known(conform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    ended = conform("run", "-i", "no/such", "--summary", "summary.md")
    assert (ended.returncode, ended.stdout.count("::error::no implementation 'no/such'; ")) == (2, 1)
    assert "- no implementation 'no/such'; " in (conform.folder / "summary.md").read_text(encoding="utf-8")
