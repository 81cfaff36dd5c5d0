"""Runs with causes that were made for tests of the page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from encoding_conformance.core.identity import Id, Location, vector_id
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Cause, Ground, Judgement, LooksLike, Pointers, Status, Verdict
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.models import permitted
from encoding_conformance.report.html import Html
from encoding_conformance.report.sink import RunContext, Summary

CUT, LARGE = "kim/last-byte-clear", "kim/last-character"
TITLES = ("decode accepts input that ends inside a value", "decode accepts values above 10FFFF", "encode writes E9 as E8")
HOSTILE = "<script>alert(1)</script><i>slanted</i>"


def failed(suite: Suite, name: str, operation: Operation, got: Outcome, serves: str, reason: str = "wrong") -> Verdict:
    encoding = suite.encodings[operation.encoding]
    expected: tuple[Permitted, ...] = permitted(encoding, operation)
    pointers = Pointers(Location("v.yaml", 3), rerun=f"conform run -i my-kim -e {encoding.id} -k {encoding.id}/{name}")
    id = vector_id(encoding.id, name)
    return Verdict(
        "my-kim", encoding.id, id, (serves,), *Judgement(Status.FAIL, reason), operation, expected, got, pointers=pointers
    )


def ids(failures: Sequence[Verdict]) -> tuple[Id, ...]:
    return tuple(each.id for each in failures)


def two_causes(suite: Suite) -> tuple[list[Verdict], list[Cause]]:
    """A few failures of two encodings with three causes, one of them in UTF-8; and known deviations."""
    cut = [failed(suite, f"cut-{n}", Decode("kim", b"A" * n + b"\x80"), Decoded((0x41,) * n), CUT) for n in range(61)]
    large = [
        failed(suite, f"large-{n}", Decode("kim", b"A" * n + b"\xc4\x80\x00"), Decoded((*(0x41,) * n, 0x110000)), LARGE)
        for n in (0, 1, 65_500)
    ]
    wrong = [
        failed(suite, f"e8-{n}", Encode("utf-8", (*(0x41,) * n, 0xE9)), Encoded(b"A" * n + b"\xc3\xa8"), "utf-8/two-bytes")
        for n in range(4)
    ]
    wrong.append(failed(suite, "alone", Decode("utf-8", b"A"), Rejection(0, HOSTILE), "utf-8/one-byte", reason=HOSTILE))
    known = [
        cut[n]._replace(
            id=vector_id("kim", f"known-{reason[:3]}-{n}"), status=Status.SKIP, reason=reason, ground=Ground.DEVIATION
        )
        for reason in ("bug: refuses the empty text", HOSTILE)
        for n in range(5)
    ]
    held = cut[0]._replace(status=Status.PASS, reason="")
    causes = [
        Cause("my-kim", "kim", TITLES[0], CUT, ids(cut), cut[0], LooksLike("cp1252", 61, 0)),
        Cause("my-kim", "kim", TITLES[1], LARGE, ids(large), large[0], LooksLike("latin-1", 3, 2)),
        Cause("my-kim", "utf-8", TITLES[2], "utf-8/two-bytes", ids(wrong), wrong[0]),
    ]
    return [*cut, *large, *wrong, held, *known], causes


def one_cause_of(suite: Suite, failures: int) -> tuple[list[Verdict], list[Cause]]:
    """Returns a cause with many failures, in each of which another character is wrong."""
    wrong = [
        failed(suite, f"v{value:X}", Decode("utf-8", chr(value).encode()), Decoded((value + 1,)), "utf-8/three-bytes")
        for value in range(0x4E00, 0x4E00 + failures)
    ]
    return wrong, [Cause("my-kim", "utf-8", "decode is one too high", "utf-8/three-bytes", ids(wrong), wrong[0])]


def page_of(suite: Suite, verdicts: list[Verdict], causes: list[Cause], path: Path) -> Path:
    """Writes the page of a run."""
    run, html = RunContext("1.0.0 0", {"my-kim": "1.0"}, suite=suite), Html(path)
    summary = Summary(causes=causes)
    html.begin(run)
    for verdict in verdicts:
        summary.add(verdict)
        html.add(verdict)
    html.end(summary)
    return path
