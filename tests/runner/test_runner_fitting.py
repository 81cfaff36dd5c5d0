"""Which of the requirements of a check comes first if the check fails."""

from __future__ import annotations

import pytest

from encoding_conformance.checks.catalogue import served_by
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.runner.unit import fitting_first


@pytest.mark.parametrize(
    ("data", "first"),
    [
        (b"\xf5", "utf-8/out-of-range"),
        (b"\xff", "utf-8/no-other-lead"),
        (b"\xc0", "utf-8/shortest-form"),
    ],
)
def test_the_requirement_that_is_about_the_byte_comes_first(data: bytes, first: str, suite: Suite) -> None:
    encoding = suite.encodings["utf-8"]
    served = served_by("layout", "utf-8", suite.requirements)
    ordered = fitting_first(served, suite.requirements, encoding, Decode("utf-8", data), Rejection(0, "bad-lead"))
    assert ordered[0] == first
    assert sorted(ordered) == sorted(served)
