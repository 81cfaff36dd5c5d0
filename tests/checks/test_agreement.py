"""An encoding that is said to agree with another is held against the other's table, not against its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from encoding_conformance.checks.drive import first_violation
from testbench import inputs_of, performing, suite

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models.layout import Layout
from mutants.planting import rewritten

ID = "utf-8-31bit"


def misprinted() -> Encoding:
    """The encoding with a table that gives U+07FF three bytes."""
    sound = suite().encodings[ID]
    assert isinstance(sound.tables, Layout)
    one, two, three, *others = sound.tables.rows
    two = replace(two, values=RangeSet(((0x80, 0x7FE),)))
    three = replace(three, values=RangeSet(((0x7FF, 0xFFFF),)))
    return replace(sound, tables=Layout((one, two, three, *others)))


def made_after_the_misprint() -> Any:
    return rewritten(
        ID,
        ('Form(0x80, 0x7FF, "110xxxxx 10xxxxxx")', 'Form(0x80, 0x7FE, "110xxxxx 10xxxxxx")'),
        ('Form(0x800, 0xFFFF, "1110xxxx 10xxxxxx 10xxxxxx")', 'Form(0x7FF, 0xFFFF, "1110xxxx 10xxxxxx 10xxxxxx")'),
    )


def violated(check: str, kind: str, encoding: Encoding, codec: Any) -> bool:
    law = dict(CHECKS[check].laws)[kind]
    return first_violation(law, encoding, NO_LIMITS, inputs_of(ID, kind), performing(codec)) is not None


@pytest.mark.parametrize("kind", ["values", "walk"])
def test_a_fault_that_the_own_table_has_too_is_found_by_the_other_table(kind: str) -> None:
    assert not violated("layout", kind, misprinted(), made_after_the_misprint())
    assert violated("same-bytes", kind, misprinted(), made_after_the_misprint())


def test_values_that_the_other_encoding_has_not_are_not_asked() -> None:
    encoding = suite().encodings["utf-inf-8"]
    law = dict(CHECKS["same-order"].laws)["pair"]

    asked = next(law(encoding, ((0x41, 0x110000), (0xD800, 1 << 70))))

    assert [operation.input for operation in asked] == [(0x41,), ()]
