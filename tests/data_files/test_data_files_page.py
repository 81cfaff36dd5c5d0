"""The page of requirements: in the documents' order, with what serves each."""

import pytest
from project import suite

from encoding_conformance.core.identity import Location, vector_id
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.requirement import Document, Requirement, Service, citations
from encoding_conformance.core.vector import Vector, Witness
from encoding_conformance.data_files.families import DOCUMENTS
from encoding_conformance.data_files.loader import read_suite
from encoding_conformance.data_files.problems import DataError
from workshop.requirements import listed, requirements_page

TOYS = {
    "Toys": Document("The toys", ("B", "A", "C"), "A. Maker", date="2003-11", url="https://example.org/toys"),
    "Games": Document("The games", ("1",)),
}


def vector(id, operation, section="Toys, A", file="/a/toys/vectors/x.yaml"):
    witnesses = (Witness("specification", section),)
    return Vector(vector_id("toy", id), operation, (), (), witnesses, location=Location(file, 3))


def served(id, section, vectors=(), checks=("layout",)):
    return Service(Requirement(f"toys/{id}", section, f"About {id}.", ("toy",)), tuple(vectors), checks)


@pytest.mark.parametrize(
    ("sections", "expected"),
    [
        (
            ["Games, 1", "Toys, A", "Toys, B", "Toys, A"],
            "Toys | Toys, B | toys/2 | Toys, A | toys/1 | toys/3 | Games | Games, 1 | toys/0",
        ),
        (
            ["Zoo, 1", "Toys, D", "Toys, A 2; D"],
            "Toys | Toys, A | toys/2 | Toys, D | toys/1 | Games | Zoo | Zoo, 1 | toys/0",
        ),
    ],
)
def test_requirements_are_in_the_order_of_documents_and_sections_and_then_those_that_are_not_listed(sections, expected):
    page = requirements_page([served(id, section) for id, section in enumerate(sections)], TOYS)
    assert [line.lstrip("# ") for line in page.splitlines()[1:] if line.startswith("#")] == expected.split(" | ")


def test_vectors_by_hand_are_named_below_their_file_and_edge_cases_are_counted():
    empty = Decode("toy", b"")
    by_hand = [vector("x/encode", Encode("toy", ())), vector("x/decode", empty), vector("y", empty)]
    edges = [vector(f"edge/{id}", empty, file="/a/toys/edges/toy.yaml") for id in "abc"]
    page = requirements_page([served("one", "Toys, A", by_hand + edges, ("order", "layout"))], TOYS)
    assert page[page.index("#### ") : page.index("## Games")].split("\n") == [
        "#### toys/one",
        "",
        "About one.",
        "",
        "- section: Toys, A",
        "- encodings: toy",
        "- checks: order, layout",
        "- vectors by hand: 3",
        "  - toys/x.yaml: x, y",
        "- edge cases: 3",
        "",
        "",
    ]


def test_the_page_lists_sections_that_nothing_cites():
    shown = vector("x", Decode("toy", b""), section="Toys, C, one after another")
    page = requirements_page([served("one", "Games, 1", [shown]), served("two", "Games, 1; Toys, A")], TOYS)
    assert [line for line in page.splitlines() if line.startswith("Neither")] == ["Neither a requirement nor a vector cites: B."]


@pytest.mark.parametrize(
    ("citation", "expected"),
    [
        ("Toys, A; B 2, 3; Games, 1", [("Toys", "A"), ("Toys", "B 2, 3"), ("Games", "1")]),
        ("Zoo, 1; 2", [("Zoo", "1"), ("Zoo", "2")]),
    ],
)
def test_a_citation_may_name_several_sections(citation, expected):
    assert citations(citation, TOYS) == expected


@pytest.mark.parametrize(
    ("section", "expected"),
    [("R4", "R4"), ("R4 2", "R4"), ("R4, a", "R4"), ("R4.1", "R4.1"), ("R5 3, 5", "R5 3"), ("R45", "")],
)
def test_a_part_of_a_section_belongs_to_the_section(section, expected):
    assert listed(section, ["R4", "R4.1", "R5", "R5 3"]) == expected


def test_every_section_that_is_cited_is_one_of_its_document():
    known = suite().documents
    for requirement in suite().requirements.values():
        for document, section in citations(requirement.section, known):
            assert listed(section, known[document].sections), f"vectors/documents.yaml has no {document}, {section}"


def test_a_document_is_named_with_its_address():
    page = requirements_page([served("one", "Toys, A")], TOYS)
    assert "\n\n[The toys, A. Maker, 2003-11](https://example.org/toys)\n\n" in page


def test_a_list_of_documents_has_its_shape(tmp_path):
    (tmp_path / DOCUMENTS).write_text("documents:\n  Toys: {title: Toys, sections: ['1'], url: 'javascript:x'}\n")
    with pytest.raises(DataError, match=rf"{DOCUMENTS}:2: .*https://"):
        read_suite([tmp_path])
