"""How often an implementation is asked again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from project import suite

from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import Crash, Outcome, Timeout

OPERATIONS = [Decode("utf-8", bytes(range(first, first + size))) for size in (1, 2, 3, 4, 5) for first in range(0x80, 0x90)]
"""Operations of several kinds, of which an implementation may fail each."""


def asked(encoding: Encoding, failure: Outcome) -> int:
    """Returns how many of the operations an implementation is asked that ends with this failure each time."""
    count = 0

    def perform(operations: Sequence[Operation]) -> Iterable[Outcome]:
        nonlocal count
        count += 1
        yield failure

    Respondent(encoding, perform).cases(OPERATIONS)
    return count


def test_inputs_of_one_kind_crash_it_at_most_twice() -> None:
    kinds = 4
    assert kinds <= asked(suite().encodings["utf-8"], Crash("it died")) <= 2 * kinds


def test_nothing_is_asked_after_a_time_out() -> None:
    assert asked(suite().encodings["utf-8"], Timeout("no answer")) == 1
