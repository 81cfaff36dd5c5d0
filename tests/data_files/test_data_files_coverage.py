"""A requirement that nothing serves, and a check that serves nothing, are faults of the data."""

import pytest
from toys import ENCODINGS, HEAD, REQUIREMENTS, VECTOR

from encoding_conformance.data_files.loader import read_suite
from encoding_conformance.data_files.services import service_problems, services
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.data_folders import VECTORS

EVERYWHERE = """\
  - id: toys/everywhere
    section: "Toy, 1"
    text: What is asked of every encoding.
    checks: [decode-undoes-encode, encode-undoes-decode, layout, damage, chunks, empty-pieces, growth, no-state-leaks,
             cut-value-rejected, unencodable-values]
"""
SERVED = REQUIREMENTS + EVERYWHERE


@pytest.fixture
def loaded(family):
    """Writes requirements and encodings, with one vector, and an edge case; gives the suite."""

    def load(requirements: str, encodings: str = ENCODINGS) -> Suite:
        (family / "encodings.yaml").write_text(encodings)
        (family / "requirements.yaml").write_text(requirements)
        (family / "vectors/a.yaml").write_text(HEAD + VECTOR)
        (family / "vectors/b.yaml").write_text(HEAD + VECTOR.replace("id: one", "id: edge/one"))
        return read_suite([family])

    return load


@pytest.fixture
def uncovered(family, loaded):
    """Loads, and gives the faults of coverage."""

    def faults(requirements: str, encodings: str = ENCODINGS) -> list[str]:
        found = service_problems(loaded(requirements, encodings))
        return [str(fault).removeprefix(f"{family}/") for fault in found]

    return faults


def test_served_requirements_have_no_fault(uncovered):
    assert uncovered(SERVED) == []


def test_what_serves_a_requirement(loaded):
    one, everywhere = services(loaded(SERVED))
    assert [str(vector.id) for vector in one.by_hand] == ["toy/one/encode", "toy/one/decode"]
    assert (one.edge_cases, one.checks) == (2, ())
    assert (everywhere.vectors, everywhere.checks) == ((), everywhere.requirement.checks)


def test_a_requirement_that_nothing_serves(uncovered):
    lonely = '  - id: toys/lonely\n    section: "Toy, 3"\n    text: Nobody looks at this.\n'
    message = "no vector and no check serves requirement toys/lonely; write one"
    assert uncovered(SERVED + lonely) == [f"requirements.yaml:11: {message}"]


def test_a_check_that_applies_to_none_of_the_encodings(uncovered):
    named = SERVED.replace("encodings: [toy]", "encodings: [toy]\n    checks: [order]")
    why = "order: neither claimed nor denied by the specification"
    message = f"toys/one-byte: check order applies to none of its encodings ({why}); take it out"
    assert uncovered(named) == [f"requirements.yaml:2: {message}"]


def test_a_check_that_serves_no_requirement(uncovered):
    message = "check damage of {} serves no requirement; name it in the checks of one"
    assert uncovered(SERVED.replace("damage, ", "")) == [
        f"encodings.yaml:2: {message.format('toy')}",
        f"encodings.yaml:10: {message.format('game')}",
    ]


def test_a_claim_needs_a_requirement_that_its_check_serves(uncovered):
    claiming = ENCODINGS.replace("properties: {}", 'properties: {order: {claimed: "Toy, 1"}}', 1)
    message = "check order of toy serves no requirement; name it in the checks of one"
    assert uncovered(SERVED, claiming) == [f"encodings.yaml:2: {message}"]


def test_requirements_without_any_encoding_are_reported():
    messages = [fault.message for fault in service_problems(read_suite([VECTORS / "common"]))]
    assert len(messages) > 5
    assert {"it has no encodings" in message or "no vector and no check serves" in message for message in messages} == {True}
