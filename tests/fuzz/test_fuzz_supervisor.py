"""What the supervisor of a worker says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import SimpleNamespace

import made
import pytest
from made import BUCKET, finding

from encoding_conformance.core.identity import LawId
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash
from encoding_conformance.fuzz.finding import FindingKind, bucket_of
from encoding_conformance.fuzz.fuzz_worker import Message
from encoding_conformance.fuzz.put_aside import PutAside
from encoding_conformance.fuzz.store import BadFinding, record
from encoding_conformance.fuzz.supervisor import Event, Found, Pulse, Supervisor, read_message

KEY = bucket_of(FindingKind.CRASH, "answers", Decode("ascii", b"A"), Crash("x"), "x", ())


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (b"A", "inputs with 41 in them"),
        (b"A" * 70_000, "inputs with 41*70000 in them"),
        (bytes(range(40)), "inputs with 00 01 02 03 04 05 06 07 08 09 …1E 1F 20 21 22 23 24 25 26 27 in them"),
        (LawId("layout", "a-law"), "the law layout#a-law"),
        (None, "ascii"),
    ],
)
def test_what_is_put_aside_is_told_on_a_short_line(what: LawId | bytes | None, told: str) -> None:
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


def test_what_ends_a_plug_in_too_often_is_settled_and_put_aside() -> None:
    told: list[Event] = []
    other = BUCKET._replace(operation="encode")
    small = finding(b"A", bucket=other)
    again = SimpleNamespace(registered=SimpleNamespace(selector="x"), settled=lambda told, enough, avoided: small)
    supervisor = Supervisor(made.settings_of("ascii"), again, told.append, lambda: False)
    assert supervisor._watch(OneWorker((Message.SPENT, finding(b"BA"))))
    first, settled, aside = told
    assert (first.finding.reproducer.data, first.finding.repeats, first.told) == (b"BA", False, None)
    assert (settled, aside) == (Found(small, BUCKET), PutAside(other, b"A"))


def test_a_worker_that_ends_leaves_its_last_progress_and_no_other_goes_on() -> None:
    told: list[Event] = []
    supervisor = Supervisor(made.settings_of("ascii"), None, told.append, lambda: False)
    assert not supervisor._watch(OneWorker((Message.ENDED, None)))
    assert told == [Pulse(7, 0, 2)]
