"""Reading reports, and files that are not reports."""

import json

import pytest
from written import read_all, write

from encoding_conformance.core.identity import check_id, vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Decoded, Rejection, Timeout, Unsupported
from encoding_conformance.core.verdict import Cause, Deviation, DeviationKind, Ground, Judgement, LooksLike, Status, Verdict
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report.sink import RunContext

ASKED = {"encodings": [], "patterns": [], "not": [], "partial": False}
HEADER = json.dumps(
    {"type": "header", "version": 2, "harness": "0.1", "vectors": "", "seed": 0, "implementations": {"one": "One 1.0"}, **ASKED}
)
NOTHING = {"blame": None, "operation": None, "input": None, "expected": [], "got": None, "ground": None, "deviation": None}
ABOUT = {"type": "verdict", "implementation": "one", "encoding": "toy", "id": "toy/x", "requirements": []}
VERDICT = json.dumps({**ABOUT, "verdict": "pass", "reason": "", **NOTHING})
FOOTER = json.dumps({"type": "footer", "pass": 0, "fail": 0, "skip": 0, "error": 0})
READS = Deviation(DeviationKind.BUG, "reads on", ("toy/a", "toy/b"), "1.2")
DECLARED = {"kind": "bug", "what": "reads on", "requirements": ["toy/a", "toy/b"], "since": "1.2", "url": ""}
DEVIATES = VERDICT.replace('"deviation": null', f'"deviation": {json.dumps(DECLARED)}')


@pytest.fixture
def written(tmp_path):
    def write(*lines: str, end: str = "\n"):
        path = tmp_path / "x.jsonl"
        path.write_text("\n".join(lines) + end, encoding="utf-8")
        return path

    return write


X = vector_id("toy", "x")
ONE, SILENT = (Decoded((1,)),), (Decoded((1,)), Rejection(0, "overlong"))
FAIL = Judgement(Status.FAIL)
ANSWERS = [Decoded((1,)), Decoded(()), Rejection(), Rejection(None, "no"), Rejection(1, "bad"), Unsupported("big")]
FAILURES = [Crash("ended"), Timeout("1 s"), BrokenProtocol("babble")]


def test_verdicts_are_read_as_they_were_written(tmp_path) -> None:
    """Of an operation that gave the only permitted outcome, the outcomes are not read."""
    operation = Decode("toy", b"\x80\x01", (1,))
    rows = [(FAIL, SILENT, outcome) for outcome in (*ANSWERS, *FAILURES)]
    rows += [
        (Judgement(Status.PASS, ground=Ground.SILENCE), SILENT, Rejection(0)),
        (Judgement(Status.SKIP, ground=Ground.NOT_RUN), ONE, None),
        (Judgement(Status.PASS), ONE, Decoded((1,))),
    ]
    known = Verdict("one", "toy", X, (), Status.SKIP, str(READS), ground=Ground.DEVIATION, deviation=READS)
    verdicts = [known, *(Verdict("one", "toy", X, (), *judgement, operation, *outcomes) for judgement, *outcomes in rows)]
    found, lines = read_all(write(tmp_path / "x", RunContext("", {"one": "One 1.0"}), verdicts))
    assert (found.versions, found.whole) == ({"one": "One 1.0"}, True)
    assert lines == [*verdicts[:-1], verdicts[-1]._replace(operation=None, expected=(), got=None)]


@pytest.mark.parametrize(
    ("verdict", "reason", "ground", "state", "read"),
    [
        ("skip", "known deviation: so it is", "known deviation", Ground.DEVIATION, "so it is"),
        ("skip", "property: none", "property", Status.SKIP, "property: none"),
        ("skip", "stale", "stale deviation", Ground.STALE, "stale"),
        ("fail", "stale", "stale deviation", Status.FAIL, "stale"),
        ("fail", "known deviation: x", None, Status.FAIL, "known deviation: x"),
    ],
)
def test_only_the_ground_of_a_known_deviation_leaves_its_reason(written, verdict, reason, ground, state, read) -> None:
    line = {**json.loads(DEVIATES if state == Ground.DEVIATION else VERDICT), "verdict": verdict, "reason": reason}
    _, (found,) = read_all(written(HEADER, json.dumps({**line, "ground": ground})))
    assert (found.state, found.reason) == (state, read)


@pytest.mark.parametrize("piece", ["", VERDICT[:40]], ids=["between lines", "in a line"])
def test_a_report_without_its_footer_is_cut_off(written, piece) -> None:
    found, lines = read_all(written(HEADER, VERDICT, piece, end=""))
    assert (found.whole, len(lines)) == (False, 1)


