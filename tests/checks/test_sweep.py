"""An exhaustive run misses no value and no pair of bytes, and so finds what is wrong with one value alone."""

from __future__ import annotations

from itertools import chain

import pytest
from reference_codecs import CODECS
from testbench import broken_by, library, performing

from harness.checks.catalogue import CHECKS
from harness.checks.drive import first_violation
from harness.checks.sweep import sweep
from harness.core.limits import NO_LIMITS, Limits

LAST = 0x10FFFF
SURROGATES = range(0xD800, 0xE000)
ODD = 0x5A5A5
"""A value that stands at no edge of any table."""


@pytest.mark.parametrize("id", ["utf-8", "utf-16-le", "kim", "utf-inf-8"])
def test_every_value_is_met_once(id: str) -> None:
    swept = list(chain.from_iterable(sweep("values", library().encodings[id], NO_LIMITS)))
    assert swept == [value for value in range(LAST + 1) if value not in SURROGATES]


def test_each_value_is_met_behind_one_that_resets_the_state() -> None:
    swept = list(chain.from_iterable(sweep("values", library().encodings["bocu-1"], NO_LIMITS)))
    assert swept[1::2] == [0] * (len(swept) // 2)
    assert swept[0::2] == [value for value in range(LAST + 1) if value not in SURROGATES]


def test_values_beyond_the_limits_are_left_out() -> None:
    assert list(sweep("values", library().encodings["utf-8"], Limits(0x1FF)))[-1][-1] == 0x1FF


def test_every_byte_and_every_pair_is_met() -> None:
    swept = list(sweep("bytes", library().encodings["utf-8"], NO_LIMITS))
    assert (len(swept), len(set(swept))) == (0x100 + 0x10000, 0x100 + 0x10000)


class WrongInOneValue:
    """UTF-8, but for one value that is encoded as its neighbour."""

    def encode(self, values):
        return CODECS["utf-8"].encode([value ^ (value == ODD) for value in values])

    def decode(self, data):
        return CODECS["utf-8"].decode(data)


def test_what_is_wrong_with_one_value_is_found_by_a_sweep_and_by_nothing_else() -> None:
    encoding = library().encodings["utf-8"]
    (kind, law), _ = CHECKS["layout"].laws
    assert broken_by(law, kind, "utf-8", WrongInOneValue()) is None

    swept = sweep(kind, encoding, NO_LIMITS)
    subject, _ = first_violation(law, encoding, NO_LIMITS, swept, performing(WrongInOneValue()))
    assert ODD in subject


def test_laws_that_meet_every_value_anyway_are_not_swept_twice() -> None:
    with_a_table = library().encodings["utf-8"]
    assert [check.name for check in CHECKS.values() if check.swept(with_a_table)] == ["layout"]
