"""What a worker reports about its findings."""

from __future__ import annotations

import json
from typing import Any

import made
import pytest

from encoding_conformance.adapters.manifest import Way
from encoding_conformance.fuzz.finding import Finding, FindingKind
from encoding_conformance.fuzz.from_bytes import ANSWERS
from encoding_conformance.fuzz.fuzz_worker import Message, Worker
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.fuzz.store import BadFinding, recorded
from reference_codecs import CODECS


class Crashing:
    """ASCII, but it crashes on B."""

    encode = CODECS["ascii"].encode

    def decode(self, data: bytes) -> list[int]:
        return {}[data] if b"B" in data else CODECS["ascii"].decode(data)


def told_of(*inputs: bytes, known: dict | None = None, kind: Way = Way.PYTHON) -> tuple[list[Finding], list[tuple[Message, Any]]]:
    """The findings for these inputs, and the lines in which a worker reports them."""
    told: list[tuple[Message, Any]] = []
    settings = made.settings_of("ascii", kind, known=known or {})
    worker = Worker(settings, Journal(), lambda kind, content: told.append((kind, content)))
    found: list[Finding] = []
    target = made.target_on("ascii", Crashing(), found)
    for data in inputs:
        worker.execute(target, data)
    for one in found:
        worker.found(one)
    return found, told


def test_a_plug_in_that_ends_too_often_ends_its_worker_which_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ended(Exception):
        pass

    def end(status: int) -> None:
        raise Ended(status)

    monkeypatch.setattr("encoding_conformance.fuzz.fuzz_worker._PATIENCE", {FindingKind.CRASH: 3})
    monkeypatch.setattr("os._exit", end)
    told: list[tuple[Message, Any]] = []
    worker = Worker(made.settings_of("ascii", Way.PROCESS), Journal(), lambda kind, content: told.append((kind, content)))
    for data in (b"B", b"AB"):
        worker.found(made.finding(data))
    with pytest.raises(Ended, match="0"):
        worker.found(made.finding(b"ABA"))
    assert [(kind, content["data"]) for kind, content in told] == [(Message.FOUND, "42"), (Message.SPENT, "414241")]


def test_a_codec_in_the_process_is_asked_however_often_it_fails() -> None:
    _, told = told_of(*[b"B"] * 200)
    assert Message.SPENT not in {kind for kind, _ in told}


def test_what_is_shorter_is_told_again_and_what_is_longer_is_not() -> None:
    _, told = told_of(b"BBB", b"B", b"BB")
    answers = [line["data"] for kind, line in told if kind == Message.FOUND and line["check"] == ANSWERS.name]
    assert answers == ["424242", "42"]


def test_what_is_known_is_not_told() -> None:
    found, _ = told_of(b"B")
    known = {each.bucket: 1 for each in found}
    assert Message.FOUND not in {kind for kind, _ in told_of(b"B", b"BB", known=known)[1]}


def test_what_a_worker_tells_is_heard_as_it_was_found() -> None:
    (first, *_), told = told_of(b"B")
    line = next(line for kind, line in told if kind == Message.FOUND)
    assert recorded(json.loads(json.dumps(line))) == first


@pytest.mark.parametrize("damage", [{"check": 1}, {"data": "4"}, {"input": "4"}, {"got": "perhaps"}, {"operation": "dance"}])
def test_what_no_worker_tells_is_not_believed(damage: dict) -> None:
    _, told = told_of(b"B")
    line = next(line for kind, line in told if kind == Message.FOUND)
    with pytest.raises(BadFinding):
        recorded({**line, **damage})
