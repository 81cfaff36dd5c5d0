"""The JSON report: what report.schema.json says of it, compressed or not, and read back."""

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
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Crash, Decoded, Malformed, Rejection, Valid
from encoding_conformance.core.verdict import Blame, Deviation, DeviationKind, Ground, Judgement, Status, Verdict
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report import jsonlines, reading
from encoding_conformance.report.jsonlines import JsonLines, lines
from encoding_conformance.report.reading import objects
from encoding_conformance.report.sink import RunContext
from encoding_conformance.runner.plan import Selection
from encoding_conformance.runner.unit import Parameters

SCHEMA = json.loads((Path(reading.__file__).with_name("report.schema.json")).read_text(encoding="utf-8"))
LARGEST = {("mine", "kim"): 0x7FFF, ("mine", "ascii"): (1 << 68) - 1}
OFFERED = {id: Support(Limits(value)) for (_, id), value in LARGEST.items()}
MINE = Implementation("mine", "Mine codec", Path(), Way.PROCESS, encodings=OFFERED)
EDITION, VERSIONS = f"1.0.0 {'0' * 32}", {"mine": '1.0 "quoted" é'}
RUN = RunContext(EDITION, VERSIONS, Parameters(seed=7), ("kim",), Selection(("kim/*",)), implementations={"mine": MINE})

LONG = Decode("kim", b"\x41" * 32769 + b"\xc4\x80\x00")
KNOWN = Deviation(DeviationKind.LIMIT, "31 bits", ("kim/a",))


def verdict(local: str, *judgement, operation=None, expected=(), got=None, deviation=None) -> Verdict:
    judged = Judgement(*judgement)
    return Verdict("mine", "kim", read_id("kim", f"kim/{local}"), (), *judged, operation, expected, got, deviation=deviation)


ASKED = {"operation": LONG, "expected": (Rejection(32769, "truncated"),)}
VERDICTS = [
    verdict("x", Status.PASS, **ASKED, got=Rejection(32769)),
    verdict("y", Status.FAIL, 'said "no"\n', operation=Encode("kim", (0x1F468,)), got=Rejection(None, "\\")),
    verdict("check/z", Status.SKIP, "does not apply", None, Ground.PROPERTY),
    verdict("x", Status.SKIP, str(KNOWN), None, Ground.DEVIATION, deviation=KNOWN),
    verdict("n", Status.SKIP, "not asked: given up", None, Ground.NOT_RUN, **ASKED),
    verdict("m", Status.FAIL, "malformed: no", **ASKED, got=Malformed("no")),
    verdict("v", Status.FAIL, "accepted", **ASKED, got=Valid()),
    verdict("start", Status.ERROR, "it does not start", Blame.ADAPTER, got=Crash("ended")),
]


def written(path: Path) -> Path:
    return write(path, RUN, VERDICTS)


def test_every_line_has_the_fields_of_its_schema(tmp_path: Path) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    found = [json.loads(line) for line in lines(written(tmp_path / "report.jsonl"))]
    assert [each["type"] for each in found] == ["header", *["verdict"] * len(VERDICTS), "footer"]
    for each in found:
        validator.validate(each)
    assert found[1]["input"] == "41*32769 C4 80 00"
    grounds = [None, None, Ground.PROPERTY, Ground.DEVIATION, Ground.NOT_RUN, None, None, None]
    assert [each["ground"] for each in found[1:-1]] == grounds
    deviation = {"kind": "limit", "what": "31 bits", "requirements": ["kim/a"], "since": "", "url": ""}
    assert [each["deviation"] for each in found[1:-1]] == [None, None, None, deviation, None, None, None, None]
    assert found[4]["reason"] == "known deviation: limit: 31 bits (kim/a)"
    assert (found[-2]["blame"], found[-2]["got"]) == ("adapter", "crash: ended")
    assert found[-1] == {"type": "footer", "pass": 1, "fail": 3, "skip": 3, "error": 1, "not_asked": 1}
    assert (found[2]["reason"], found[2]["got"]) == ('said "no"\n', "reject - \\")


