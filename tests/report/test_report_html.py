"""The page of a run: every failure is on it once, it is light however many there are, and it works by keyboard."""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from runs_with_causes import HOSTILE, one_cause_of, page_of, two_causes

from encoding_conformance.data_files.suite import Suite
from encoding_conformance.report.failure import cause_lines

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run")


@pytest.fixture(scope="module")
def page(suite: Suite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return page_of(suite, *two_causes(suite), tmp_path_factory.mktemp("page") / "x.html")


@pytest.fixture(scope="module")
def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_every_failure_is_on_the_page_once(suite: Suite, text: str) -> None:
    verdicts, causes = two_causes(suite)
    listed = map(html.unescape, re.findall(r"<li><code>(\S+)</code>", text))
    examples = [str(cause.example.id) for cause in causes if f"-k {cause.example.id}</span>" in text]
    bad = [str(verdict.id) for verdict in verdicts if verdict.status == "fail" or verdict.ground]
    assert sorted([*examples, *listed]) == sorted(bad)


def test_the_heading_has_the_date_the_implementation_and_its_version(text: str) -> None:
    head = text.partition("<header>")[2].partition("</header>")[0]
    assert re.search(r"my-kim \(1\.0\)\.\s+\d{4}-\d\d-\d\d, harness ", head)


def test_a_cause_has_the_lines_of_the_screen(suite: Suite, text: str) -> None:
    plain = re.sub(r"<[^>]+>", "", text).replace("&#39;", "'").replace("&#34;", '"')
    for cause in two_causes(suite)[1]:
        for line in cause_lines(cause, suite.requirements, suite.encodings[cause.encoding]):
            assert html.escape(str(line), quote=False) in plain


def test_hostile_text_is_only_text(text: str) -> None:
    assert "<script>alert" not in text and "<i>" not in text
    assert html.escape(HOSTILE) in text


def test_many_failures_stay_light(suite: Suite, tmp_path: Path) -> None:
    assert page_of(suite, *one_cause_of(suite, 1000), tmp_path / "x.html").stat().st_size < 420_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if not CHROMIUM:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()


@contextmanager
def opened(browser: Any, path: Path, **how: Any) -> Iterator[Any]:
    """Opens the page. Nothing may go wrong in it, and it may load nothing."""
    page, wrong = browser.new_page(**how), []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: wrong.append(request.url) if request.url != path.as_uri() else None)
    page.goto(path.as_uri())
    yield page
    page.close()
    assert wrong == []


def seen(page: Any, selector: str) -> list[str]:
    return [each.inner_text() for each in page.locator(f"{selector}:visible").all()]


def choose(page: Any, name: str, keys: str) -> None:
    """Moves to a filter with the keyboard, and types the beginning of what to choose."""
    page.locator(f"select[name={name}]").focus()
    page.keyboard.type(keys)
    page.keyboard.press("Tab")


def expand(page: Any, details: str) -> None:
    page.locator(f"{details} > summary").first.press("Enter")


def test_the_filter_works_by_keyboard(browser: Any, page: Path) -> None:
    with opened(browser, page) as shown:
        choose(shown, "encoding", "utf")
        assert seen(shown, "output") == ["1 of 3 causes"]
        assert seen(shown, "article h3") == ["1 encode writes E9 as E8 5 failures"]
        assert seen(shown, "section h2") == ["my-kim: utf-8"]
        choose(shown, "encoding", "all")
        choose(shown, "requirement", "kim/last-c")
        assert seen(shown, "output") == ["1 of 3 causes"]
        assert seen(shown, "article h3") == ["2 decode accepts values above 10FFFF 3 failures"]


def test_the_steps_of_an_example_open_below_its_cause(browser: Any, page: Path) -> None:
    with opened(browser, page) as shown:
        assert shown.locator("article > details:first-of-type").count() == shown.locator("article").count() == 3
        assert seen(shown, "details pre") == []
        expand(shown, "article > details:first-of-type")
        (steps,) = seen(shown, "details pre")
        assert "truncated" in steps and "80" in steps


def test_the_page_can_be_read_without_javascript(browser: Any, page: Path) -> None:
    with opened(browser, page, java_script_enabled=False) as shown:
        assert seen(shown, "form") == []
        expand(shown, "article details:last-of-type")
        assert len(seen(shown, "article li")) == 60


@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 23, 28)")])
def test_the_page_fits_a_phone_in_the_colours_of_the_reader(browser: Any, page: Path, scheme: str, ground: str) -> None:
    with opened(browser, page, color_scheme=scheme, viewport={"width": 320, "height": 700}) as shown:
        assert shown.evaluate("getComputedStyle(document.body).backgroundColor") == ground
        expand(shown, "article:nth-of-type(2) details:last-of-type")
        assert shown.evaluate("document.documentElement.scrollWidth") <= 320
