"""Reports read again, and what is none."""

import json

import pytest

from harness.compare.recorded import DEVIATION, Line
from harness.core.verdict import FAIL, KNOWN_DEVIATION, SKIP, Judgement, Verdict
from harness.report.jsonlines import JsonLines
from harness.report.reading import NotAReport, read
from harness.report.summary import Summary

HEADER = '{"type": "header", "version": 1, "implementations": {"one": "One 1.0"}}'
VERDICT = (
    '{"type": "verdict", "implementation": "one", "encoding": "toy", "id": "toy/x", "verdict": "pass", "reason": ""}'
)
FOOTER = '{"type": "footer"}'


@pytest.fixture
def written(tmp_path):
    def write(*lines: str, end: str = "\n"):
        path = tmp_path / "x.jsonl"
        path.write_text("\n".join(lines) + end, encoding="utf-8")
        return path

    return write


def test_what_the_harness_writes_is_read_again(tmp_path) -> None:
    with JsonLines(tmp_path / "x", 0, {"one": "One 1.0"}) as file:
        file.add(Verdict("one", "toy", "toy/x", (), Judgement(SKIP, KNOWN_DEVIATION + "so it is")))
        file.add(Verdict("one", "toy", "toy/y", (), Judgement(FAIL, "why")))
        file.footer(Summary())
    found = read(tmp_path / "x")
    assert (found.versions, found.whole) == ({"one": "One 1.0"}, True)
    assert [line.state for line in found.lines] == [DEVIATION, FAIL]
    assert found.lines[1] == Line("one", "toy", "toy/y", FAIL, "why")


@pytest.mark.parametrize("piece", ["", VERDICT[:40]], ids=["between lines", "in a line"])
def test_a_report_without_its_footer_is_cut_off(written, piece) -> None:
    found = read(written(HEADER, VERDICT, piece, end=""))
    assert (found.whole, len(found.lines)) == (False, 1)


NONE = [
    ([], 1, "is empty"),
    (["hello"], 1, "is no JSON object"),
    (["[1]"], 1, "is no JSON object"),
    (["[" * 100_000], 1, "is no JSON object"),
    ([VERDICT], 1, "is no header"),
    ([HEADER.replace("1,", "2,")], 1, "version 2"),
    ([HEADER.replace('"One 1.0"', "1")], 1, "`implementations`"),
    ([HEADER, VERDICT[:40], FOOTER], 2, "is no JSON object"),
    ([HEADER, HEADER], 2, "neither a verdict nor a footer"),
    ([HEADER, VERDICT, VERDICT.replace('"toy/x"', "7")], 3, "without the text `id`"),
    ([HEADER, VERDICT.replace("pass", "fine")], 2, "'fine' is no verdict"),
    ([HEADER, FOOTER, VERDICT], 3, "behind the footer"),
]


@pytest.mark.parametrize(("lines", "line", "said"), NONE, ids=[said for _, _, said in NONE])
def test_what_is_no_report_is_told_with_its_line(written, lines, line, said) -> None:
    path = written(*lines, end="\n" if lines else "")
    with pytest.raises(NotAReport) as told:
        read(path)
    assert str(told.value).startswith(f"{path}:{line}: ") and said in str(told.value)
    assert "\n" not in str(told.value)
