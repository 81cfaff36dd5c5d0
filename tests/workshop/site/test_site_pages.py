"""The pages of a site in Markdown: what they are made of, and what becomes of links."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from reported import BUG, CLEAR, HEADER, HOSTILE, LINES, MANY, MUTANTS, known, some_encodings, verdict, written

from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.data_files.suite import Suite
from workshop.site import encodings, home, implementation, manuals, matrix, mutants
from workshop.site.atlas import FAILED, KNOWN, SKIPPED, Atlas, files, read_atlas
from workshop.site.implementation import MOST, Known
from workshop.site.manuals import Page, within
from workshop.site.tables import tables

KNOWN_HERE = Known({}, {}, [], {"icu": [("implementations/icu/REPORT.md", "drops *it*")]})


def data_of(script: str) -> Any:
    return json.loads(script.removeprefix("conformLists(").removesuffix(");\n"))


@pytest.fixture(scope="module")
def suite() -> Suite:
    return some_encodings()


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Atlas:
    return read_atlas(written(tmp_path_factory.mktemp("report") / "x.jsonl"))


@pytest.mark.parametrize(
    "text, expected",
    [
        ("see [a](a.md#x) and [b](b.md#y)", "see [a](a.md#x) and b"),
        ("[up](../up.md), [out](../../out.md)", "[up](../up.md), out"),
        ("[x](#here) <https://e.org> [y](https://e.org/b.md)", "[x](#here) <https://e.org> [y](https://e.org/b.md)"),
        ("![p](p.svg) ![q](q.svg)", "![p](p.svg) "),
        ("`[b](b.md)` and ``[b](b.md) ` `` [b](b.md)", "`[b](b.md)` and ``[b](b.md) ` `` b"),
        ("\\`a\\` [b](b.md) \\`", "\\`a\\` b \\`"),
        ("```\n[b](b.md)\n```\n    [b](b.md)\n[b](b.md)\n<i>[b](b.md)", "```\n[b](b.md)\n```\n    [b](b.md)\nb\n<i>[b](b.md)"),
        ("[a \\] `c`](b.md) | [folder](folder/)", "a \\] `c` | folder"),
    ],
)
def test_a_link_to_a_missing_page_becomes_text(text: str, expected: str) -> None:
    assert within(text, "docs/page.md", {"docs/a.md", "docs/p.svg", "up.md"}) == expected


def test_a_report_for_upstream_is_a_page_with_its_facts() -> None:
    drafts = {manuals.path_of(draft.path): draft for draft in manuals.drafts()}
    for page in manuals.report_pages():
        assert page.text.startswith("# ") and "seen_in:" not in page.text
        assert f"| state | {drafts[page.path].state}" in page.text


@pytest.mark.parametrize(
    "data, expected",
    [
        ([{"a": "1"}, {"b": "2"}], "| a | b |\n| --- | --- |\n| `1` |  |\n|  | `2` |\n"),
        (
            {"initial": "40", "rows": [{"a": "1"}]},
            "| form |  |\n| --- | --- |\n| initial | `40` |\n\nform, rows:\n\n| a |\n| --- |\n| `1` |\n",
        ),
    ],
)
def test_tables_of_any_form_are_shown(data, expected: str) -> None:
    assert "\n".join(tables("form", data)) == expected


def test_a_table_of_bytes_shows_printable_characters() -> None:
    lines = list(tables("table", {"00": " ".join(f"{n:X}" for n in range(16)), "A0": "-- 7C 3B1 300 " + "41 " * 12}))
    assert lines[0].startswith("| byte | \\_0 | \\_1 |")
    assert lines[3].startswith("| **A\\_** |  | \\|<br>`7C` | α<br>`3B1` | `300` | A<br>`41` |")


def test_names_become_files() -> None:
    names = {"a.js": "a.js", "a/b": "a_b", "a_b": "a_b_2", "A_B": "A_B_3", ".hidden": "_hidden", "x" * 99: "x" * 80}
    assert files(list(names)) == names


def test_verdicts_are_counted_and_grouped_by_reason(atlas: Atlas) -> None:
    assert atlas.implementations == [HOSTILE, "good", "icu"]
    assert atlas.units["good", "utf-8"] == {"pass": 1}
    assert atlas.units["icu", "utf-8"] == {"pass": 1, "known": MANY + 1}
    ((reason, cases),) = atlas.reasons(("icu", "utf-8"))
    assert reason == (KNOWN, "bug", BUG["what"], ("utf-8/shortest-form",), "3.1", BUG["url"])
    assert [str(case.id) for case in cases[:2]] == ["utf-8/by-hand", "utf-8/edge/known-0"]
    (caused,) = atlas.reasons((HOSTILE, "utf-8"))
    assert caused[0] == (FAILED, "fail", "decode refuses <A>", ("utf-8/one-byte",), "", "") and len(caused[1]) == 2
    assert atlas.reasons((HOSTILE, "kim"))[0][0][:3] == (FAILED, "fail", HOSTILE)


def test_reasons_are_in_order(tmp_path: Path) -> None:
    lines = [
        verdict("x", "kim", "skipped", "skip", ground="limit", reason="far"),
        known("x", "kim", "chosen", deviation={**BUG, "kind": "choice"}),
        known("x", "kim", "bug"),
        known("x", "kim", "bug-again", deviation={**BUG, "requirements": ["kim/two-bytes"]}),
        verdict("x", "kim", "error", "error", reason="babble"),
    ]
    found = read_atlas(written(tmp_path / "x.jsonl", lines)).reasons(("x", "kim"))
    expected = [(FAILED, "error", 1), (KNOWN, "bug", 2), (KNOWN, "choice", 1), (SKIPPED, "limit", 1)]
    assert [(reason.state, reason.kind, len(cases)) for reason, cases in found] == expected
    assert found[1][0].requirements == ("kim/two-bytes", "utf-8/shortest-form")


def test_the_matrix_counts_in_symbols_and_words(atlas: Atlas) -> None:
    families = {"kim": "kim", "kim-count": "kim", "utf-8": "utf-8"}
    page = matrix.page(atlas, "1.0.0 0123", families, {"icu": "ICU's <converters>"})
    label = f'aria-label="icu, utf-8: 1 passed, {MANY + 1} known deviations"'
    assert label in page and f'<span class="known">≠{MANY + 1}</span>' in page
    assert 'aria-label="good, kim: 2 passed"' in page and 'title="ICU&#39;s &lt;converters&gt;"' in page
    assert "**" not in page


@pytest.mark.parametrize(
    "header, warning",
    [
        ({"encodings": ["kim"]}, "**The report is of some encodings or test vectors only.**"),
        ({"vectors": "0.9.0 44"}, "**The pages of the encodings show other test vectors than these: `1.0.0 0123`.**"),
    ],
)
def test_the_matrix_warns_of_another_or_a_partial_report(tmp_path: Path, header, warning: str) -> None:
    report = written(tmp_path / "x.jsonl", header=HEADER | header)
    assert warning in matrix.page(read_atlas(report), "1.0.0 0123", {}, {})


def test_the_first_page_has_a_map_of_the_atlas(suite: Suite, atlas: Atlas) -> None:
    page = home.page(suite, atlas, 7, {"Suite": ["encodings.md"]}, {"kim": "kim", "kim-count": "kim"})
    assert "\n- [**7** reports for upstream](reports.md)\n" in page
    assert f"\n- [**{len(atlas.implementations)}** implementations in the atlas](atlas.md)\n" in page
    _, _, utf_8 = page.partition("<span>utf-8</span>")
    assert f'title="icu, utf-8: 1 passed, {MANY + 1} known deviations"' in utf_8
    assert utf_8.index('class="known"') < utf_8.index('class="pass"')


def test_without_a_report_there_is_no_map_and_the_atlas_says_how_to_make_one(suite: Suite) -> None:
    assert "atlas-map" not in home.page(suite, None, 7, {}, {})
    assert "    conform run -i all --json atlas.jsonl.gz\n" in matrix.page(None, "1.0.0 0123", {}, {})


def test_a_page_of_an_implementation_has_an_example_of_each_reason(atlas: Atlas) -> None:
    text = implementation.page(atlas, "icu", KNOWN_HERE)
    assert "ICU 72.1\n\nReports for upstream: [drops \\*it\\*](../implementations/icu/REPORT.md)." in text
    bug = "**known deviation, bug**: takes \\<any\\> \\*byte\\* (utf-8/shortest-form); since 3.1; <https://example.org/1>"
    assert bug in text
    assert "For example, `decode 41 C0 80`: expected `reject 0 overlong`, got `ok 0`." in text
    assert "<summary>skipped, limit: beyond the declared max_value FF: 1 test vector or check</summary>" in text
    assert "All test vectors and checks that could be run held." in text


def test_a_script_has_at_most_some_cases_and_counts_the_rest(atlas: Atlas) -> None:
    data = data_of(implementation.script(atlas, "icu", "utf-8"))
    (reason,) = data["lists"]
    assert (data["rerun"], data["every"]) == ("conform run -i icu -e utf-8 -k", "conform run -i icu -e utf-8 --json FILE")
    assert (len(reason["items"]), reason["more"]) == (MOST, MANY + 1 - MOST)
    case = [["decode", "41 C0 80"], ["expected", "reject 0 overlong"], ["got", "ok 0"]]
    assert reason["items"][0] == ["utf-8/by-hand", case]


def test_a_script_has_the_test_vectors_of_an_encoding(suite: Suite) -> None:
    by_hand, edges = data_of(encodings.script(suite, "kim"))["lists"]
    assert len(by_hand["items"]) + len(edges["items"]) == len(suite.by_id("kim"))
    vector = dict(by_hand["items"])["kim/e-acute/decode"]
    assert vector[:2] == [["decode", "81 69"], ["expected", "ok E9"]] and vector[2][0] == "requirements"
    assert edges["items"] and all(id.startswith("kim/edge/") for id, _ in edges["items"])


def test_the_page_of_causes(atlas: Atlas, tmp_path: Path) -> None:
    page = implementation.causes_page(atlas, KNOWN_HERE)
    assert f"]({atlas.page(HOSTILE)}.md#utf-8) | utf-8 | decode refuses \\<A\\> | utf-8/one-byte | 2 |" in page
    without = read_atlas(written(tmp_path / "x.jsonl", LINES[:3]))
    assert "Every failure in the report is declared" in implementation.causes_page(without, KNOWN_HERE)


def test_a_page_of_an_encoding_has_its_tables_properties_and_requirements(suite: Suite, atlas: Atlas) -> None:
    text = encodings.page(suite, "utf-8", atlas)
    assert "| `80..7FF` | `110xxxxx 10xxxxxx` |" in text
    assert "| bytes that never occur | `C0..C1 F5..FF` |" in text
    assert "| self-synchronizing | claimed | Notes, UTF-8 |" in text
    assert "[utf-8/shortest-form](../requirements.md#utf-8shortest-form)" in text
    assert "`conform explain utf-8 decode E0 A0 80` prints:" in text and "The x's are 0000 100000 000000 = 800." in text
    assert f"| [icu](../atlas/icu.md#utf-8) | 1 | {MANY + 1} | 0 | 0 |" in text
    assert "No test vector of this encoding has several permitted outcomes." in text


def test_a_page_of_an_encoding_has_its_silences(suite: Suite) -> None:
    text = encodings.page(suite, "kim", None)
    assert "A value with leading 80 bytes, a longer form than needed, may be read or rejected. " in text
    assert "such as `decode 80 41`: `ok 41` or `reject 0 overlong`" in text
    assert "## Implementations" not in text


def test_every_encoding_is_in_the_overview(suite: Suite) -> None:
    listed = encodings.overview(suite, None)
    assert [
        id for id in suite.encodings if f"[{id}](encodings/{id}.md)" not in listed or f"\nencodings/{id}\n" not in listed
    ] == []


def test_the_page_of_mutants_lists_what_kills_them(suite: Suite, tmp_path: Path) -> None:
    lines = mutants.page(mutants.read(written(tmp_path / "m", MUTANTS)), suite.requirements).splitlines()
    clear = f"[{CLEAR}](requirements.md#kimlast-byte-clear)"
    assert f"| `kim/last-byte-taken` | {clear}, kim/unknown | 3 | `by-hand`, `third` |" in lines
    assert f"| `kim/lost-at-a-cut` | {clear} | 0 | `check/chunks` |" in lines
    rows = ["| [kim](#kim) | 2 | 1 | 1 | 0 |", "| [cp437](#cp437) | 1 | 0 | 0 | 1 |", "| all | 3 | 1 | 1 | 1 |"]
    assert [line for line in lines if line.startswith(("| [", "| all"))] == rows


@pytest.mark.parametrize("text", ["", "no\n", "{}\n[]\n{}\n", "{}\n{}\n{}\n"])
def test_another_file_is_not_read_as_mutants(text: str, tmp_path: Path) -> None:
    (tmp_path / "m").write_text(text)
    with pytest.raises(WrongUsage, match="m: expected the mutants that "):
        mutants.read(tmp_path / "m")


def test_every_page_is_in_the_table_of_contents() -> None:
    made = ["atlas.md", "encodings.md", "museum.md"]
    found = home.groups([Page("docs/a.md", "# a"), Page("README.md", "# x")], made)
    assert list(found.values()) == [["atlas.md"], ["encodings.md", "museum.md"], ["docs/a.md"], ["README.md"]]
