"""The folder of findings."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path

import made
import pytest
from made import BUCKET, Seen, finding

import encoding_conformance
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Decoded, Encoded, Malformed, Rejection, Timeout, Unsupported
from encoding_conformance.core.verdict import Deviation, DeviationKind
from encoding_conformance.fuzz.finding import FindingKind, FindingState
from encoding_conformance.fuzz.store import FORMAT, INPUT, RECORD, TEXT, BadFinding, Store, read, record, recorded

SEEN = Seen(Decode("ascii", b"ab\x80", (0, 2)), (Decoded((0x41,)), Rejection(2, "bad-lead")), Decoded(()), "other")
LEAKED = BUCKET._replace(kind=FindingKind.LEAK)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "findings", {"x": "1.2"}, {}, 7)


def folder_of(store: Store, bucket=BUCKET) -> Path:
    return store.folder / bucket.folder


def loaded(store: Store) -> dict:
    other = Store(store.folder, {}, {}, 0)
    other.load()
    return other.findings


def test_a_finding_is_written_at_once_and_read_back_equal(store: Store) -> None:
    one = finding(
        b"\x00\xff", b"", b"B", seen=SEEN, repeats=False, known=Deviation(DeviationKind.BUG, "slow", ("ascii/x",), "1.2")
    )
    assert store.add(one)
    assert read(folder_of(store)) == one
    assert loaded(store) == {BUCKET: one}


OUTCOMES = [
    Decoded((0x41,) * 40),
    Rejection(),
    Rejection(3, "too short"),
    Unsupported("too large"),
    Crash("TypeError: odd", "x.py:decode"),
    Crash("KeyError: 'a in b'"),
    Crash("exited with status 3", complaint="the last words"),
    Timeout("no answer within 5 s", "so slow"),
    BrokenProtocol("babble"),
    Malformed("'-41': expected VALUES"),
]


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_every_outcome_is_read_back_equal(outcome) -> None:
    one = finding(seen=SEEN._replace(outcome=outcome))
    assert recorded(json.loads(json.dumps(record(one)))) == one


@pytest.mark.parametrize("raised", [False, True])
def test_whether_a_crash_was_an_exception_is_read_back(raised: bool) -> None:
    one = finding(seen=SEEN._replace(outcome=Crash("TypeError: odd", "x.py:decode", raised=raised)))
    outcome = recorded(json.loads(json.dumps(record(one)))).outcome
    assert isinstance(outcome, Crash) and outcome.raised == raised


def test_what_was_encoded_is_read_back_equal() -> None:
    one = finding(seen=Seen(Encode("ascii", (0x41, 0x10FFFF)), (Encoded(b"A"), Rejection(1)), Encoded(b""), "other"))
    assert recorded(json.loads(json.dumps(record(one)))) == one


@pytest.mark.parametrize(
    ("format", "said"), [(None, "format None"), (FORMAT + 1, f"format {FORMAT + 1}"), ("new", "format 'new'")]
)
def test_a_finding_of_another_format_is_named_and_stays_as_it_is(store: Store, format, said: str) -> None:
    store.add(finding(b"AB"))
    path = folder_of(store) / RECORD
    old = {**json.loads(path.read_text(encoding="utf-8")), "format": format}
    text = json.dumps({key: value for key, value in old.items() if value is not None})
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFinding, match=f"is a finding of {said}; format {FORMAT} is read here"):
        store.load()
    assert (path.read_text(encoding="utf-8"), (path.parent / INPUT).read_bytes()) == (text, b"AB")


def test_the_text_says_with_which_seed_it_was_found_and_its_state(store: Store) -> None:
    store.add(finding())
    assert "found      seed 7; new\n" in (folder_of(store) / TEXT).read_text(encoding="utf-8")


def test_the_text_of_a_known_encoding_says_what_its_tables_say(tmp_path: Path) -> None:
    store = Store(tmp_path / "findings", {}, made.suite().encodings, 0)
    cut = Seen(Decode("kim", b"\x80"), (Rejection(0, "truncated"),), Decoded(()), "other")
    of_kim = BUCKET._replace(encoding="kim")
    store.add(finding(b"\x80", bucket=of_kim, seen=cut))
    assert "▲▲ the continue bit of 80 is set" in (folder_of(store, of_kim) / TEXT).read_text(encoding="utf-8")


def test_the_folder_has_the_input_and_what_a_person_needs(store: Store) -> None:
    store.add(finding(b"\x00\xff"))
    folder = folder_of(store)
    record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    text = (folder / TEXT).read_text(encoding="utf-8")
    assert (folder / INPUT).read_bytes() == b"\x00\xff"
    assert (record["version"], record["seed"], record["harness"]) == ("1.2", 7, encoding_conformance.__version__)
    assert shlex.join(["conform", "replay", str(folder)]) in text
    assert {path.name for path in folder.iterdir()} == {INPUT, RECORD, TEXT}


def test_the_shorter_input_takes_the_place_of_the_longer(store: Store) -> None:
    assert [store.add(finding(data)) for data in (b"AAA", b"A", b"AA")] == [True, False, False]
    assert read(folder_of(store)).reproducer.data == b"A"


def test_what_went_before_is_gone_with_the_longer_one(store: Store) -> None:
    store.add(finding(b"A", b"1", b"2", b"3"))
    store.add(finding(b"A", b"2"))
    assert read(folder_of(store)).reproducer.before == (b"2",)


def test_inputs_before_keep_their_order(store: Store) -> None:
    before = tuple(bytes([number]) for number in range(64))
    store.add(finding(b"A", *before))
    assert read(folder_of(store)).reproducer.before == before


def test_what_was_told_moves_to_where_it_was_settled(store: Store) -> None:
    store.add(finding(b"AAA", repeats=False))
    store.add(finding(b"A", b"B", bucket=LEAKED), BUCKET)
    assert not folder_of(store).exists()
    assert list(store.findings) == [LEAKED]
    assert read(folder_of(store, LEAKED)).reproducer.before == (b"B",)


def test_what_is_old_stays_where_another_is_settled(store: Store) -> None:
    store.add(finding(b"AA", state=FindingState.STILL))
    store.add(finding(b"A", bucket=LEAKED), BUCKET)
    assert set(store.findings) == {BUCKET, LEAKED}


def test_what_was_told_and_does_not_repeat_gives_way_to_what_does(store: Store) -> None:
    store.add(finding(b"A", repeats=False))
    store.add(finding(b"A", repeats=False), BUCKET)
    store.add(finding(b"AAAA"))
    assert read(folder_of(store)).reproducer.data == b"AAAA"


def test_what_repeats_is_not_lost_to_a_shorter_one_that_does_not(store: Store) -> None:
    store.add(finding(b"AA"))
    store.add(finding(b"Z", repeats=False))
    store.add(finding(b"Z", repeats=False), BUCKET)
    assert (store.findings[BUCKET].reproducer.data, store.findings[BUCKET].repeats) == (b"AA", True)


def test_what_was_settled_is_not_lost_to_what_settles_elsewhere(store: Store) -> None:
    store.add(finding(b"AAA", repeats=False))
    store.add(finding(b"AA"), BUCKET)
    store.add(finding(b"Z", repeats=False))
    store.add(finding(b"Z", b"B", bucket=LEAKED), BUCKET)
    assert {each.bucket: each.reproducer.data for each in store.findings.values()} == {BUCKET: b"AA", LEAKED: b"Z"}


def test_a_fixed_one_that_is_met_again_is_new(store: Store) -> None:
    store.add(finding())
    store.replace(store.findings[BUCKET], FindingState.FIXED)
    assert read(folder_of(store)).state == FindingState.FIXED
    store.add(finding())
    assert read(folder_of(store)).state == FindingState.NEW


RECORDS = {
    "empty": lambda record: "",
    "no JSON": lambda record: "{",
    "a list": lambda record: "[]",
    "null": lambda record: "null",
    "no check": lambda record: json.dumps({key: record[key] for key in record if key != "check"}),
    "no bucket": lambda record: json.dumps({**record, "bucket": {}}),
    "a crash bucket of other things": lambda record: json.dumps({**record, "bucket": {"colour": "red"}}),
    "no outcome": lambda record: json.dumps({key: record[key] for key in record if key != "got"}),
    "a number of permitted": lambda record: json.dumps({**record, "expected": 5}),
    "no UTF-8": lambda record: b"\xff",
    "a class that is a list": lambda record: json.dumps({**record, "bucket": {**record["bucket"], "kind": []}}),
    "a name that is a number": lambda record: json.dumps({**record, "bucket": {**record["bucket"], "implementation": 5}}),
    "a selector that is a number": lambda record: json.dumps({**record, "selector": 5}),
    "a state that is none": lambda record: json.dumps({**record, "state": "odd"}),
    "an input that is none": lambda record: json.dumps({**record, "input": "4"}),
    "an outcome that is none": lambda record: json.dumps({**record, "got": "perhaps"}),
    "an operation that is null": lambda record: json.dumps({**record, "operation": None}),
    "an outcome that is null": lambda record: json.dumps({**record, "got": None}),
    "permitted is a crash": lambda record: json.dumps({**record, "expected": ["crash: x"]}),
    "a check as a number": lambda record: json.dumps({**record, "check": 1}),
    "no format": lambda record: json.dumps({key: record[key] for key in record if key != "format"}),
    "a later format": lambda record: json.dumps({**record, "format": FORMAT + 1}),
    "a text of permitted": lambda record: json.dumps({**record, "expected": "reject"}),
}


@pytest.mark.parametrize("what", RECORDS)
def test_a_broken_record_is_one_clear_line(store: Store, what: str) -> None:
    store.add(finding())
    path = folder_of(store) / RECORD
    text = RECORDS[what](json.loads(path.read_text(encoding="utf-8")))
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    for reading in (lambda: read(path.parent), store.load):
        with pytest.raises(BadFinding) as caught:
            reading()
        assert str(path) in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("name", [INPUT, RECORD])
def test_a_missing_file_is_one_clear_line(store: Store, name: str) -> None:
    store.add(finding())
    (folder_of(store) / name).unlink()
    with pytest.raises(BadFinding, match=name):
        read(folder_of(store))


def test_the_input_is_what_stands_in_its_file(store: Store) -> None:
    store.add(finding(b"AAA"))
    (folder_of(store) / INPUT).write_bytes(b"A")
    assert read(folder_of(store)) == replace(finding(b"AAA"), reproducer=made.finding(b"A").reproducer)


def test_the_file_has_what_is_decoded_wrongly_and_the_check_gets_what_it_makes_that_from(store: Store) -> None:
    one = finding(b"\x80", seen=Seen(Decode("ascii", b"AAA\x80"), (Rejection(3),), Decoded((65,)), "other"))
    store.add(one)
    assert (folder_of(store) / INPUT).read_bytes() == b"AAA\x80"
    assert "input      41 41 41 80\n" in (folder_of(store) / TEXT).read_text(encoding="utf-8")
    assert read(folder_of(store)) == one


def test_there_are_not_endlessly_many(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("encoding_conformance.fuzz.store._MOST", 3)
    added = [store.add(finding(bucket=BUCKET._replace(reason=f"Error{n}"))) for n in range(5)]
    assert (added, store.left_out) == ([True] * 3 + [False] * 2, 2)
    assert not store.add(finding(b"", bucket=BUCKET._replace(reason="Error0")))
    assert store.left_out == 2
