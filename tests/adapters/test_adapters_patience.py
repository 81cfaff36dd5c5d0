"""When a session is given up, and the reason for skipping the rest."""

from __future__ import annotations

import pytest

from encoding_conformance.adapters.restarting_session import Patience
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Ending, Timeout


def answering(seconds: float) -> Patience:
    """The patience with a session that has answered."""
    patience = Patience(seconds)
    patience.answered([Decode("ascii", b"A"), Encode("ascii", (0x41,))])
    return patience


def given_up_after(patience: Patience, failure: Ending, waits: int = 1) -> int:
    """The number of failures of decode after which it is given up."""
    for count in range(1, 1000):
        patience.failed("decode", failure, waits)
        if "decode" in patience.given_up:
            return count
    return 0


@pytest.mark.parametrize(
    ("failure", "seconds", "waits", "answered", "unanswered"),
    [
        (Timeout("no answer"), 5, 1, 20, 5),
        (Timeout("no answer"), 5, 2, 10, 3),
        (Timeout("no answer"), 0.1, 1, 20, 5),
        (Timeout("no answer"), 10, 1, 10, 5),
        (Timeout("no answer"), 600, 1, 5, 5),
        (Crash("ended"), 600, 1, 200, 200),
        (BrokenProtocol("babble"), 600, 1, 100, 20),
    ],
)
def test_patience_ends_after_many_failures_or_seconds_or_sooner_without_an_answer(
    failure: Ending, seconds: float, waits: int, answered: int, unanswered: int
) -> None:
    assert given_up_after(answering(seconds), failure, waits) == answered
    patience = Patience(seconds)
    patience.answered([Encode("ascii", (0x41,))])
    assert given_up_after(patience, failure, waits) == unanswered


def test_each_kind_of_operation_and_of_failure_has_its_own_count() -> None:
    patience = answering(5)
    for _ in range(19):
        patience.failed("decode", Timeout("no answer"))
        patience.failed("encode", Timeout("no answer"))
        patience.failed("decode", Crash("ended"))
    assert patience.given_up == {}
    patience.failed("encode", Timeout("no answer"))
    assert patience.given_up == {"encode": "encode was given up after 20 time-outs"}


def test_the_first_reason_stays() -> None:
    """Failures that were under way when it was given up are still counted."""
    patience = answering(5)
    given_up_after(patience, Timeout("no answer"))
    given_up_after(patience, Timeout("no answer"))
    assert patience.given_up == {"decode": "decode was given up after 20 time-outs"}