CAUSE = {
    "type": "cause",
    "implementation": "one",
    "encoding": "toy",
    "title": "decode accepts what is ill-formed",
    "requirement": None,
    "explains": ["toy/x", "toy/check/order"],
    "example": {"id": "toy/x", "operation": "decode", "input": "80", "expected": ["reject"], "got": "ok 0"},
    "looks_like": {"encoding": "game", "explained": 2, "missing": 1},
    "declaration": None,
}


def test_causes_are_read_with_the_ids_that_they_explain(written) -> None:
    explained = (X, check_id("toy", "order"))
    shown = Verdict("one", "toy", X, (), *FAIL, Decode("toy", b"\x80"), (Rejection(),), Decoded((0,)))
    named = json.dumps({**CAUSE, "requirement": "toy/end"})
    found, _ = read_all(written(HEADER, VERDICT, json.dumps(CAUSE), named, FOOTER))
    assert found.causes == [
        Cause("one", "toy", str(CAUSE["title"]), requirement, explained, shown, LooksLike("game", 2, 1), "")
        for requirement in ("", "toy/end")
    ]


PASSED = {"operation": "decode", "input": "41", "expected": ["ok 41", "reject"], "got": "ok 41"}


def passed(**other) -> list[str]:
    return [HEADER, json.dumps({**json.loads(VERDICT), **PASSED, **other})]


def limited(limits: str) -> list[str]:
    return [HEADER.replace('"seed"', f'"limits": {limits}, "seed"')]


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        ([], 1, "is empty"),
        (["hello"], 1, "expected a JSON object"),
        (["[1]"], 1, "expected a JSON object"),
        (["[" * 100_000], 1, "expected a JSON object"),
        ([VERDICT], 1, "expected a header"),
        ([HEADER.replace('"version": 2', '"version": 1')], 1, "version 1"),
        ([HEADER.replace('"version": 2', f'"version": "{"x" * 9999}"')], 1, "is a report of version 'xxx"),
        ([HEADER.replace('"One 1.0"', "1")], 1, "implementations.one must be string"),
        (limited('{"one": {"toy": 7}}'), 1, "limits"),
        (limited('{"one": {"toy": "7G"}}'), 1, "limits"),
        ([HEADER, VERDICT[:40], FOOTER], 2, "expected a JSON object"),
        ([HEADER.replace('"seed": 0', '"seed": 1e999')], 1, "seed must be integer"),
        ([HEADER, FOOTER.replace('"pass": 0', '"pass": 1e999')], 2, "pass must be integer"),
        ([HEADER, HEADER], 2, "is of type 'header'; expected one of verdict, cause, footer"),
        ([HEADER, FOOTER, VERDICT], 3, "a line after the footer"),
        ([HEADER, VERDICT, VERDICT.replace('"toy/x"', "7")], 3, "id must be string"),
        ([HEADER, VERDICT.replace("pass", "fine")], 2, "verdict must be one of ['pass', 'fail', 'skip', 'error']"),
        ([HEADER, VERDICT.replace('"ground": null, ', "")], 2, "the verdict must contain ['ground'] properties"),
        ([HEADER, DEVIATES.replace('"bug"', '"fault"')], 2, "deviation cannot be validated"),
        ([HEADER, json.dumps({**CAUSE, "explains": [5]})], 2, "explains[0] must be string"),
        ([HEADER, json.dumps({**CAUSE, "example": {}})], 2, "example must contain"),
        ([HEADER, json.dumps({**CAUSE, "looks_like": {"encoding": "game"}})], 2, "looks_like"),
        (passed(input=None), 2, "input of 'toy/x' is null; expected the input of its operation"),
        (passed(input="4"), 2, "'4'"),
        (passed(input="\ud800"), 2, "input"),
        (passed(operation="dance"), 2, "operation must be one of"),
        (passed(expected=["ok 41", 7]), 2, "expected[1] must be string"),
        (passed(got=f"reject {'9' * 5000}"), 2, "is not an offset; expected at most 19 digits"),
        (passed(got="okay"), 2, "got cannot be validated"),
    ],
)
def test_the_message_about_a_file_that_is_no_report_is_one_line(written, lines, line, said) -> None:
    path = written(*lines, end="\n" if lines else "")
    with pytest.raises(WrongUsage) as raised:
        read_all(path)
    message = str(raised.value)
    assert message.startswith(f"{path}:{line}: ") and said in message
    assert "\n" not in message
