"""What a run says that it has proved."""

from __future__ import annotations

from dataclasses import replace

from project import suite

from encoding_conformance.checks.catalogue import LAYOUT
from encoding_conformance.core.identity import check_id
from encoding_conformance.core.verdict import Ground, Status, Verdict
from encoding_conformance.report.certificate import Certificate, Proved, certificates
from encoding_conformance.report.sink import RunContext, Summary
from encoding_conformance.runner.unit import Parameters

RUN = RunContext("", {"mine": ""}, suite=suite())
EVERY_RUN, THOROUGH = (Proved(blocks, 0, all_bytes=False) for blocks in ((8, 16), (8, 16, 32)))


def verdict(encoding: str, check: str = LAYOUT, status: Status = Status.PASS, ground: Ground | None = None) -> Verdict:
    return Verdict("mine", encoding, check_id(encoding, check), (), status, "", ground=ground)


def proved(run: RunContext, *verdicts: Verdict) -> list[Certificate]:
    summary = Summary()
    for each in verdicts:
        summary.add(each)
    return certificates(summary, run)


def test_a_decoder_with_a_machine_is_proved_at_places_of_blocks_and_bocu_1_is_not() -> None:
    assert proved(RUN, verdict("utf-8"), verdict("bocu-1")) == [
        Certificate("mine", "utf-8", (EVERY_RUN,), 0x1FFFF, "goes both ways"),
        Certificate("mine", "bocu-1", (), 0x1FFFF, "goes both ways"),
    ]


def test_a_thorough_run_adds_all_strings_in_each_state() -> None:
    (one,) = proved(replace(RUN, parameters=Parameters(thorough=True)), verdict("utf-8"))
    assert one.decode == (THOROUGH, Proved((), 1, all_bytes=True))
    assert one.last == 0x10FFFF


def test_a_certificate_has_the_largest_value() -> None:
    (one,) = proved(replace(RUN, largest={("mine", "kim"): 0xFFFF}), verdict("kim"))
    assert one.last == 0xFFFF


def test_nothing_is_proved_if_something_failed_or_was_excused_or_not_asked() -> None:
    for other in (
        verdict("utf-8", "chunks", Status.FAIL),
        verdict("utf-8", "chunks", Status.ERROR),
        verdict("utf-8", "chunks", Status.SKIP, Ground.DEVIATION),
        verdict("utf-8", "chunks", Status.SKIP, Ground.NOT_ASKED),
    ):
        assert proved(RUN, verdict("utf-8"), other) == []
    assert proved(RUN, verdict("utf-8", "chunks")) == []
