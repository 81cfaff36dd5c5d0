"""`conform site`: what it writes where, and bad input."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from links import dead_links, elsewhere
from reported import FOOTER, HEADER, LINES, written

from encoding_conformance.commands.main import AT_FAULT
from encoding_conformance.data_files.problems import WrongUsage
from workshop.site import command as site_command
from workshop.site import generator
from workshop.site.generator import NotBuilt

HERE = Path(site_command.__file__).parent


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder in which a site is one page, so that nothing is built."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(site_command, "missing", list)
    monkeypatch.setattr(site_command, "write_sources", lambda *_: 7)
    monkeypatch.setattr(site_command, "build", lambda _, site: (site / "index.html").write_text("new"))
    return tmp_path


def called(*words: str) -> int:
    return int(site_command.command.main(list(words), standalone_mode=False))


def test_a_site_is_written_to_a_new_folder_only(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert called("x", str(written(there / "r.jsonl"))) == 0
    assert capsys.readouterr().out == "x has 7 pages; open x/index.html\n"
    (there / "x" / "index.html").write_text("old")
    with pytest.raises(WrongUsage, match="x is not empty; name a new folder"):
        called("x", str(there / "r.jsonl"))
    assert (there / "x" / "index.html").read_text() == "old"
    assert sorted(path.name for path in there.iterdir()) == ["r.jsonl", "x"]


@pytest.mark.parametrize(
    "report, told",
    [
        ("no\n", "r.jsonl:1: expected a JSON object"),
        ("", "r.jsonl:1: is empty"),
        (json.dumps(HEADER) + "\n", "r.jsonl: the report has no footer: its run was cut off"),
        (f"{json.dumps(HEADER)}\n{json.dumps(FOOTER)}\n", "r.jsonl: the report has no verdict"),
        (f"{json.dumps(HEADER)}\n{json.dumps(LINES[0] | {'encoding': 'K'})}\n", "r.jsonl: 'K' is not the id of an encoding"),
    ],
)
def test_a_bad_report_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, report: str, told: str) -> None:
    monkeypatch.setattr(site_command, "missing", list)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.jsonl").write_text(report)
    with pytest.raises(WrongUsage) as raised:
        called("x", "r.jsonl")
    assert str(raised.value).startswith(told) and "\n" not in str(raised.value)
    assert not (tmp_path / "x").exists()


def test_a_bad_file_of_mutants_is_one_line(there: Path) -> None:
    (there / "m").write_text("")
    with pytest.raises(WrongUsage, match="m: expected the mutants"):
        called("x", "--mutants", "m")
    assert not (there / "x").exists()


def test_a_bad_folder_is_one_line(there: Path) -> None:
    (there / "file").write_text("")
    with pytest.raises(click.ClickException, match="'file' is a file"):
        called("file")


def test_without_its_libraries_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(generator, "find_spec", lambda name: None if name == "furo" else find_spec("json"))
    with pytest.raises(click.ClickException, match=re.escape("a site needs furo: make site")):
        called(str(tmp_path / "x"))


def test_what_cannot_be_built_leaves_nothing(there: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    def fail(*_: object) -> None:
        raise NotBuilt("index.md:1: WARNING: no")

    monkeypatch.setattr(site_command, "build", fail)
    assert called("x") == AT_FAULT
    assert capsys.readouterr().err == "conform: the site cannot be built: index.md:1: WARNING: no\n"
    assert list(there.iterdir()) == []


@pytest.mark.skipif(bool(generator.missing()), reason="the extra `site` is not installed")
def test_a_dead_link_is_not_built(tmp_path: Path) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "index.md").write_text("# x\n\n[y](no.md)\n")
    (tmp_path / "site").mkdir()
    with pytest.raises(NotBuilt, match=r"^index.md:3: WARNING: 'myst' cross-reference target not found: 'no.md'"):
        generator.build(tmp_path / "sources", tmp_path / "site")


@pytest.mark.slow
@pytest.mark.skipif(bool(generator.missing()), reason="the extra `site` is not installed")
def test_the_whole_site_has_no_dead_link(conform) -> None:
    ended = conform("run", "-i", "cpython", "-i", "reference", "-e", "ascii", "-e", "cp437", "--json", "r.jsonl.gz")
    assert (ended.returncode, ended.stderr) == (0, "")
    ended = conform("site", "x", "r.jsonl.gz")
    assert (ended.returncode, ended.stderr) == (0, "")
    site = conform.folder / "x"
    assert list(dead_links(site)) == list(elsewhere(site)) == []
    assert f"x has {len(list(site.rglob('*.html'))) - 1} pages; open x/index.html\n" == ended.stdout  # all but the search
