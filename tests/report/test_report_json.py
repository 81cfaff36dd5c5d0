"""The JSON report: what docs/report.schema.json says of it, compressed or not, and read back."""

import gzip
import json
from pathlib import Path

import jsonschema
import pytest
from written import read_all, write

from encoding_conformance.adapters.manifest import Implementation, Support, Way
from encoding_conformance.checks.catalogue import LAYOUT
from encoding_conformance.core.identity import check_id, read_id
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.notation import input_text, outcome_text, read_operation, read_outcome
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Malformed, Rejection, Timeout, Unsupported
from encoding_conformance.core.verdict import (
    Blame,
    Deviation,
    DeviationKind,
    Ground,
    Judgement,
    Status,
    Verdict,
)
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report import jsonlines, reading
from encoding_conformance.report.jsonlines import JsonLines, lines
from encoding_conformance.report.reading import objects
from encoding_conformance.report.sink import RunContext
from encoding_conformance.runner.plan import Selection
from encoding_conformance.runner.unit import Parameters

SCHEMA = json.loads((Path(reading.__file__).with_name("report.schema.json")).read_text(encoding="utf-8"))
LARGEST = {("mine", "kim"): 0x7FFF, ("mine", "ascii"): (1 << 68) - 1, ("other", "kim"): 0}
IMPLEMENTATIONS = {
    name: Implementation(
        name,
        f"{name.title()} codec",
        Path(),
        Way.PROCESS,
        encodings={id: Support(Limits(value)) for (owner, id), value in LARGEST.items() if owner == name},
    )
    for name in ("mine", "other")
}
RUN = RunContext(
    f"1.0.0 {'0' * 32}",
    {"mine": '1.0 "quoted" é'},
    Parameters(seed=7),
    ("kim",),
    Selection(("kim/*",)),
    implementations=IMPLEMENTATIONS,
)

LONG = Decode("kim", b"\x41" * 32769 + b"\xc4\x80\x00")
CASES = [
    (LONG, "41*32769 C4 80 00"),
    (Encode("kim", (0x1F468, 0x200D)), "1F468 200D"),
    (Encode("kim", ()), "-"),
    (Decode("utf-8", b"\xf0\x9f\x92\xa9", (1, 3)), "F0 / 9F 92 / A9"),
    (Decode("utf-8", b"\xf0", (0, 1, 1)), "- / F0 / - / -"),
]
X, Y, Z, N, M, START = (read_id("kim", f"kim/{local}") for local in ("x", "y", "check/z", "n", "m", "start"))
KNOWN = Deviation(DeviationKind.LIMIT, "31 bits", ("kim/a",))
VERDICTS = [
    Verdict("mine", "kim", X, ("kim/a",), *Judgement(Status.PASS), LONG, (Rejection(32769, "truncated"),), Rejection(32769)),
    Verdict(
        "mine", "kim", Y, (), *Judgement(Status.FAIL, 'said "no"\n'), CASES[1][0], (Encoded(b"\x81"),), Rejection(None, "\\")
    ),
    Verdict("mine", "kim", Z, (), *Judgement(Status.SKIP, "does not apply", ground=Ground.PROPERTY)),
    Verdict("mine", "kim", X, (), Status.SKIP, str(KNOWN), ground=Ground.DEVIATION, deviation=KNOWN),
    Verdict(
        "mine", "kim", N, (), *Judgement(Status.SKIP, "not asked: given up", ground=Ground.NOT_ASKED), LONG, (Rejection(32769),)
    ),
    Verdict("mine", "kim", M, (), *Judgement(Status.FAIL, "malformed: no"), LONG, (Rejection(32769),), Malformed("no")),
    Verdict("mine", "kim", N, (), Status.SKIP, "stale", ground=Ground.STALE),
    Verdict("mine", "kim", M, (), Status.FAIL, "stale", ground=Ground.STALE),
    Verdict("mine", "kim", START, (), *Judgement(Status.ERROR, "it does not start", Blame.ADAPTER), got=Crash("ended")),
]


def written(path: Path) -> Path:
    return write(path, RUN, VERDICTS)


@pytest.mark.parametrize(("operation", "text"), CASES)
def test_inputs_are_in_the_notation_and_read_back(operation, text) -> None:
    assert input_text(operation) == text
    assert read_operation(operation.kind, operation.encoding, text) == operation


@pytest.mark.parametrize(
    "outcome",
    [
        Decoded((0x41,) * 9),
        Decoded(()),
        Rejection(3, "cut off"),
        Rejection(),
        Unsupported("too big"),
        Crash("x"),
        Timeout("5 s"),
        Malformed("'-41': expected VALUES"),
    ],
)
def test_outcomes_are_read_back(outcome) -> None:
    assert read_outcome("decode", outcome_text(outcome)) == outcome


def test_every_line_is_as_the_schema_has_it(tmp_path: Path) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    found = [json.loads(line) for line in lines(written(tmp_path / "report.jsonl"))]
    assert [each["type"] for each in found] == ["header", *["verdict"] * len(VERDICTS), "footer"]
    for each in found:
        validator.validate(each)
    assert found[1]["input"] == "41*32769 C4 80 00"
    assert [each["ground"] for each in found[1:-1]] == [
        None,
        None,
        Ground.PROPERTY,
        Ground.DEVIATION,
        Ground.NOT_ASKED,
        None,
        Ground.STALE,
        Ground.STALE,
        None,
    ]
    deviation = {"kind": "limit", "what": "31 bits", "requirements": ["kim/a"], "since": "", "url": ""}
    assert [each["deviation"] for each in found[1:-1]] == [None, None, None, deviation, *[None] * 5]
    assert found[4]["reason"] == "known deviation: limit: 31 bits (kim/a)"
    assert found[-1] == {"type": "footer", "pass": 1, "fail": 3, "skip": 4, "error": 1, "not_asked": 1}
    assert (found[2]["reason"], found[2]["got"]) == ('said "no"\n', "reject - \\")


