"""What the supervisor of a worker says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import made
import pytest
from made import BUCKET, finding

from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash
from encoding_conformance.fuzz.finding import Finding, FindingKind, bucket_of
from encoding_conformance.fuzz.from_bytes import ANSWERS
from encoding_conformance.fuzz.fuzz_worker import Message
from encoding_conformance.fuzz.put_aside import PutAside
from encoding_conformance.fuzz.store import BadFinding, record
from encoding_conformance.fuzz.supervisor import Claims, Died, Event, Found, Pulse, Supervisor, read_message

KEY = bucket_of(FindingKind.CRASH, "answers", Decode("ascii", b"A"), Crash("x"), "x", ())


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (b"A", "inputs with 41 in them"),
        (b"A" * 70_000, "inputs with 41*70000 in them"),
        (bytes(range(40)), "inputs with 00 01 02 03 04 05 06 07 08 09 …1E 1F 20 21 22 23 24 25 26 27 in them"),
        ("layout", "the check layout"),
        (None, "ascii"),
    ],
)
def test_what_is_put_aside_is_told_on_a_short_line(what: str | bytes | None, told: str) -> None:
    assert str(PutAside(KEY, what)) == f"{KEY} keeps ending its process; asked no more: {told}"


def line(kind: str, content: object) -> bytes:
    return json.dumps([kind, content]).encode()


def test_a_line_about_its_own_implementation_is_read() -> None:
    one = finding(b"A", b"B")
    assert read_message(line("found", record(one)), "x", "ascii") == (Message.FOUND, one)
    assert read_message(line("spent", record(one)), "x", "ascii") == (Message.SPENT, one)


@pytest.mark.parametrize(
    "forged",
    [
        b"",
        b"{",
        b"[]",
        line("odd", None),
        line("found", None),
        line("found", record(finding(bucket=BUCKET._replace(implementation="y")))),
        line("found", record(finding(bucket=BUCKET._replace(encoding="kim")))),
        line("spent", 5),
        line("spent", record(finding(bucket=BUCKET._replace(encoding="kim")))),
        line("found", {**record(finding()), "bucket": {**BUCKET._asdict(), "kind": "odd"}}),
    ],
)
def test_what_no_worker_writes_is_not_read(forged: bytes) -> None:
    with pytest.raises(BadFinding):
        read_message(forged, "x", "ascii")


class OneWorker:
    """A worker that says these things and ends."""

    coverage = 0

    def __init__(self, *said: object):
        self.now = SimpleNamespace(executions=7, features=2, stops=False)
        self._said = said

    def messages(self) -> Iterator[object]:
        yield from self._said


@pytest.fixture
def claims(tmp_path: Path) -> Iterator[Claims]:
    with (tmp_path / "claims").open("w+b") as file:
        yield Claims(file.fileno(), {})


def test_what_ends_a_plug_in_too_often_is_settled_and_put_aside(claims: Claims) -> None:
    told: list[Event] = []
    other = BUCKET._replace(operation="encode")
    small = finding(b"A", bucket=other)
    again = SimpleNamespace(implementation=SimpleNamespace(selector="x"), settled=lambda told, enough, avoided: small)
    supervisor = Supervisor(made.settings_of("ascii"), again, told.append, lambda: False, claims)
    assert supervisor._watch(OneWorker((Message.SPENT, finding(b"BA"))))
    first, settled, aside = told
    assert (first.finding.reproducer.data, first.finding.repeats, first.told) == (b"BA", False, None)
    assert (settled, aside) == (Found(small, BUCKET), PutAside(other, b"A"))


def test_what_one_core_confirms_no_other_core_confirms_unless_its_input_is_shorter(claims: Claims) -> None:
    asked: list[bytes] = []

    def settled(told: Finding, enough: object, avoided: object) -> Finding:
        asked.append(told.reproducer.data)
        return told

    again = SimpleNamespace(implementation=SimpleNamespace(selector="x"), settled=settled)
    for data in (b"AB", b"CD", b"ABC", b"A"):
        supervisor = Supervisor(made.settings_of("ascii"), again, lambda event: None, lambda: False, claims)
        supervisor._watch(OneWorker((Message.FOUND, finding(data)), Died(Crash("x"), ANSWERS.name, data)))
    assert asked == [b"AB", b"AB", b"A", b"A"]  # as a finding, and as the end of the process, which is another crash bucket
    assert set(claims.read().values()) == {1}


def test_a_worker_that_ends_leaves_its_last_progress_and_no_other_goes_on(claims: Claims) -> None:
    told: list[Event] = []
    supervisor = Supervisor(made.settings_of("ascii"), None, told.append, lambda: False, claims)
    assert not supervisor._watch(OneWorker((Message.ENDED, None)))
    assert told == [Pulse(7, 0, 2)]
