"""The page of a run: every failure is on it once, it is light however many there are, and it works by keyboard."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import runs_with_causes

from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.notation import read_operation, read_outcome
from encoding_conformance.core.verdict import Judgement, Status, Verdict
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.models import permitted
from encoding_conformance.report.boxes import BoxedFailure, boxed
from encoding_conformance.report.html import Page, Rows, rows

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run")


def shown(suite: Suite, encoding: str, kind: str, input: str, got: str) -> BoxedFailure:
    operation = read_operation(kind, encoding, input)
    known = suite.encodings[encoding]
    judgement, outcome = Judgement(Status.FAIL), read_outcome(operation.kind, got)
    id, expected = vector_id(encoding, "x"), permitted(known, operation)
    return boxed(Verdict("x", encoding, id, (), *judgement, operation, expected, outcome), known)


def words(boxes: Any) -> str:
    return " ".join(f"{box.text}:{box.role}" for box in boxes)


@pytest.mark.parametrize(
    ("encoding", "kind", "input", "got", "expected"),
    [
        ("utf-8", "decode", "41 C3 A9 C3", "ok -", "41:single C3:lead A9:trail C3:fault"),
        ("utf-8", "decode", "41 / C3 A9", "ok 41", "41:single /:cut C3:fault A9:fault"),
        ("utf-8", "encode", "41 D800", "ok 41", "41:value D800:fault"),
        ("kim-text", "decode", "01 C4 80 00", "ok 41", "01:count C4:fault 80:fault 00:fault"),
        ("utf-8", "decode", "41", "reject 1", "41:single :fault"),
    ],
)
def test_the_boxes_of_an_input_have_the_roles_of_its_bytes(suite: Suite, encoding, kind, input, got, expected) -> None:
    assert words(shown(suite, encoding, kind, input, got).input) == expected


def test_the_boxes_of_two_results_show_the_first_difference(suite: Suite) -> None:
    failure = shown(suite, "utf-8", "decode", "41 C3 A9 42", "ok 41 E8 42")
    (expected_outcome,), got = failure.expected, failure.got
    assert (expected_outcome.text, words(expected_outcome.boxes)) == ("ok", "41:value E9:fault 42:value")
    assert (got.text, words(got.boxes)) == ("ok", "41:value E8:fault 42:value")
    assert got.names == "LATIN CAPITAL LETTER A, LATIN SMALL LETTER E WITH GRAVE, LATIN CAPITAL LETTER B"


def test_the_bytes_of_results_have_roles_too(suite: Suite) -> None:
    failure = shown(suite, "utf-8", "encode", "E9 20AC", "ok C3 A9 E2 82")
    (expected_outcome,), got = failure.expected, failure.got
    assert words(expected_outcome.boxes) == "C3:lead A9:trail E2:lead 82:trail AC:fault"
    assert words(got.boxes) == "C3:lead A9:trail E2:lead 82:trail"


@pytest.mark.parametrize(
    ("encoding", "kind", "input", "got", "expected"),
    [
        ("utf-8", "encode", "41 E9 42", "ok 41 C3 A8 42", {0xE9}),
        ("utf-8", "encode", "41*70000 E9", "ok 41*70000 C3 A8", {0xE9}),
        ("utf-8", "decode", "41 C3 A9", "reject 1", {0xE9}),
        ("utf-8", "decode", "41 C3 A9", "ok 41 E8", {0xE9}),
        ("utf-8", "decode", "41 ED A0 80", "ok 41 D800", {0xD800}),
        ("utf-8", "decode", "41 C3 A9", "crash: x", {0x41, 0xE9}),
        ("utf-8", "decode", "41*99 C3 A9", "crash: x", set()),
        ("utf-8", "encode", "110000", "ok -", set()),
        ("utf-8", "decode", "C3", "ok -", set()),
    ],
)
def test_the_code_points_that_fail(suite: Suite, encoding, kind, input, got, expected) -> None:
    assert shown(suite, encoding, kind, input, got).failing == expected


def test_code_points_that_fail_are_joined_to_rows() -> None:
    assert list(rows([0, 1, 0x100, 0x101, 0x200, 0x1FFFF, 0x20000, 0x10FFFF])) == [
        Rows(0, 0, 2, 4),
        Rows(0, 2, 1, 1),
        Rows(1, 255, 1, 1),
        Rows(2, 0, 1, 1),
        Rows(16, 255, 1, 1),
    ]


def test_every_failure_is_on_the_page_once(suite: Suite) -> None:
    verdicts, causes = runs_with_causes.two_causes(suite)
    page = Page(verdicts, causes, suite)
    examples = [str(each.cause.example.id) for unit in page.units for each in unit.causes]
    listed = [member[1] for members in page.lists for member in members if len(member) > 4]
    assert [len(unit.causes) for unit in page.units] == [2, 1]
    failed = [str(verdict.id) for verdict in verdicts if verdict.status == "fail"]
    assert sorted([*examples, *listed]) == sorted(failed)
    assert [len(page.lists[each.list_index]) for each in page.deviations] == [5, 5]


def test_nothing_in_the_data_is_markup(suite: Suite, tmp_path: Path) -> None:
    text = runs_with_causes.page_of(suite, *runs_with_causes.two_causes(suite), tmp_path / "x.html").read_text(encoding="utf-8")
    assert "<script>alert" not in text and "<i>" not in text
    data = text.partition('id="data">')[2].partition("</script>")[0]
    assert runs_with_causes.HOSTILE in str(json.loads(data)["lists"])


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


def test_what_is_folded_away_is_made_when_it_is_opened(opened: Opened) -> None:
    summary = "article details.list > summary"
    assert opened.count("details.list li") == 0
    opened.press(summary)
    opened.page.wait_for_selector("details.list li")
    assert opened.count("details.list li") == 60
    assert opened.count("li dl") == 0
    opened.press("li summary")
    opened.page.wait_for_selector("li dl")
    told = opened.page.locator("li dl").inner_text()
    assert "the continue bit of 80 is set, and nothing follows" in told and "conform run -i my-kim -e kim -k kim/cut-1" in told
    opened.press(summary, " ")
    opened.page.wait_for_selector("details.list li", state="detached")


def test_the_filter_works_by_keyboard(opened: Opened) -> None:
    assert opened.seen("output") == ["3 causes"]
    opened.choose("encoding", "utf")
    assert opened.seen("output") == ["1 of 3 causes"]
    assert opened.seen("article h3") == ["1 encode writes E9 as E8 4 failures"]
    assert opened.seen("h2") == ["Counts", "Causes", "my-kim: utf-8"]
    opened.choose("encoding", "all")
    opened.choose("requirement", "kim/last-c")
    assert opened.seen("article h3") == ["2 decode accepts values above 10FFFF 3 failures"]
    opened.choose("requirement", "all")
    opened.choose("verdict", "skip")
    assert opened.seen("article h3") == []
    assert len(opened.seen("details.list > summary")) == 2


def test_the_filter_holds_within_a_list_that_is_open(opened: Opened) -> None:
    opened.press("section:last-of-type > details.list > summary")
    opened.page.wait_for_selector("details.list li")
    opened.choose("encoding", "utf")
    assert opened.count("details.list li") == 0


def test_hostile_text_is_only_text(opened: Opened) -> None:
    for place in range(opened.count("details.list")):
        opened.page.locator("details.list > summary").nth(place).press("Enter")
    opened.page.wait_for_selector("code:text('utf-8/alone')")
    opened.page.locator("summary:has(code:text('utf-8/alone'))").press("Enter")
    opened.page.wait_for_selector("li dl")
    assert runs_with_causes.HOSTILE in opened.page.locator("li dl").inner_text()
    assert (opened.count("script"), opened.count("i")) == (2, 0)


def test_the_planes_show_what_fails(opened: Opened) -> None:
    assert opened.count("svg .plane") == 17
    titles = opened.page.locator("svg title").evaluate_all("titles => titles.map(title => title.textContent)")
    assert titles == ["0000 to 00FF: 2 code points"]


def test_ten_thousand_failures_stay_light(browser: Any, pages: dict[str, Path]) -> None:
    assert pages["ten thousand"].stat().st_size < 4 << 20
    with Opened(browser, pages["ten thousand"]) as opened:
        assert opened.count("*") < 300
        opened.press("article details.list > summary")
        opened.page.wait_for_selector("details.list li")
        assert opened.count("details.list li") == 200
        opened.press("details.list > button")
        assert opened.count("details.list li") == 400
        assert opened.page.evaluate("document.activeElement.textContent").startswith("utf-8/v201 ")
        assert opened.wrong == []


@pytest.mark.parametrize("width", [320, 1100])
def test_the_page_fits_any_screen(browser: Any, pages: dict[str, Path], width: int) -> None:
    with Opened(browser, pages["two causes"], viewport={"width": width, "height": 700}) as opened:
        opened.press("article:nth-of-type(2) details.list > summary")
        opened.page.wait_for_selector("details.list li")
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_page_is_dark_where_the_reader_wants_it(browser: Any, pages: dict[str, Path]) -> None:
    def ground(scheme: str) -> str:
        with Opened(browser, pages["two causes"], color_scheme=scheme) as opened:
            return str(opened.page.evaluate("getComputedStyle(document.body).backgroundColor"))

    assert (ground("light"), ground("dark")) == ("rgb(255, 255, 255)", "rgb(20, 23, 28)")


def test_below_each_cause_stands_what_the_specification_does_with_its_example(opened: Opened) -> None:
    assert opened.count("details.steps") == opened.count("article") == 3
    assert opened.seen(".explained .step") == []
    opened.press("details.steps > summary")
    opened.page.wait_for_selector(".explained .step")
    (step,) = opened.seen("article:first-of-type .explained .step")
    assert "truncated" in step and "80" in step
