"""What a worker reports about its findings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import made
import pytest

from encoding_conformance.core.identity import LawId
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.fuzz.engine import Settings
from encoding_conformance.fuzz.finding import Finding
from encoding_conformance.fuzz.fuzz_worker import Message, Worker
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.fuzz.law_inputs import ANSWERS
from encoding_conformance.fuzz.store import NotARecord, recorded
from reference_codecs import CODECS


class Crashing:
    """ASCII, but it crashes on B."""

    encode = CODECS["ascii"].encode

    def decode(self, data: bytes) -> list[int]:
        return {}[data] if b"B" in data else CODECS["ascii"].decode(data)


def told_of(*inputs: bytes, known: dict | None = None) -> tuple[list[Finding], list[tuple[Message, Any]]]:
    """The findings for these inputs, and the lines in which a worker reports them."""
    settings = Settings(
        None,
        made.encoding("ascii"),
        NO_LIMITS,
        None,
        "plain",
        Path(),
        Path(),
        0,
        float("inf"),
        float("inf"),
        64,
        -1,
        known or {},
    )
    told: list[tuple[Message, Any]] = []
    worker = Worker(settings, Journal(-1), lambda kind, content: told.append((kind, content)))
    found: list[Finding] = []
    target = made.target_on("ascii", Crashing(), found)
    for data in inputs:
        worker.execute(target, data)
    for one in found:
        worker.found(one)
    return found, told


def test_a_finding_is_told_before_it_is_counted() -> None:
    _, told = told_of(b"B")
    kinds = [kind for kind, _ in told]
    assert kinds.index(Message.FOUND) < kinds.index(Message.COUNTED)


def test_what_is_shorter_is_told_again_and_what_is_longer_is_not() -> None:
    _, told = told_of(b"BBB", b"B", b"BB")
    answers = [line["data"] for kind, line in told if kind == Message.FOUND and LawId(**line["law"]) == ANSWERS.id]
    assert answers == ["424242", "42"]


def test_what_is_known_is_not_told() -> None:
    found, _ = told_of(b"B")
    known = {each.bucket: 1 for each in found}
    assert Message.FOUND not in {kind for kind, _ in told_of(b"B", b"BB", known=known)[1]}


def test_what_a_worker_tells_is_heard_as_it_was_found() -> None:
    (first, *_), told = told_of(b"B")
    line = next(line for kind, line in told if kind == Message.FOUND)
    assert recorded(json.loads(json.dumps(line))) == first


@pytest.mark.parametrize(
    "damage", [{"law": "answers#answers"}, {"data": "4"}, {"input": "4"}, {"got": "perhaps"}, {"operation": "dance"}]
)
def test_what_no_worker_tells_is_not_believed(damage: dict) -> None:
    _, told = told_of(b"B")
    line = next(line for kind, line in told if kind == Message.FOUND)
    with pytest.raises(NotARecord):
        recorded({**line, **damage})
