"""Reading reports, and files that are not reports."""

import json

import pytest
from written import read_all, write

from encoding_conformance.core.identity import check_id, vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Decoded, Rejection, Timeout, Unsupported
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import (
    Cause,
    Deviation,
    DeviationKind,
    Ground,
    Judgement,
    LooksLike,
    Status,
    Verdict,
)
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report.sink import RunContext

HEADER = json.dumps(
    {
        "type": "header",
        "version": 2,
        "harness": "0.1",
        "vectors": "",
        "seed": 0,
        "implementations": {"one": "One 1.0"},
        "encodings": [],
        "patterns": [],
        "not": [],
        "partial": False,
    }
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


def test_what_the_harness_writes_is_read_again(tmp_path) -> None:
    known = Verdict("one", "toy", vector_id("toy", "x"), (), Status.SKIP, str(READS), ground=Ground.DEVIATION, deviation=READS)
    failed = Verdict("one", "toy", vector_id("toy", "y"), (), Status.FAIL, "why")
    found, lines = read_all(write(tmp_path / "x", RunContext("", {"one": "One 1.0"}), [known, failed]))
    assert (found.versions, found.whole) == ({"one": "One 1.0"}, True)
    assert [line.state for line in lines] == [Ground.DEVIATION, Status.FAIL]
    assert lines == [known, failed]


@pytest.mark.parametrize(
    ("verdict", "reason", "ground", "state"),
    [
        ("skip", "known deviation: so it is", '"known deviation"', Ground.DEVIATION),
        ("skip", "does not apply", '"property"', Status.SKIP),
        ("skip", "does not apply", "null", Status.SKIP),
        ("fail", "known deviation: x", "null", Status.FAIL),
    ],
)
def test_the_reason_of_a_known_deviation_is_read_without_that_word(written, verdict, reason, ground, state) -> None:
    line = DEVIATES if state == Ground.DEVIATION else VERDICT
    line = line.replace('"pass"', f'"{verdict}"').replace('"reason": ""', f'"reason": "{reason}"')
    line = line.replace('"ground": null', f'"ground": {ground}')
    _, (found,) = read_all(written(HEADER, line))
    assert (found.state, found.reason) == (state, "so it is" if state == Ground.DEVIATION else reason)


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
    explained = (vector_id("toy", "x"), check_id("toy", "order"))
    named = {**CAUSE, "requirement": "toy/end"}
    asked = Decode("toy", b"\x80"), (Rejection(),), Decoded((0,))
    shown = Verdict("one", "toy", explained[0], (), *Judgement(Status.FAIL), *asked)
    found, _ = read_all(written(HEADER, VERDICT, json.dumps(CAUSE), json.dumps(named), FOOTER))
    assert found.causes == [
        Cause("one", "toy", str(CAUSE["title"]), requirement, explained, shown, LooksLike("game", 2, 1), "")
        for requirement in ("", "toy/end")
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"explains": None},
        {"explains": [5]},
        {"explains": "toy/x"},
        {"title": 5},
        {"encoding": None},
        {"implementation": []},
        {"requirement": 5},
        {"example": {}},
        {"looks_like": {"encoding": "game"}},
    ],
)
def test_a_cause_that_is_none_is_one_clear_line(written, wrong) -> None:
    with pytest.raises(WrongUsage, match=r"x\.jsonl:3: "):
        read_all(written(HEADER, VERDICT, json.dumps(CAUSE | wrong), FOOTER))


PERMITTED = (Decoded((1,)), Rejection(0, "overlong"))
SILENCE = Vector(vector_id("toy", "s"), Decode("toy", b"\x80\x01", (1,)), PERMITTED, ("toy/what",), ())
OUTCOMES = [
    Decoded((1,)),
    Decoded(()),
    Rejection(),
    Rejection(None, "no"),
    Rejection(1, "bad"),
    Unsupported("big"),
    Crash("ended"),
    Timeout("1 s"),
    BrokenProtocol("babble"),
]


def test_what_is_done_in_a_silence_is_read_again(tmp_path) -> None:
    asked = *Judgement(Status.FAIL), SILENCE.operation, SILENCE.permitted
    verdicts = [
        Verdict(str(number), "toy", SILENCE.id, SILENCE.requirements, *asked, outcome) for number, outcome in enumerate(OUTCOMES)
    ]
    assert read_all(write(tmp_path / "x", RunContext("", {}), verdicts))[1] == verdicts


