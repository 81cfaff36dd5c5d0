"""What counts as a witness of an expected value, what was not written apart, and the project's own list of witnesses."""

import re
import shutil
import subprocess
from dataclasses import replace

import pytest
from project import suite

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Rejection, Unsupported
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.vector import Vector, Witness
from encoding_conformance.core.verdict import Status
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_folders import HOME, SCHEMAS, VECTORS
from encoding_conformance.models.layout import Layout
from encoding_conformance.models.pattern import Row
from encoding_conformance.report import reading
from encoding_conformance.runner.registry import own
from workshop.audit.count import Answer, audit
from workshop.audit.roster import FILE, MODEL, Named, Roster, Shared, read

VALUES = RangeSet.of([(0, 0x7F)])
TOY = Encoding("toy", "Toy", "Toy, 1", "code points", VALUES, tables=Layout((Row(VALUES, ("0xxxxxxx",)),)))
RIGHT, OTHER, REFUSED = Decoded((0x41,)), Decoded((0x42,)), Rejection(0)

AGREES = Answer(RIGHT, Status.PASS)
FAILS = Answer(OTHER, Status.FAIL, "a different result than the permitted one")
DEVIATES = Answer(OTHER, Status.SKIP, "known deviation: it is so")
CANNOT = Answer(Unsupported(), Status.SKIP, "beyond the declared max_value")

SECTION, DERIVATION = Witness("specification", "Toy, 1"), Witness("derivation", "41 is 41")
STATED = Witness("third-party", "One 1.0")
ROSTER = Roster(named=(Named("One ", "one"), Named("tables", MODEL)))


def audited(witnesses=(), asked={}, permitted=(RIGHT,), roster=ROSTER, present=("one", "two"), data=b"\x41"):
    vector = Vector(vector_id("toy", "x"), Decode("toy", data), tuple(permitted), (), tuple(witnesses))
    return audit(vector, TOY, roster, asked, present)


@pytest.mark.parametrize("answer", [FAILS, DEVIATES, CANNOT], ids=["fails", "deviates", "cannot"])
def test_only_implementations_that_agree_are_witnesses(answer):
    found = audited([STATED], {"one": AGREES, "two": AGREES})
    assert (found.sources, found.lacks, found.contradicted) == ({"one": ("one",), "two": ("two",)}, "", ())
    found = audited(asked={"one": AGREES, "two": answer})
    assert (found.sources, found.lacks) == ({"one": ("one",)}, "1 of 2 independent witnesses")
    assert found.others == {"two": answer}
    assert audited([STATED], {"one": answer}).contradicted == (f"One 1.0: got {answer}",)


def test_witnesses_that_share_a_source_in_this_encoding_are_one():
    for encoding, sources in (("toy", {"a table": ("one", "two")}), ("game", {"one": ("one",), "two": ("two",)})):
        roster = Roster(shared=(Shared("a table", ("one", "two"), (encoding,)),))
        assert audited(asked={"one": AGREES, "two": AGREES}, roster=roster).sources == sources


def test_sections_are_one_witness_derivations_are_another_and_a_program_agrees():
    more = [SECTION, Witness("specification", "Toy, 2"), DERIVATION, Witness("derivation", "again")]
    assert list(audited(more).sources) == ["specification", "derivation by hand"]
    assert audited(more, {"one": FAILS}).lacks == "no witness that can be run agrees"
    assert audited(more, {"one": AGREES}).lacks == ""


def test_a_program_that_is_not_here_is_no_witness():
    other = Witness("third-party", "Three 3.0")
    found = audited([other, STATED], {"two": AGREES}, present=("two",))
    assert (list(found.sources), found.unasked, found.contradicted) == (["two"], ("Three 3.0", "One 1.0"), ())
    assert audited([STATED]).contradicted == ("One 1.0: one does not offer toy",)


@pytest.mark.parametrize("text", ["One 1.0, to 10FFFF", "One 1.0, except surrogates"])
def test_a_limited_statement_says_nothing_of_what_is_skipped(text):
    assert audited([Witness("third-party", text)], {"one": CANNOT}).contradicted == ()
    assert audited([Witness("third-party", text)], {"one": FAILS}).contradicted == (f"{text}: got {FAILS}",)


@pytest.mark.parametrize(("index", "expected"), [(0, ()), (1, (f"One 1.0: got {AGREES}",))])
def test_a_statement_of_which_outcome_is_given_must_be_true(index, expected):
    found = audited([replace(STATED, confirms=(index,))], {"one": AGREES}, permitted=(RIGHT, REFUSED))
    assert found.contradicted == expected


def test_the_model_is_a_witness_only_where_it_is_stated():
    tables = Witness("derivation", "tables")
    assert list(audited([tables]).sources) == [MODEL]
    assert list(audited([DERIVATION]).sources) == ["derivation by hand"]
    found = audited([tables], data=b"\x42")
    assert found.sources == {}
    assert found.contradicted == ("tables: got ok 42 (a different result than the permitted one)",)