def test_limits_are_read_back_and_what_lies_beyond_them_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    write(path, RUN, [VERDICTS[0], *[VERDICTS[2]._replace(reason="beyond", ground=Ground.LIMIT)] * 2])
    found = [json.loads(line) for line in lines(path)]
    assert found[0]["titles"] == {"mine": "Mine codec"}
    assert found[0]["limits"] == {"mine": {"kim": "7FFF", "ascii": "F{17}"}}
    assert found[-1] == {"type": "footer", "pass": 1, "fail": 0, "skip": 2, "error": 0, "beyond_limits": 2}
    for each in found:
        jsonschema.Draft202012Validator(SCHEMA).validate(each)
    assert read_all(path)[0].largest == LARGEST


def test_the_schema_has_every_ground_and_kind_of_deviation() -> None:
    defined = SCHEMA["$defs"]
    assert defined["verdict"]["properties"]["ground"]["enum"] == [*Ground, None]
    assert defined["deviation"]["properties"]["kind"]["enum"] == [*DeviationKind]


def test_a_compressed_report_has_the_same_lines_up_to_where_it_was_cut_off(tmp_path: Path) -> None:
    plain, packed = written(tmp_path / "report.jsonl"), written(tmp_path / "report.jsonl.gz")
    assert list(lines(packed)) == list(lines(plain))
    assert packed.stat().st_size < plain.stat().st_size
    whole = gzip.compress(plain.read_bytes())
    packed.write_bytes(whole[: len(whole) * 2 // 3])
    assert not read_all(packed)[0].whole
    packed.write_bytes(b"{}\n")
    with pytest.raises(WrongUsage, match="though its name says so"):
        read_all(packed)


@pytest.mark.parametrize("line", [b" " * (1 << 25), b"{}\n" * 100])
def test_a_report_that_expands_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: bytes) -> None:
    monkeypatch.setattr(jsonlines, "LARGEST", 250)
    (tmp_path / "x.jsonl.gz").write_bytes(gzip.compress(line))
    with pytest.raises(WrongUsage, match=r"x.jsonl.gz: has a line of more than 16,777,216 bytes, or more than 250 bytes in all"):
        for _ in objects(tmp_path / "x.jsonl.gz", lines(tmp_path / "x.jsonl.gz")):
            pass


def test_outcomes_in_a_report_that_stand_for_too_much_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_MOST_EXPANDED", 10)
    write(tmp_path / "x.jsonl", RUN, [verdict("x", Status.FAIL, operation=LONG, got=Decoded((0x41,) * 6)) for _ in range(2)])
    with pytest.raises(WrongUsage, match=r"x.jsonl:2: inputs and outcomes up to here stand for more than 10 bytes and values"):
        read_all(tmp_path / "x.jsonl")


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


@pytest.mark.parametrize(
    ("other", "is_proved"),
    [
        ((Status.PASS, None), True),
        ((Status.SKIP, Ground.LIMIT), True),
        ((Status.FAIL, None), False),
        ((Status.ERROR, None), False),
        ((Status.SKIP, Ground.DEVIATION), False),
        ((Status.SKIP, Ground.NOT_RUN), False),
    ],
)
def test_the_footer_names_encodings_in_which_layout_held_and_nothing_failed(tmp_path: Path, other, is_proved: bool) -> None:
    verdicts = [
        Verdict("mine", "utf-8", check_id("utf-8", LAYOUT), (), Status.PASS),
        Verdict("mine", "kim", check_id("kim", LAYOUT), (), Status.PASS),
        Verdict("mine", "ascii", check_id("ascii", "chunks"), (), Status.PASS),
        Verdict("mine", "utf-8", check_id("utf-8", "chunks"), (), other[0], ground=other[1]),
    ]
    *_, footer = map(json.loads, lines(write(tmp_path / "x.jsonl", RUN, verdicts)))
    assert footer["proved"] == {"mine": ["utf-8", "kim"] if is_proved else ["kim"]}
    jsonschema.Draft202012Validator(SCHEMA).validate(footer)