def test_what_was_done_is_read_of_whatever_is_no_plain_pass(tmp_path) -> None:
    lines = [
        (Judgement(Status.PASS), PERMITTED[:1], Decoded((1,))),
        (Judgement(Status.PASS, ground=Ground.SILENCE), PERMITTED, Rejection(0)),
        (Judgement(Status.FAIL), PERMITTED[:1], Decoded((2,))),
        (Judgement(Status.FAIL), PERMITTED[1:], Rejection(1, "said")),
        (Judgement(Status.FAIL), PERMITTED[:1], Crash("ended")),
        (Judgement(Status.SKIP, ground=Ground.NOT_ASKED), PERMITTED[:1], None),
    ]
    x = vector_id("toy", "x")
    verdicts = [Verdict("one", "toy", x, (), *judgement, SILENCE.operation, *outcomes) for judgement, *outcomes in lines]
    _, found = read_all(write(tmp_path / "x", RunContext("", {}), verdicts))
    plain = verdicts[0]._replace(operation=None, expected=(), got=None)
    assert found == [plain, *verdicts[1:]]


SILENT = json.dumps(
    {
        **json.loads(VERDICT),
        "operation": "decode",
        "input": "41",
        "expected": ["ok 41", "reject"],
        "got": "ok 41",
    }
)
LIMITED = HEADER.replace('"seed"', '"limits": {}, "seed"')

NONE = [
    ([], 1, "is empty"),
    (["hello"], 1, "expected a JSON object"),
    (["[1]"], 1, "expected a JSON object"),
    (["[" * 100_000], 1, "expected a JSON object"),
    ([VERDICT], 1, "expected a header"),
    ([HEADER.replace('"version": 2', '"version": 1')], 1, "version 1"),
    ([HEADER.replace('"One 1.0"', "1")], 1, "implementations.one must be string"),
    *(
        ([LIMITED.replace("{},", f"{limits},")], 1, "limits")
        for limits in ("7", '{"one": 7}', '{"one": {"toy": 7}}', '{"one": {"toy": "7G"}}')
    ),
    ([HEADER, VERDICT[:40], FOOTER], 2, "expected a JSON object"),
    ([HEADER, HEADER], 2, "is of type 'header'; expected one of verdict, cause, footer"),
    ([HEADER, VERDICT, VERDICT.replace('"toy/x"', "7")], 3, "id must be string"),
    ([HEADER, VERDICT.replace("pass", "fine")], 2, "verdict must be one of ['pass', 'fail', 'skip', 'error']"),
    ([HEADER, VERDICT.replace('"ground": null', '"ground": "mood"')], 2, "ground must be one of"),
    ([HEADER, VERDICT.replace('"ground": null, ', "")], 2, "the verdict must contain ['ground'] properties"),
    *(
        ([HEADER, DEVIATES.replace(old, new)], 2, "deviation")
        for old, new in [
            ('"bug"', '"fault"'),
            ('"reads on"', "7"),
            ('"toy/b"', "7"),
            ('"since"', '"from"'),
            (json.dumps(DECLARED), "[7]"),
        ]
    ),
    ([HEADER, FOOTER, VERDICT], 3, "a line after the footer"),
    ([HEADER.replace('"version": 2', f'"version": "{"x" * 9999}"')], 1, "is a report of version 'xxx"),
    (
        [HEADER, SILENT.replace('"input": "41"', '"input": null')],
        2,
        "input of 'toy/x' is null; expected the input of its operation",
    ),
    (
        [HEADER, SILENT.replace('"got": "ok 41"', f'"got": "reject {"9" * 5000}"')],
        2,
        "is not an offset; expected at most 19 digits",
    ),
    ([HEADER, SILENT.replace('"41"', '"4"')], 2, "'4'"),
    ([HEADER, SILENT.replace("pass", "fail").replace(', "reject"]', "]").replace('"ok 41",', '"okay",')], 2, "got"),
    ([HEADER, SILENT.replace('"reject"', "7")], 2, "expected[1] must be string"),
    ([HEADER, SILENT.replace('"decode"', '"dance"')], 2, "operation must be one of"),
    ([HEADER, SILENT.replace('"41"', '"\\ud800"')], 2, "input"),
]


@pytest.mark.parametrize(("lines", "line", "said"), NONE)
def test_what_is_no_report_is_told_with_its_line(written, lines, line, said) -> None:
    path = written(*lines, end="\n" if lines else "")
    with pytest.raises(WrongUsage) as told:
        read_all(path)
    assert str(told.value).startswith(f"{path}:{line}: ") and said in str(told.value)
    assert "\n" not in str(told.value)
