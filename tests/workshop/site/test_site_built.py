"""A site that was built: no dead link, nothing from the network, no error in a browser, and a matrix for the keyboard."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from links import dead_links, elsewhere
from reported import HOSTILE, MANY, MUTANTS, some_encodings, written

from workshop.site import generator, manuals, mutants
from workshop.site.atlas import read_atlas
from workshop.site.sources import write_sources

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run")
SOME = (
    "README.md",
    "docs/causes.md",
    "docs/running.md",
    "docs/silences.md",
    "implementations/reference/README.md",
    "vectors/*.md",
)

pytestmark = pytest.mark.skipif(bool(generator.missing()), reason="the extra `site` is not installed")


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


def test_no_link_is_dead(site: Path) -> None:
    assert list(dead_links(site)) == []
    (site / "mangled.html").write_text('<a href="index.html#no">x</a> <a href="no.html">y</a> <a href="../outside">z</a>')
    found = [link for _, link in dead_links(site)]
    (site / "mangled.html").unlink()
    assert found == ["index.html#no", "no.html", "../outside"]


def test_nothing_comes_from_the_network(site: Path) -> None:
    assert list(elsewhere(site)) == []


def test_a_name_of_an_implementation_is_only_a_name(site: Path) -> None:
    pages = sorted(path.name for path in (site / "atlas").iterdir())
    assert pages == ["_._x__script_alert_1___script_____b___c__d_.html", "good.html", "icu.html"]
    assert not any("<script>alert" in path.read_text(encoding="utf-8") for path in site.rglob("*.html"))


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
    if not CHROMIUM:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()


def test_no_page_has_an_error(browser: Any, site: Path) -> None:
    with Opened(browser, site, "index.html") as opened:
        for file in sorted(site.rglob("*.html")):
            opened.go(file.relative_to(site).as_posix())


def test_the_matrix_works_by_keyboard(browser: Any, site: Path) -> None:
    with Opened(browser, site, "atlas.html") as opened:
        opened.page.locator("select[name=state]").focus()
        opened.press("Tab")
        assert opened.focused == "kim"
        opened.press("Tab", "Tab", "ArrowDown", "ArrowRight")
        assert opened.focused == "atlas/good.html#kim"
        opened.press("End")
        assert opened.focused == "atlas/good.html#utf-8"
        opened.press("ArrowDown", "ArrowDown")
        assert opened.focused == "atlas/icu.html#utf-8"
        opened.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight")
        assert opened.focused == "atlas/icu.html#utf-8"
        opened.press("Enter")
        opened.page.wait_for_selector("h2:has-text('utf-8')")
        assert opened.page.url.endswith("/atlas/icu.html#utf-8")


def test_one_link_of_the_matrix_is_reached_with_tab(browser: Any, site: Path) -> None:
    with Opened(browser, site, "atlas.html") as opened:
        reached = opened.page.evaluate("[...document.querySelectorAll('tbody a')].filter(link => link.tabIndex === 0).length")
        assert reached == 1


def test_a_family_shows_its_encodings(browser: Any, site: Path) -> None:
    with Opened(browser, site, "atlas.html") as opened:
        shown = "[...document.querySelectorAll('thead th')].filter(cell => !cell.hidden).map(cell => cell.innerText)"
        assert opened.page.evaluate(shown) == ["implementation", "kim", "utf-8"]
        opened.page.locator("thead button").focus()
        opened.press("Enter")
        assert opened.page.evaluate(shown) == ["implementation", "kim", "kim", "kim-count", "utf-8"]
        opened.press("Enter")
        assert opened.page.evaluate(shown) == ["implementation", "kim", "utf-8"]


def test_the_matrix_is_filtered(browser: Any, site: Path) -> None:
    def names() -> list[str]:
        return [each.inner_text() for each in opened.page.locator("tbody th a:visible").all()]

    with Opened(browser, site, "atlas.html") as opened:
        assert names() == [HOSTILE, "good", "icu"]
        opened.page.locator("select[name=state]").select_option("fail")
        assert names() == [HOSTILE]
        opened.page.locator("select[name=state]").select_option("bug")
        assert names() == ["icu"]
        opened.page.locator("select[name=state]").select_option("pass")
        assert (names(), opened.page.locator("output").inner_text()) == (["good"], "1 of 3 implementations")
        opened.page.locator("select[name=state]").select_option("")
        opened.page.locator("input[name=name]").fill("IC")
        assert names() == ["icu"]


def test_a_reason_leads_to_test_vectors_and_bytes(browser: Any, site: Path) -> None:
    with Opened(browser, site, "atlas/icu.html#utf-8") as opened:
        summary = opened.page.locator("details.cases > summary", has_text=str(MANY + 1))
        summary.focus()
        opened.press("Enter")
        opened.page.wait_for_selector("details.cases li")
        assert opened.page.locator("details.cases li").count() == 100
        assert "31 more are left out" in opened.page.locator("details.cases > p").inner_text()
        opened.press("Tab", "Enter")
        told = opened.page.locator("details.cases li dl").first.inner_text().split("\n")
        assert [each for each in told if each] == [
            *("decode", "41 C0 80", "expected", "reject 0 overlong", "got", "ok 0"),
            *("rerun", "conform run -i icu -e utf-8 -k utf-8/by-hand"),
        ]


def test_a_page_of_an_encoding_leads_to_its_test_vectors(browser: Any, site: Path) -> None:
    with Opened(browser, site, "encodings/kim.html") as opened:
        opened.page.locator("details.cases > summary", has_text="written by hand").click()
        opened.page.locator("li summary", has_text="kim/e-acute/decode").click()
        told = opened.page.locator("li details[open] dl").inner_text()
        assert "81 69" in told and "conform run -i reference -e kim -k kim/e-acute/decode" in told


def test_hostile_text_is_only_text(browser: Any, site: Path) -> None:
    with Opened(browser, site, "atlas.html") as opened:
        opened.page.locator("tbody th a", has_text="script").click()
        opened.page.wait_for_selector("h1:has-text('script')")
        assert HOSTILE in opened.page.locator("h1").inner_text()
        for summary in opened.page.locator("details.cases > summary").all():
            summary.click()
        opened.page.wait_for_selector("details.cases li")


def test_the_search_finds_pages(browser: Any, site: Path) -> None:
    with Opened(browser, site, "index.html") as opened:
        opened.page.locator("input[name=q]").first.fill("shortest")
        opened.press("Enter")
        opened.page.wait_for_selector("ul.search li a:text-is('utf-8')")


@pytest.mark.parametrize("width", [360, 1300])
def test_pages_fit_any_screen(browser: Any, site: Path, width: int) -> None:
    with Opened(browser, site, "atlas.html", viewport={"width": width, "height": 700}) as opened:
        for path in ("index.html", "atlas.html", "atlas/icu.html", "encodings/cp437.html", "mutants.html"):
            opened.go(path)
            if path == "atlas.html":
                opened.page.locator("thead button").click()
            assert (path, opened.page.evaluate("document.documentElement.scrollWidth")) == (path, width)


def test_pages_are_dark_where_the_reader_wants_it(browser: Any, site: Path) -> None:
    def grounds(scheme: str) -> list[str]:
        with Opened(browser, site, "atlas.html", color_scheme=scheme) as opened:
            ground = "selector => getComputedStyle(document.querySelector(selector)).backgroundColor"
            return [opened.page.evaluate(ground, selector) for selector in ("body", "td.known")]

    assert grounds("light") == ["rgb(255, 255, 255)", "rgb(253, 244, 225)"]
    assert grounds("dark") == ["rgb(19, 20, 22)", "rgb(43, 35, 19)"]


def test_a_button_chooses_light_or_dark(browser: Any, site: Path) -> None:
    with Opened(browser, site, "index.html", color_scheme="light") as opened:
        opened.page.locator("button.theme-toggle:visible").click()
        opened.page.locator("button.theme-toggle:visible").click()
        chosen = opened.page.evaluate("document.body.dataset.theme")
        assert chosen in ("light", "dark") and chosen == opened.page.evaluate("localStorage.getItem('theme')")
