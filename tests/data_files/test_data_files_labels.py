"""Failures are explained by the requirements that a vector names, so each of those must be about what the vector does."""

from collections.abc import Iterable, Iterator

import pytest
from project import suite

from encoding_conformance.checks.catalogue import LAYOUT
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.operation import Decode, Encode, Kind
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.ranges import EMPTY, RangeSet
from encoding_conformance.core.requirement import About, Selector, Traits, citations
from encoding_conformance.core.vector import Vector
from encoding_conformance.models import permitted
from encoding_conformance.models.spans import traits
from workshop.requirements import listed

DOCUMENTS = suite().documents


def misplaced(vectors: Iterable[Vector]) -> Iterator[tuple[Vector, str]]:
    """Vectors of one encoding with a requirement that they name although it is about others."""
    both_ways: dict[str, Traits] = {}
    for vector in vectors:
        encoding = suite().encodings[vector.operation.encoding]
        outcome = _kind(vector)
        reason = _reason(vector, encoding) if outcome == "reject" else ""
        if vector.location not in both_ways:
            both_ways[vector.location] = traits(encoding, vector.operation, vector.permitted[0])
        for id in vector.requirements:
            about = suite().requirements[id].about
            fits = (row.fits(vector.operation.kind, outcome, reason, both_ways[vector.location]) for row in about)
            if about and not any(fits):
                yield vector, id


def _kind(vector: Vector) -> str:
    if len(vector.permitted) > 1:
        return "open"
    return "reject" if isinstance(vector.permitted[0], Rejection) else "result"


def _reason(vector: Vector, encoding: Encoding) -> str:
    """The reason that the vector states, or that of the encoding's tables if it states none."""
    return vector.permitted[0].text or permitted(encoding, vector.operation)[0].text


def short(vector: Vector) -> bool:
    """Whether a vector was written by hand, and is short. These take a tenth of the time of all."""
    return vector.id.kind == IdKind.VECTOR and len(vector.operation.input) < 1000


@pytest.mark.parametrize("kept", [short, pytest.param(lambda vector: True, marks=pytest.mark.slow, id="all")])
@pytest.mark.parametrize("id", suite().encodings)
def test_every_vector_names_requirements_that_are_about_it(id, kept):
    vectors = filter(kept, suite().vectors_of(id))
    assert [f"{vector.location}: {vector.id}: {named}" for vector, named in misplaced(vectors)] == []


def test_every_requirement_that_edge_cases_name_says_what_it_is_about():
    rows = [row for encoding in suite().encodings.values() for some in encoding.edges.requirements.values() for row in some]
    assert rows and [named for _, named in rows if not suite().requirements[named].about] == []


def test_every_absent_byte_has_a_requirement_that_the_check_serves():
    """If an implementation accepts such a byte, the check `layout` names the requirement that is about it."""
    for id, encoding in suite().encodings.items():
        about = [
            row
            for requirement in suite().requirements.values()
            if id in requirement.encodings and LAYOUT in requirement.checks
            for row in requirement.about
            if row.outcome == "reject" and row.selector.lead
        ]
        for byte in encoding.absent_bytes:
            assert any(row.selector.takes(Traits(leads=frozenset({byte}))) for row in about), f"{id}: {byte:02X}"


def test_a_section_that_settles_what_an_encoder_rejects_is_one_of_its_requirements():
    for vector in suite().all_vectors:
        if vector.operation.kind == Kind.ENCODE and _kind(vector) == "reject":
            sections = _sections(each.text for each in vector.witnesses if each.kind == "specification")
            named = _sections(suite().requirements[named].section for named in vector.requirements)
            assert not sections or sections & named, f"{vector.location}: {vector.id}"


def _sections(stated: Iterator[str]) -> set[tuple[str, str]]:
    return {
        (document, listed(section, DOCUMENTS[document].sections))
        for text in stated
        for document, section in citations(text, DOCUMENTS)
    }


def members(values=(), leads=(), trails=()):
    return Traits(frozenset(values), frozenset(leads), frozenset(trails))


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        (Decode("utf-8", bytes.fromhex("41 E2 82 AC")), members([0x41, 0x20AC], [0x41, 0xE2], [0x82, 0xAC])),
        (Decode("utf-8", bytes.fromhex("E2 82 41")), members(leads=[0xE2], trails=[0x41])),
        (Decode("utf-8", bytes.fromhex("41 E2 82")), members(leads=[0xE2])),
        (Decode("kim", bytes.fromhex("87 E9 A9 00")), members(leads=[0x87], trails=[0xA9])),
        (Decode("bocu-1", bytes.fromhex("D0 76 FF 91")), members([0xE9, 0x41], [0xD0, 0xFF, 0x91], [0x76])),
        (Decode("kim-count", b"\x81" * 70_000), members(leads=[0x81])),
        (Decode("kim-text", bytes.fromhex("02 41 81 69")), members([0x41, 0xE9], [0x41, 0x81], [0x69])),
        (Decode("kim-text", bytes.fromhex("02 41")), members()),
        (Encode("utf-8", (0x41, 0xD800, 0x110000)), members([0xD800])),
        (Encode("utf-8", (0x41, 0x20AC)), members([0x41, 0x20AC], [0x41, 0xE2], [0x82, 0xAC])),
    ],
)
def test_the_traits_of_an_operation_are_the_values_and_bytes_that_it_is_about(operation, expected):
    encoding = suite().encodings[operation.encoding]
    assert traits(encoding, operation, permitted(encoding, operation)[0]) == expected


def test_a_selector_wants_a_member_of_each_set_that_is_given():
    low, high = RangeSet.of([(0, 0x7F)]), RangeSet.of([(0x80, 0xFF)])
    found = members(leads=[0x41, 0xE9], trails=[0x80])
    assert Selector().takes(Traits())
    assert Selector(lead=low).takes(found) and Selector(lead=high, trail=high).takes(found)
    assert not Selector(lead=low, trail=low).takes(found)
    assert not Selector(lead=EMPTY).takes(found) and not Selector(values=low).takes(found)


def test_a_row_of_about_fits_if_all_its_parts_fit():
    about = About("decode", "reject", ("truncated", "overlong"), Selector(lead=RangeSet.of([(0xC0, 0xC1)])))
    assert about.fits("decode", "reject", "overlong", members(leads=[0xC0]))
    assert not about.fits("encode", "reject", "overlong", members(leads=[0xC0]))
    assert not about.fits("decode", "result", "overlong", members(leads=[0xC0]))
    assert not about.fits("decode", "reject", "bad-lead", members(leads=[0xC0]))
    assert not about.fits("decode", "reject", "overlong", members(leads=[0xC2]))
    assert About().fits("encode", "open", "", Traits())
