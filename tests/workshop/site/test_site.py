"""A site of a few encodings: what the tool writes where, no dead link, and its scripts in a browser."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from links import dead_links
from reported import FOOTER, HEADER, HOSTILE, LINES, MANY, MUTANTS, some_encodings, written

from workshop.site import command as site_command
from workshop.site import generator, manuals, mutants
from workshop.site.atlas import read_atlas
from workshop.site.generator import NotBuilt
from workshop.site.sources import write_sources

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run")
SOME = ("README.md", "docs/reading-results.md", "vectors/*.md")

needs_sphinx = pytest.mark.skipif(bool(generator.missing()), reason="the extra `site` is not installed")


@pytest.fixture
def quick(tool, monkeypatch: pytest.MonkeyPatch):
    """The tool, with a site of one page that needs no Sphinx."""
    monkeypatch.setattr(site_command, "missing", list)
    monkeypatch.setattr(site_command, "write_sources", lambda *_: 7)
    monkeypatch.setattr(site_command, "build", lambda _, site: (site / "index.html").write_text("new"))
    return tool


def test_a_site_is_written_to_a_new_folder_only(quick) -> None:
    written(quick.folder / "r.jsonl")
    assert quick("site", "x", "r.jsonl") == (0, "x has 7 pages; open x/index.html\n", "")
    (quick.folder / "x" / "index.html").write_text("old")
    ended = quick("site", "x", "r.jsonl")
    assert (ended.status, ended.err) == (2, "conform: x is not empty; name a new folder\n")
    assert (quick.folder / "x" / "index.html").read_text() == "old"
    (quick.folder / "file").touch()
    assert "'file' is a file" in quick("site", "file").err
    assert sorted(path.name for path in quick.folder.iterdir()) == ["file", "r.jsonl", "x"]


@pytest.mark.parametrize(
    "file, said",
    [
        ("no\n", "r.jsonl:1: expected a JSON object"),
        ("", "r.jsonl:1: is empty"),
        (json.dumps(HEADER) + "\n", "r.jsonl: the report has no footer: its run was cut off"),
        (f"{json.dumps(HEADER)}\n{json.dumps(FOOTER)}\n", "r.jsonl: the report has no verdict"),
        (f"{json.dumps(HEADER)}\n{json.dumps(LINES[0] | {'encoding': 'K'})}\n", "r.jsonl: 'K' is not the id of an encoding"),
    ],
)
def test_a_bad_report_is_one_line(quick, file: str, said: str) -> None:
    (quick.folder / "r.jsonl").write_text(file)
    ended = quick("site", "x", "r.jsonl")
    assert ended.status == 2 and ended.err.startswith(f"conform: {said}") and ended.err.count("\n") == 1
    assert not (quick.folder / "x").exists()


def test_a_bad_file_of_mutants_is_one_line(quick) -> None:
    (quick.folder / "m").write_text("")
    ended = quick("site", "x", "--mutants", "m")
    assert ended.status == 2 and ended.err.startswith("conform: m: expected the mutants") and ended.err.count("\n") == 1


def test_missing_libraries_are_named(tool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "find_spec", lambda name: None if name == "furo" else find_spec(name))
    assert tool("site", "x") == (2, "", "Error: a site needs furo: make site\n")


def test_a_site_that_cannot_be_built_leaves_nothing(quick, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise NotBuilt("index.md:1: WARNING: no")

    monkeypatch.setattr(site_command, "build", fail)
    assert quick("site", "x") == (3, "", "conform: the site cannot be built: index.md:1: WARNING: no\n")
    assert list(quick.folder.iterdir()) == []


@needs_sphinx
def test_a_dead_link_is_not_built(tmp_path: Path) -> None:
    for folder in ("sources", "site"):
        (tmp_path / folder).mkdir()
    (tmp_path / "sources" / "index.md").write_text("# x\n\n[y](no.md)\n")
    with pytest.raises(NotBuilt, match=r"^index.md:3: WARNING: 'myst' cross-reference target not found: 'no.md'"):
        generator.build(tmp_path / "sources", tmp_path / "site")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(manuals, "PAGES", SOME)
        patched.setattr(manuals, "drafts", list)
        killed = mutants.read(written(folder / "mutants.jsonl", MUTANTS))
        write_sources(folder / "sources", some_encodings(), read_atlas(written(folder / "x.jsonl")), killed)
    (folder / "site").mkdir()
    generator.build(folder / "sources", folder / "site")
    return folder / "site"


@pytest.mark.slow
@needs_sphinx
def test_no_link_is_dead_and_nothing_comes_from_the_network(site: Path) -> None:
    assert list(dead_links(site)) == []
    dead = '<a href="index.html#no"></a><a href="no.html"></a><a href="../outside"></a><img src="//e.org/x">'
    (site / "mangled.html").write_text(dead)
    found = list(dead_links(site))
    (site / "mangled.html").unlink()
    assert found == [f"mangled.html: {link}" for link in ("index.html#no", "no.html", "../outside", "//e.org/x")]


@pytest.mark.slow
@needs_sphinx
def test_a_name_of_an_implementation_is_only_a_name(site: Path) -> None:
    pages = sorted(path.name for path in (site / "atlas").iterdir())
    assert pages == ["_._x__script_alert_1___script_____b___c__d_.html", "good.html", "icu.html"]
    assert not any("<script>alert" in path.read_text(encoding="utf-8") for path in site.rglob("*.html"))


@pytest.mark.slow
@needs_sphinx
def test_the_whole_site_has_no_dead_link(conform, tool) -> None:
    ended = conform("run", "-i", "cpython", "-i", "reference", "-e", "ascii", "-e", "cp437", "--json", "r.jsonl.gz")
    assert (ended.returncode, ended.stderr) == (0, "")
    ended = tool("site", "x", "r.jsonl.gz")
    assert (ended.status, ended.err) == (0, "")
    assert list(dead_links(tool.folder / "x")) == []


class Opened:
    """A page in a browser, and what went wrong in it."""

    def __init__(self, browser: Any, site: Path, path: str, **how: Any):
        self.site = site
        self.page = browser.new_page(**how)
        self.wrong: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text) if message.type != "log" else None)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.wrong.append(dialog.message), dialog.dismiss()))
        self.page.on("request", lambda request: self.wrong.append(request.url) if not self._is_here(request.url) else None)
        self.go(path)

    def _is_here(self, address: str) -> bool:
        return address.startswith((self.site.as_uri(), "data:"))

    def go(self, path: str) -> None:
        self.page.goto(f"{self.site.as_uri()}/{path}")

    def __enter__(self) -> Opened:
        return self

    def __exit__(self, *error: object) -> None:
        self.page.close()
        if error == (None, None, None):
            assert self.wrong == []

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def focused(self) -> str:
        """The address of the link that has the focus, or the text of a button."""
        return str(self.page.evaluate("document.activeElement.getAttribute('href') || document.activeElement.textContent"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if not CHROMIUM or generator.missing():
        pytest.skip("there is no Chromium, or no Sphinx, here")
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.mark.slow
def test_the_matrix_works_by_keyboard(browser: Any, site: Path) -> None:
    with Opened(browser, site, "atlas.html") as opened:
        reached = "[...document.querySelectorAll('tbody a')].filter(link => link.tabIndex === 0).length"
        assert opened.page.evaluate(reached) == 1
        opened.page.locator("select[name=state]").focus()
        opened.press("Tab")
        assert opened.focused == "kim"
        opened.press("Tab", "Tab", "ArrowDown", "ArrowRight")
        assert opened.focused == "atlas/good.html#kim"
        opened.press("End")
        assert opened.focused == "atlas/good.html#utf-8"
        opened.press("ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight")
        assert opened.focused == "atlas/icu.html#utf-8"
        opened.press("Enter")
        opened.page.wait_for_selector("h2:has-text('utf-8')")
        assert opened.page.url.endswith("/atlas/icu.html#utf-8")


@pytest.mark.slow
def test_a_family_shows_its_encodings(browser: Any, site: Path) -> None:
    with Opened(browser, site, "atlas.html") as opened:
        shown = "[...document.querySelectorAll('thead th')].filter(cell => !cell.hidden).map(cell => cell.innerText)"
        opened.page.locator("thead button").focus()
        opened.press("Enter")
        assert opened.page.evaluate(shown) == ["implementation", "kim", "kim", "kim-count", "utf-8"]
        opened.press("Enter")
        assert opened.page.evaluate(shown) == ["implementation", "kim", "utf-8"]


@pytest.mark.slow
def test_the_matrix_is_filtered(browser: Any, site: Path) -> None:
    with Opened(browser, site, "atlas.html") as opened:
        state, name = opened.page.locator("select[name=state]"), opened.page.locator("input[name=name]")
        for chosen, typed, expected in (
            ("", "", [HOSTILE, "good", "icu"]),
            ("fail", "", [HOSTILE]),
            ("bug", "", ["icu"]),
            ("", "IC", ["icu"]),
            ("pass", "", ["good"]),
        ):
            state.select_option(chosen)
            name.fill(typed)
            assert [each.inner_text() for each in opened.page.locator("tbody th a:visible").all()] == expected
        assert opened.page.locator("output").inner_text() == "1 of 3 implementations"


@pytest.mark.slow
def test_a_reason_leads_to_test_vectors_and_bytes(browser: Any, site: Path) -> None:
    with Opened(browser, site, "atlas/icu.html#utf-8") as opened:
        opened.page.locator("details.cases > summary", has_text=str(MANY + 1)).focus()
        opened.press("Enter")
        opened.page.wait_for_selector("details.cases li")
        assert opened.page.locator("details.cases li").count() == 100
        assert "31 more are left out" in opened.page.locator("details.cases > p").inner_text()
        opened.press("Tab", "Enter")
        shown = opened.page.locator("details.cases li dl").first.inner_text().split()
        case = "decode 41 C0 80 expected reject 0 overlong got ok 0 rerun conform run -i icu -e utf-8 -k utf-8/by-hand"
        assert " ".join(shown) == case


@pytest.mark.slow
def test_hostile_text_is_only_text(browser: Any, site: Path) -> None:
    with Opened(browser, site, "atlas.html") as opened:
        opened.page.locator("tbody th a", has_text="script").click()
        opened.page.wait_for_selector("h1:has-text('script')")
        assert HOSTILE in opened.page.locator("h1").inner_text()
        for summary in opened.page.locator("details.cases > summary").all():
            summary.click()
        opened.page.wait_for_selector("details.cases li")


@pytest.mark.slow
def test_pages_have_no_error_and_fit_a_small_screen(browser: Any, site: Path) -> None:
    with Opened(browser, site, "atlas.html", viewport={"width": 360, "height": 700}) as opened:
        for path in ("index.html", "atlas.html", "atlas/icu.html", "encodings/cp437.html", "mutants.html"):
            opened.go(path)
            if path == "atlas.html":
                opened.page.locator("thead button").click()
            assert (path, opened.page.evaluate("document.documentElement.scrollWidth")) == (path, 360)