def test_limits_are_read_back_and_what_lies_beyond_them_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    write(path, RUN, [VERDICTS[0], *[VERDICTS[2]._replace(reason="beyond", ground=Ground.LIMIT)] * 2])
    found = [json.loads(line) for line in lines(path)]
    assert found[0]["titles"] == {"mine": "Mine codec", "other": "Other codec"}
    assert found[0]["limits"] == {"mine": {"kim": "7FFF", "ascii": "F{17}"}, "other": {"kim": "0"}}
    assert found[-1] == {"type": "footer", "pass": 1, "fail": 0, "skip": 2, "error": 0, "beyond_limits": 2}
    for each in found:
        jsonschema.Draft202012Validator(SCHEMA).validate(each)
    assert read_all(path)[0].largest == LARGEST


def test_the_schema_has_every_ground() -> None:
    assert SCHEMA["$defs"]["verdict"]["properties"]["ground"]["enum"] == [*Ground, None]


def test_a_stale_deviation_is_read_back_as_a_note_or_a_failure(tmp_path: Path) -> None:
    found = read_all(written(tmp_path / "report.jsonl"))[1][6:8]
    assert [line.state for line in found] == [Ground.STALE, Status.FAIL]


def test_the_schema_has_every_kind_of_deviation() -> None:
    assert SCHEMA["$defs"]["deviation"]["properties"]["kind"]["enum"] == [*DeviationKind]


def test_a_compressed_report_has_the_same_lines(tmp_path: Path) -> None:
    plain, packed = written(tmp_path / "report.jsonl"), written(tmp_path / "report.jsonl.gz")
    assert list(lines(packed)) == list(lines(plain))
    assert packed.stat().st_size < plain.stat().st_size


def test_a_file_that_is_not_compressed_as_its_name_says_is_no_report(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl.gz").write_text("{}\n")
    with pytest.raises(WrongUsage, match="though its name says so"):
        read_all(tmp_path / "x.jsonl.gz")


@pytest.mark.parametrize("line", [b" " * (1 << 25), b"{}\n" * 100])
def test_a_report_that_expands_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: bytes) -> None:
    monkeypatch.setattr(jsonlines, "LARGEST", 250)
    (tmp_path / "x.jsonl.gz").write_bytes(gzip.compress(line))
    with pytest.raises(WrongUsage, match=r"x.jsonl.gz: has a line of more than 16,777,216 bytes, or more than 250 bytes in all"):
        for _ in objects(tmp_path / "x.jsonl.gz", lines(tmp_path / "x.jsonl.gz")):
            pass


def test_two_runs_do_not_write_the_same_report(tmp_path: Path) -> None:
    for name in ("x.jsonl", "x.jsonl.gz"):
        first, second = JsonLines(tmp_path / name), JsonLines(tmp_path / name)
        first.begin(RUN)
        with pytest.raises(WrongUsage, match=f"{name}: another run writes this report; name another file"):
            second.begin(RUN)
        first.close()
        write(tmp_path / name, RUN, VERDICTS)
        assert read_all(tmp_path / name)[0].whole


def test_a_path_that_is_not_utf_8_can_be_written(tmp_path: Path) -> None:
    path = write(tmp_path / "x.jsonl", RUN, [VERDICTS[1]._replace(reason="/tmp/\udcff")])
    assert json.loads(list(lines(path))[1])["reason"] == "/tmp/\udcff"


def test_a_compressed_report_that_was_cut_off_keeps_its_whole_lines(tmp_path: Path) -> None:
    whole = gzip.decompress(written(tmp_path / "report.jsonl.gz").read_bytes())
    packed = gzip.compress(whole)
    (tmp_path / "cut.jsonl.gz").write_bytes(packed[: len(packed) * 2 // 3])
    assert not read_all(tmp_path / "cut.jsonl.gz")[0].whole


LAYOUT_HELD = Verdict("mine", "utf-8", check_id("utf-8", LAYOUT), (), Status.PASS)


@pytest.mark.parametrize(
    ("other", "proved"),
    [
        (Judgement(Status.PASS), {"proved": {"mine": ["utf-8", "kim"]}}),
        (Judgement(Status.SKIP, ground=Ground.LIMIT), {"proved": {"mine": ["utf-8", "kim"]}}),
        (Judgement(Status.FAIL), {"proved": {"mine": ["kim"]}}),
        (Judgement(Status.ERROR), {"proved": {"mine": ["kim"]}}),
        (Judgement(Status.SKIP, ground=Ground.DEVIATION), {"proved": {"mine": ["kim"]}}),
        (Judgement(Status.SKIP, ground=Ground.NOT_ASKED), {"proved": {"mine": ["kim"]}}),
    ],
)
def test_the_footer_names_encodings_in_which_layout_held_and_nothing_failed(tmp_path: Path, other, proved) -> None:
    kim = LAYOUT_HELD._replace(encoding="kim", id=check_id("kim", LAYOUT))
    unproved = LAYOUT_HELD._replace(encoding="ascii", id=check_id("ascii", "chunks"))
    last = Verdict("mine", "utf-8", check_id("utf-8", "chunks"), (), *other)
    *_, footer = map(json.loads, lines(write(tmp_path / "x.jsonl", RUN, [LAYOUT_HELD, kim, unproved, last])))
    assert {"proved": footer["proved"]} == proved
    jsonschema.Draft202012Validator(SCHEMA).validate(footer)