def test_each_permitted_outcome_is_given_by_one_or_rests_on_a_section():
    silent = {"permitted": (RIGHT, REFUSED)}
    lacks = "no implementation gives, and no section permits, reject 0"
    assert audited([DERIVATION], {"one": AGREES}, **silent).lacks == lacks
    assert audited([DERIVATION, replace(SECTION, confirms=(0,))], {"one": AGREES}, **silent).lacks == lacks
    assert audited([DERIVATION, replace(SECTION, confirms=(0, 1))], {"one": AGREES}, **silent).lacks == ""
    both = audited([DERIVATION], {"one": AGREES, "two": Answer(REFUSED, Status.PASS)}, **silent)
    assert (both.lacks, both.given(0), both.given(1)) == ("", ["one"], ["two"])


def test_the_first_entry_that_fits_decides():
    roster = Roster((Named("One 1.0 of", "one", ("toy",)), Named("One ", "other")))
    texts = [("One 1.0 of old", "toy"), ("One 1.0 of old", "game"), ("One 1.0", "game"), ("Two", "toy")]
    assert [roster.witness(*each) for each in texts] == ["one", "", "other", ""]
    roster = Roster(shared=(Shared("a table", ("one",), ("toy",)), Shared("a library", ("one", "two"))))
    assert [roster.source("one", id) for id in ("toy", "game")] == ["a table", "a library"]


def test_added_folders_come_last(tmp_path):
    assert read([tmp_path], ["toy"]) == Roster()
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / FILE).write_text(f'named: [{{begins: "One", is: {name}}}]\n')
    assert read([tmp_path / "a", tmp_path / "b"], []).named == (Named("One", "a"), Named("One", "b"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "named:\n  - {begins: One, is: one}\n  - {begins: Two, is: two, encodings: [toi]}\n",
            ":3: unknown encoding 'toi'; did ",
        ),
        ("shared:\n  - encodings:\n      - toi\n    sources: {a: [one]}\n", ":3: unknown encoding 'toi'; did you mean toy?"),
        ("named: []\n", ":1: "),
        ("named: [{is: one}]\n", "begins"),
        ("shared: [{encodings: [toy]}]\n", "sources"),
    ],
)
def test_a_fault_of_the_list_is_reported(tmp_path, text, message):
    (tmp_path / FILE).write_text(text)
    with pytest.raises(DataError) as error:
        read([tmp_path], ["toy"])
    assert message in str(error.value)


@pytest.fixture(scope="module")
def roster():
    return read([VECTORS], suite().encodings)


@pytest.fixture(scope="module")
def stated():
    """The witnesses of each vector of the project by its id."""
    return {vector.id: vector.witnesses for vector in suite().all_vectors}


def test_the_project_s_own_list_is_used_and_names_implementations_that_exist(roster, stated):
    texts = {witness.text for witnesses in stated.values() for witness in witnesses}
    begins = [named.begins for named in roster.named]
    assert set(begins) == {next((begin for begin in begins if text.startswith(begin)), None) for text in texts} - {None}
    witnesses = {each.witness for each in roster.named} | {name for each in roster.shared for name in each.witnesses}
    assert witnesses <= {MODEL, *(each.name for each in own())}
    schema = (VECTORS / FILE).read_text().split("\n", 1)[0].removeprefix("# yaml-language-server: $schema=")
    assert (VECTORS / schema).resolve() == SCHEMAS["witnesses"].resolve()


def test_every_value_is_stated_with_two_witnesses_written_apart(roster, stated):
    """Sections are one, and so are derivations by hand; a third party that cannot be asked is itself."""

    def source(witness, encoding):
        name = roster.witness(witness.text, encoding)
        return roster.source(name, encoding) if name else witness.text if witness.kind == "third-party" else witness.kind

    assert [str(id) for id, witnesses in stated.items() if len({source(each, id.encoding) for each in witnesses}) < 2] == []


@pytest.mark.slow
def test_the_versions_that_witnesses_name_are_those_of_the_atlas(roster, stated):
    if not (atlas := HOME / "atlas.jsonl.gz").exists():
        pytest.skip("make atlas was not run")
    versions = reading.read(atlas, lambda *_: None).versions
    texts = {(each.text, id.encoding) for id, witnesses in stated.items() for each in witnesses}
    named = {(roster.witness(text, id), found[1]) for text, id in texts if (found := re.match(r"\S+ ([0-9.]+[0-9])\b", text))}
    named = {(name, version) for name, version in named if name in versions}
    assert "cpython" in dict(named)
    assert [(name, version) for name, version in named if version not in versions[name]] == []


def _iconv_is_of_glibc() -> bool:
    said = shutil.which("iconv") and subprocess.run(["iconv", "--version"], capture_output=True, text=True).stdout
    return "GLIBC" in (said or "") or "GNU libc" in (said or "")


@pytest.mark.skipif(not _iconv_is_of_glibc(), reason="needs the iconv of glibc")
def test_the_tables_of_code_pages_are_those_of_glibc(roster):
    """The list of witnesses says so of their source."""
    (of_glibc,) = (each for each in roster.shared if "glibc" in each.witnesses)
    for id in of_glibc.encodings:
        table = suite().encodings[id].tables.value_of
        command = ["iconv", "-c", "-f", id.upper(), "-t", "UTF-32BE"]
        octets = subprocess.run(command, input=bytes(range(0x100)), capture_output=True).stdout
        assert octets == b"".join(table[byte].to_bytes(4, "big") for byte in sorted(table)), id
