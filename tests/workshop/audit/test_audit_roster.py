"""Who gives the stated witnesses: the form of the file, and the project's own file."""

import re
import shutil
import subprocess

import pytest
from project import suite

from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_folders import SCHEMAS, VECTORS
from encoding_conformance.models.table import Table
from encoding_conformance.runner.registry import own
from workshop.audit.roster import FILE, MODEL, Named, Roster, Shared, read


def told(folder, text):
    (folder / FILE).write_text(text)
    with pytest.raises(DataError) as error:
        read([folder], ["toy"])
    return str(error.value).replace(f"{folder}/", "")


def test_the_first_entry_that_fits_decides():
    roster = Roster((Named("One 1.0 of", "one", ("toy",)), Named("One ", "other")))
    assert roster.asked("One 1.0 of old", "toy") == "one"
    assert roster.asked("One 1.0 of old", "game") == ""
    assert roster.asked("One 1.0", "game") == "other"
    assert roster.asked("Two", "toy") == ""


def test_who_stands_behind_witnesses_is_asked():
    roster = Roster((Named("One 1.0", "one"), Named("tables", MODEL)), (Shared("a table", ("one", "two")),))
    assert roster.implementations == {"one"}


def test_a_source_is_shared_in_the_encodings_that_are_named_or_in_all():
    roster = Roster(shared=(Shared("a table", ("one",), ("toy",)), Shared("a library", ("one", "two"))))
    assert [roster.source("one", id) for id in ("toy", "game")] == ["a table", "a library"]
    assert [roster.source("two", id) for id in ("toy", "game")] == ["a library", "a library"]


def test_a_folder_without_the_file_says_nothing(tmp_path):
    assert read([tmp_path], ["toy"]) == Roster()


def test_added_folders_come_behind(tmp_path):
    roster = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / FILE).write_text(f'named: [{{begins: "One", is: {name}}}]\n')
        roster.append(Named("One", name))
    assert read([tmp_path / "a", tmp_path / "b"], []).named == tuple(roster)


def test_an_unknown_encoding_is_a_fault(tmp_path):
    text = 'named:\n  - {begins: "One", is: one}\n  - {begins: "Two", is: two, encodings: [toi]}\n'
    assert told(tmp_path, text) == f"{FILE}:3: unknown encoding 'toi'; did you mean toy?"
    text = "shared:\n  - encodings:\n      - toi\n    sources: {a: [one]}\n"
    assert told(tmp_path, text) == f"{FILE}:3: unknown encoding 'toi'; did you mean toy?"


def test_the_shape_is_held(tmp_path):
    assert told(tmp_path, "named: []\n").startswith(f"{FILE}:1: ")
    assert "begins" in told(tmp_path, "named: [{is: one}]\n")
    assert "sources" in told(tmp_path, "shared: [{encodings: [toy]}]\n")


def test_the_project_s_own_names_its_schema():
    first = (VECTORS / FILE).read_text().split("\n", 1)[0]
    named = first.removeprefix("# yaml-language-server: $schema=")
    assert (VECTORS / named).resolve() == SCHEMAS["witnesses"].resolve()


def test_the_project_s_own_names_implementations_that_there_are():
    roster = read([VECTORS], suite().encodings)
    named = {each.witness for each in roster.named} | {name for each in roster.shared for name in each.witnesses}
    assert named <= {MODEL, *(each.name for each in own())}


def test_every_entry_of_the_project_s_own_is_used():
    vectors = suite().all_vectors
    texts = {witness.text for vector in vectors for witness in vector.witnesses}
    begins = [named.begins for named in read([VECTORS], suite().encodings).named]
    used = [next((begin for begin in begins if text.startswith(begin)), None) for text in texts]
    assert set(begins) - set(used) == set()


def test_every_value_is_stated_with_two_witnesses_written_apart():
    """Sections are one, and so are derivations by hand; a third party that cannot be asked is itself."""
    roster = read([VECTORS], suite().encodings)
    found = []
    for vector in suite().all_vectors:
        encoding = vector.operation.encoding
        asked = [(witness, roster.asked(witness.text, encoding)) for witness in vector.witnesses]
        apart = {
            roster.source(name, encoding) if name else witness.text if witness.kind == "third-party" else witness.kind
            for witness, name in asked
        }
        if len(apart) < 2:
            found.append(f"{vector.location}: {vector.id}")
    assert found == []


RESULTS = VECTORS.parent / "docs" / "results.md"
NAMED = {
    "CPython": "cpython", "ICU": "icu", "Perl": "perl", "perl": "perl", "glibc": "glibc", "GLib": "glib", "Node.js": "node",
    "OpenJDK": "jdk",
}  # fmt: skip


def test_the_versions_that_witnesses_name_are_those_of_the_results():
    versions = dict(re.findall(r"(?m)^\| \[?([a-z][^]| ]*)[^|]* \| ([^|]*) \|", RESULTS.read_text(encoding="utf-8")))
    texts = {each.text for vector in suite().all_vectors for each in vector.witnesses}
    named = {(found[1], found[2]) for text in texts if (found := re.match(r"(\S+) ([0-9.]+[0-9])\b", text)) and found[1] in NAMED}
    assert {name for name, _ in named} == set(NAMED)
    assert [f"{name} {version}" for name, version in named if version not in versions[NAMED[name]]] == []


CODE_PAGES = {id: encoding.tables.value_of for id, encoding in suite().encodings.items() if isinstance(encoding.tables, Table)}


def _is_of_glibc() -> bool:
    said = shutil.which("iconv") and subprocess.run(["iconv", "--version"], capture_output=True, text=True).stdout
    return "GLIBC" in (said or "") or "GNU libc" in (said or "")


def _decoded(id: str, data: bytes) -> list[int] | None:
    """What glibc's iconv decodes bytes to; None if it rejects them."""
    ended = subprocess.run(["iconv", "-f", id.upper(), "-t", "UTF-32BE"], input=data, capture_output=True)
    if ended.returncode:
        return None
    return [int.from_bytes(ended.stdout[place : place + 4], "big") for place in range(0, len(ended.stdout), 4)]


@pytest.mark.skipif(not _is_of_glibc(), reason="needs the iconv of glibc")
@pytest.mark.parametrize("id", CODE_PAGES)
def test_the_tables_of_code_pages_are_those_of_glibc(id):
    """What `witnesses.yaml` says of their source."""
    table = CODE_PAGES[id]
    assert _decoded(id, bytes(table)) == list(table.values())
    assert [_decoded(id, bytes([byte])) for byte in range(0x100) if byte not in table] == [None] * (0x100 - len(table))
