"""The page of a run: every failure is on it once, it is light however many there are, and it works by keyboard."""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import runs_with_causes

from encoding_conformance.core.verdict import Cause, Verdict
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.report.failure import cause_lines

Run = Callable[[Suite], tuple[list[Verdict], list[Cause]]]

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run")


def written(suite: Suite, tmp_path: Path, run: Run = runs_with_causes.two_causes) -> str:
    return runs_with_causes.page_of(suite, *run(suite), tmp_path / "x.html").read_text(encoding="utf-8")


def test_every_failure_is_on_the_page_once(suite: Suite, tmp_path: Path) -> None:
    text, (verdicts, causes) = written(suite, tmp_path), runs_with_causes.two_causes(suite)
    listed = map(html.unescape, re.findall(r"<li><code>(\S+)</code>", text))
    examples = [str(cause.example.id) for cause in causes if f"-k {cause.example.id}</span>" in text]
    bad = [str(verdict.id) for verdict in verdicts if verdict.status == "fail" or verdict.ground]
    assert sorted([*examples, *listed]) == sorted(bad)


def test_the_heading_has_the_date_the_implementation_and_its_version(suite: Suite, tmp_path: Path) -> None:
    head = written(suite, tmp_path).partition("<header>")[2].partition("</header>")[0]
    assert re.search(r"my-kim \(1\.0\)\.\s+\d{4}-\d\d-\d\d, harness ", head)


def test_a_cause_has_the_lines_of_the_screen(suite: Suite, tmp_path: Path) -> None:
    _, causes = runs_with_causes.two_causes(suite)
    page = re.sub(r"<[^>]+>", "", written(suite, tmp_path))
    for cause in causes:
        for line in cause_lines(cause, suite.requirements, suite.encodings[cause.encoding]):
            assert html.escape(str(line), quote=False) in page.replace("&#39;", "'").replace("&#34;", '"')


def test_hostile_text_is_only_text(suite: Suite, tmp_path: Path) -> None:
    text = written(suite, tmp_path)
    assert "<script>alert" not in text and "<i>" not in text
    assert html.escape(runs_with_causes.HOSTILE) in text


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if not CHROMIUM:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def pages(suite: Suite, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    runs = {"two causes": runs_with_causes.two_causes, "ten thousand": runs_with_causes.ten_thousand}
    return {name: runs_with_causes.page_of(suite, *run(suite), folder / f"{name}.html") for name, run in runs.items()}


class Opened:
    """A page in a browser, and what went wrong in it."""

    def __init__(self, browser: Any, path: Path, **how: Any):
        self.page = browser.new_page(**how)
        self.wrong: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.wrong.append(dialog.message), dialog.dismiss()))
        self.page.on("request", lambda request: self.wrong.append(request.url) if request.url != path.as_uri() else None)
        self.page.goto(path.as_uri())

    def __enter__(self) -> Opened:
        return self

    def __exit__(self, *error: object) -> None:
        self.page.close()

    def count(self, selector: str) -> int:
        return int(self.page.locator(selector).count())

    def choose(self, name: str, keys: str) -> None:
        """Moves to a filter with the keyboard, and types the beginning of what to choose."""
        self.page.locator(f"select[name={name}]").focus()
        self.page.keyboard.type(keys)
        self.page.keyboard.press("Tab")

    def seen(self, selector: str) -> list[str]:
        return [each.inner_text() for each in self.page.locator(f"{selector}:visible").all()]

    def press(self, selector: str, key: str = "Enter") -> None:
        self.page.locator(selector).first.focus()
        self.page.keyboard.press(key)


@pytest.fixture
def opened(browser: Any, pages: dict[str, Path]) -> Iterator[Opened]:
    with Opened(browser, pages["two causes"]) as each:
        yield each
        assert each.wrong == []


def test_the_filter_works_by_keyboard(opened: Opened) -> None:
    opened.choose("encoding", "utf")
    assert opened.seen("output") == ["1 of 3 causes"]
    assert opened.seen("article h3") == ["1 encode writes E9 as E8 5 failures"]
    assert opened.seen("section h2") == ["my-kim: utf-8"]
    opened.choose("encoding", "all")
    opened.choose("requirement", "kim/last-c")
    assert opened.seen("output") == ["1 of 3 causes"]
    assert opened.seen("article h3") == ["2 decode accepts values above 10FFFF 3 failures"]


def test_the_page_can_be_read_without_javascript(browser: Any, pages: dict[str, Path]) -> None:
    with Opened(browser, pages["two causes"], java_script_enabled=False) as opened:
        assert opened.seen("form") == []
        opened.press("article details:last-of-type > summary")
        assert len(opened.seen("article li")) == 60


def test_ten_thousand_failures_stay_light(pages: dict[str, Path]) -> None:
    assert pages["ten thousand"].stat().st_size < 4 << 20


@pytest.mark.parametrize("width", [320, 1100])
def test_the_page_fits_any_screen(browser: Any, pages: dict[str, Path], width: int) -> None:
    with Opened(browser, pages["two causes"], viewport={"width": width, "height": 700}) as opened:
        opened.press("article:nth-of-type(2) details:last-of-type > summary")
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_page_is_dark_where_the_reader_wants_it(browser: Any, pages: dict[str, Path]) -> None:
    def ground(scheme: str) -> str:
        with Opened(browser, pages["two causes"], color_scheme=scheme) as opened:
            return str(opened.page.evaluate("getComputedStyle(document.body).backgroundColor"))

    assert (ground("light"), ground("dark")) == ("rgb(255, 255, 255)", "rgb(20, 23, 28)")


def test_below_each_cause_stands_what_the_specification_does_with_its_example(opened: Opened) -> None:
    assert opened.count("article > details:first-of-type") == opened.count("article") == 3
    assert opened.seen("details pre") == []
    opened.press("article > details:first-of-type > summary")
    (steps,) = opened.seen("details pre")
    assert "truncated" in steps and "80" in steps
