"""One renderer shows every failure, the most helpful ones first."""

from __future__ import annotations

from encoding_conformance.core.identity import Id, Location, check_id, vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.verdict import Judgement, Pointers, Status, Verdict
from encoding_conformance.report.failure import lines

RULE = Requirement("toy/rule", "Toy, 1", "Bytes are bytes.", ("toy",), location=Location("r.yaml", 1))
REQUIREMENTS = {RULE.id: RULE}


def failed(id: Id, data: bytes, pointers: Pointers = Pointers()) -> Verdict:
    operation, judgement = Decode("toy", data), Judgement(Status.FAIL, "accepted what must be rejected")
    return Verdict(
        "x", "toy", id, (RULE.id,), *judgement, operation, (Rejection(0, "truncated"),), Decoded(()), pointers=pointers
    )


def told_of(verdict: Verdict) -> list[tuple[str, str]]:
    return [(line.label, line.text) for line in lines(verdict, REQUIREMENTS)]


def test_a_failed_vector_is_told_with_where_it_is_written_and_how_to_ask_again() -> None:
    verdict = failed(vector_id("toy", "a"), b"\x81", Pointers(Location("v.yaml", 7), "it is cut", rerun="conform run -k a"))
    assert told_of(verdict) == [
        ("why", "accepted what must be rejected"),
        ("decode", "81"),
        ("", "▲▲ the input ends inside a value"),
        ("expected", "reject at 0 (truncated)         got  ok, no values"),
        ("spec", "Toy, 1: Bytes are bytes. [toy/rule]"),
        ("at", "v.yaml:7"),
        ("note", "it is cut"),
        ("rerun", "conform run -k a"),
    ]


def test_a_broken_law_is_told_with_a_vector_to_paste() -> None:
    pointers = Pointers(check="It holds.", is_vector=True)
    told = told_of(failed(check_id("toy", "layout"), b"\x81", pointers))
    assert told[1] == ("check", "It holds.")
    assert [text for _, text in told[-5:]] == [
        "- id: a-name-for-the-mistake",
        '  decode: "81"',
        "  reject: {offset: 0, reason: truncated}",
        "  requirements: [toy/rule]",
        "  witnesses: []  # name two",
    ]


def test_a_case_that_is_no_vector_is_told_without_one() -> None:
    cut = failed(check_id("toy", "layout"), b"\x81", Pointers(check="It holds."))
    told = dict(told_of(cut._replace(operation=Decode("toy", b"\x81\x01", (1,)))))
    assert told["decode"] == "81 / 01"
    assert "vector" not in told
