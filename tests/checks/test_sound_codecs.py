"""Nothing is found where a specification leaves it open. `make conformance` tries the reference with all cases of each check."""

from __future__ import annotations

import pytest
from testbench import broken_checks, failed_vectors

from mutants.liberties import LIBERTIES
from workshop.mutation.trial import PART

QUICK = "utf-16-le/"
"""The encoding that is tried for each change; the rest once a week, because it takes longer."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name.startswith(QUICK) else pytest.mark.slow) for name in LIBERTIES]
)
def test_nothing_is_found_where_the_specification_leaves_it_open(name: str) -> None:
    encoding, codec = name.partition("/")[0], LIBERTIES[name]

    assert failed_vectors(encoding, codec) == []
    assert broken_checks(encoding, codec, PART) == []
