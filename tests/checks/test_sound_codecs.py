"""Nothing is found where there is nothing to find. Every check is tried with a part of its cases: `make conformance` tries
the reference with all of them."""

from __future__ import annotations

import pytest
from testbench import broken_checks, failed_vectors

from mutants.liberties import LIBERTIES
from reference_codecs import CODECS
from workshop.mutation.trial import PART

WITH_LIBERTIES = {name.partition("/")[0] for name in LIBERTIES}
"""Of these encodings, what takes a liberty is the reference in everything else, and is tried in its stead."""

QUICK = {"utf-8", "utf-16-le"}
"""What is tried for each change; the rest once a week, because it takes longer."""

OTHERS = {type(codec): id for id, codec in CODECS.items() if id not in WITH_LIBERTIES}.values()
"""One of each other class."""


@pytest.mark.slow
@pytest.mark.parametrize("encoding", OTHERS)
def test_nothing_is_found_in_the_reference(encoding: str) -> None:
    assert failed_vectors(encoding, CODECS[encoding]) == []
    assert broken_checks(encoding, CODECS[encoding], PART) == []


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name.partition("/")[0] in QUICK else pytest.mark.slow) for name in LIBERTIES]
)
def test_nothing_is_found_where_the_specification_leaves_it_open(name: str) -> None:
    encoding, codec = name.partition("/")[0], LIBERTIES[name]

    assert failed_vectors(encoding, codec) == []
    assert broken_checks(encoding, codec, PART) == []
