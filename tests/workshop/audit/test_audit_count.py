"""What counts as a witness of an expected value, and what was not written apart."""

from dataclasses import replace

import pytest

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Rejection, Unsupported
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.vector import Vector, Witness
from encoding_conformance.core.verdict import Status
from encoding_conformance.models.layout import Layout
from encoding_conformance.models.pattern import Row
from workshop.audit.count import Answer, audit
from workshop.audit.roster import MODEL, Named, Roster, Shared

VALUES = RangeSet.of([(0, 0x7F)])
TOY = Encoding("toy", "Toy", "Toy, 1", "code points", VALUES, tables=Layout((Row(VALUES, ("0xxxxxxx",)),)))
RIGHT, OTHER, REFUSED = Decoded((0x41,)), Decoded((0x42,)), Rejection(0)

AGREES = Answer(RIGHT, Status.PASS)
FAILS = Answer(OTHER, Status.FAIL, "a different result than the permitted one")
DEVIATES = Answer(OTHER, Status.SKIP, "known deviation: it is so")
CANNOT = Answer(Unsupported(), Status.SKIP, "beyond the declared max_value")

SECTION, DERIVATION = Witness("specification", "Toy, 1"), Witness("derivation", "41 is 41")
ROSTER = Roster(named=(Named("One ", "one"), Named("tables", MODEL)))


def audited(witnesses=(), asked={}, permitted=(RIGHT,), roster=ROSTER, present=("one", "two"), data=b"\x41"):
    vector = Vector(vector_id("toy", "x"), Decode("toy", data), tuple(permitted), (), tuple(witnesses))
    return audit(vector, TOY, roster, asked, present)


def test_every_implementation_that_agrees_is_a_witness():
    found = audited(asked={"one": AGREES, "two": AGREES})
    assert found.sources == {"one": ("one",), "two": ("two",)}
    assert found.lacks == ""


def test_one_witness_is_too_few():
    assert audited(asked={"one": AGREES}).lacks == "1 of 2 witnesses written apart"


@pytest.mark.parametrize("answer", [FAILS, DEVIATES, CANNOT], ids=["fails", "deviates", "cannot"])
def test_what_does_not_agree_is_no_witness_and_is_told(answer):
    found = audited(asked={"one": AGREES, "two": answer})
    assert found.sources == {"one": ("one",)}
    assert found.others == {"two": answer}


def test_witnesses_of_one_source_are_one():
    roster = Roster(shared=(Shared("a table", ("one", "two"), ("toy",)),))
    found = audited(asked={"one": AGREES, "two": AGREES}, roster=roster)
    assert found.sources == {"a table": ("one", "two")}
    assert found.lacks == "1 of 2 witnesses written apart"


def test_a_source_is_shared_in_the_encodings_that_are_named_only():
    roster = Roster(shared=(Shared("a table", ("one", "two"), ("game",)),))
    assert len(audited(asked={"one": AGREES, "two": AGREES}, roster=roster).sources) == 2


def test_sections_are_one_witness_and_derivations_are_another():
    more = (SECTION, Witness("specification", "Toy, 2"), DERIVATION, Witness("derivation", "again"))
    assert list(audited(more).sources) == ["specification", "derivation by hand"]


def test_what_only_stands_in_the_file_is_not_enough():
    """A wrong value is found, whatever witnesses are stated for it."""
    reason = "none of the witnesses that can be asked agrees"
    assert audited([SECTION, DERIVATION], {"one": FAILS}).lacks == reason
    assert audited([SECTION, DERIVATION], {"one": AGREES}).lacks == ""


def test_a_program_that_cannot_be_asked_is_no_witness():
    found = audited([Witness("third-party", "Three 3.0")], {"two": AGREES})
    assert list(found.sources) == ["two"]
    assert found.unasked == ("Three 3.0",)


def test_a_stated_program_is_the_implementation_that_it_is():
    found = audited([Witness("third-party", "One 1.0")], {"one": AGREES})
    assert (found.sources, found.unasked, found.contradicted) == ({"one": ("one",)}, (), ())


@pytest.mark.parametrize("answer", [FAILS, DEVIATES, CANNOT], ids=["fails", "deviates", "cannot"])
def test_a_stated_program_that_does_not_say_so_is_contradicted(answer):
    found = audited([Witness("third-party", "One 1.0")], {"one": answer})
    assert found.contradicted == (f"One 1.0: asked now, {answer}",)


@pytest.mark.parametrize("text", ["One 1.0, to 10FFFF", "One 1.0, but for surrogates"])
def test_a_statement_as_far_as_it_goes_says_nothing_of_what_is_skipped(text):
    assert audited([Witness("third-party", text)], {"one": CANNOT}).contradicted == ()
    assert audited([Witness("third-party", text)], {"one": FAILS}).contradicted == (f"{text}: asked now, {FAILS}",)


def test_a_stated_program_that_does_not_offer_the_encoding_is_contradicted():
    assert audited([Witness("third-party", "One 1.0")]).contradicted == ("One 1.0: one does not offer toy",)


def test_a_stated_program_that_is_not_there_is_not_asked():
    found = audited([Witness("third-party", "One 1.0")], present=("two",))
    assert (found.contradicted, found.unasked) == ((), ("One 1.0",))


@pytest.mark.parametrize(("place", "right"), [(0, True), (1, False)])
def test_a_statement_of_which_outcome_is_given_is_held_to_it(place, right):
    witness = Witness("third-party", "One 1.0", (place,))
    found = audited([witness], {"one": AGREES}, permitted=(RIGHT, REFUSED))
    assert found.contradicted == (() if right else (f"One 1.0: asked now, {AGREES}",))


def test_the_model_is_asked_where_it_is_stated_only():
    assert list(audited([Witness("derivation", "tables")]).sources) == [MODEL]
    assert list(audited([DERIVATION]).sources) == ["derivation by hand"]


def test_a_model_that_says_otherwise_is_contradicted():
    found = audited([Witness("derivation", "tables")], data=b"\x42")
    assert found.sources == {}
    assert found.contradicted == ("tables: asked now, ok 42 (a different result than the permitted one)",)


def test_each_permitted_outcome_is_given_by_one_or_rests_on_a_section():
    refuses = Answer(REFUSED, Status.PASS)
    silent = {"permitted": (RIGHT, REFUSED)}
    assert audited([DERIVATION], {"one": AGREES}, **silent).lacks == "none gives, and no section permits, reject 0"
    assert audited([DERIVATION, replace(SECTION, confirms=(0, 1))], {"one": AGREES}, **silent).lacks == ""
    only_the_first = replace(SECTION, confirms=(0,))
    lacking = audited([DERIVATION, only_the_first], {"one": AGREES}, **silent)
    assert lacking.lacks == "none gives, and no section permits, reject 0"
    both = audited([DERIVATION], {"one": AGREES, "two": refuses}, **silent)
    assert (both.lacks, both.given(0), both.given(1)) == ("", ["one"], ["two"])
