"""What a run says that it has proved."""

from __future__ import annotations

from dataclasses import replace

from project import suite

from encoding_conformance.checks.catalogue import LAYOUT
from encoding_conformance.checks.inputs.placed import Complete
from encoding_conformance.core.identity import check_id
from encoding_conformance.core.verdict import Ground, Status, Verdict
from encoding_conformance.report.certificate import certificate_lines, certificates
from encoding_conformance.report.sink import RunContext, Summary
from encoding_conformance.runner.unit import Parameters

RUN = RunContext("", {"mine": ""}, suite=suite())
VALUES = "every code point up to 10FFFF that the encoding has goes both ways."
EVERY_RUN = (
    "decode accepts just what the specification does, if it is deterministic and knows no more of the bytes before than the "
    "place in a block of 8, 16 or 32 bytes and the state of the machine, and treats bytes of one class alike"
)


def verdict(encoding: str, check: str = LAYOUT, status: Status = Status.PASS, ground: Ground | None = None) -> Verdict:
    return Verdict("mine", encoding, check_id(encoding, check), (), status, "", ground=ground)


def told(run: RunContext, *verdicts: Verdict) -> list[str]:
    summary = Summary()
    for each in verdicts:
        summary.add(each)
    return list(certificate_lines(certificates(summary, run)))


def test_encodings_with_the_same_statement_share_a_line() -> None:
    assert told(RUN, *map(verdict, ("utf-8", "ascii", "bocu-1"))) == [
        f"Proved of mine (2 encodings): {EVERY_RUN}. And {VALUES}",
        f"Proved of mine (bocu-1): From the initial state, {VALUES}",
    ]


def test_a_complete_suite_says_which_states_it_reaches() -> None:
    (line,) = told(replace(RUN, parameters=Parameters(complete=Complete(1, 64))), verdict("utf-8"))
    more = "the place in a block of 64 bytes and the state of the machine, or a state that at most 1 more byte may lead to"
    assert line == f"Proved of mine (utf-8): {EVERY_RUN}; or {more}. And {VALUES}"


def test_the_largest_value_that_was_asked_is_told() -> None:
    (line,) = told(replace(RUN, largest={("mine", "kim"): 0xFFFF}), verdict("kim"))
    assert line.endswith("And every code point up to FFFF that the encoding has goes both ways.")


def test_nothing_is_proved_if_something_failed_or_was_excused_or_not_asked() -> None:
    for other in (
        verdict("utf-8", "chunks", Status.FAIL),
        verdict("utf-8", "chunks", Status.ERROR),
        verdict("utf-8", "chunks", Status.SKIP, Ground.DEVIATION),
        verdict("utf-8", "chunks", Status.SKIP, Ground.NOT_ASKED),
    ):
        assert told(RUN, verdict("utf-8"), other) == []
    assert told(RUN, verdict("utf-8", "chunks")) == []
