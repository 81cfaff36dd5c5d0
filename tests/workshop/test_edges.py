"""Edge cases are derived from the tables of an encoding, without the reference codecs, and written beside it."""

import subprocess
import sys
from pathlib import Path

import pytest
from project import suite

from encoding_conformance.data_files.loader import read_encodings
from encoding_conformance.data_folders import VECTORS
from workshop.edges.cases import cases
from workshop.edges.command import file_of, text

OUTSIDE = Path(__file__).parents[1] / "external" / "oracle-utf8"


def test_every_committed_file_is_of_an_encoding_and_those_of_an_added_folder_are_up_to_date() -> None:
    known = read_encodings([VECTORS, OUTSIDE])
    assert {*VECTORS.glob("*/edges/*"), *OUTSIDE.glob("edges/*")} <= {file_of(encoding) for encoding in known.values()}
    outside = known["oracle-utf8"]
    written = file_of(outside).read_text(encoding="utf-8")
    assert written.partition("encodings:")[2] == text(outside).partition("encodings:")[2]


def test_every_input_is_used_once_under_a_name_of_its_own() -> None:
    for encoding in suite().encodings.values():
        found = list(cases(encoding))
        assert len({case.operation for case in found}) == len({case.name for case in found}) == len(found), encoding.id


@pytest.fixture
def family(tool):
    """Makes a family of encodings in a folder of the test."""

    def make(name: str, old: str = "", new: str = "") -> Path:
        folder = tool.folder / name
        folder.mkdir()
        definition = (OUTSIDE / "encodings.yaml").read_text().replace("oracle-utf8:", f"{name}:").replace(old, new)
        (folder / "encodings.yaml").write_text(definition)
        return folder

    return make


def test_the_tool_writes_the_given_folder_and_no_other(tool, family) -> None:
    mine, _ = family("mine"), family("other")
    before = {path: path.stat().st_mtime_ns for path in VECTORS.rglob("*.yaml")}
    assert tool("edges", mine) == (0, "", "")
    assert list(tool.folder.glob("*/edges/*")) == [mine / "edges" / "mine.yaml"]
    assert {path: path.stat().st_mtime_ns for path in VECTORS.rglob("*.yaml")} == before


def test_a_fault_is_one_line(tool, family) -> None:
    ended = tool("edges", tool.folder)
    assert (ended.status, ended.err.count("\n")) == (3, 1)
    assert ended.err.startswith(f"{tool.folder}: no family of encodings is here")
    folder = family("mine", 'lead: "80..BF"', 'lead: "80"')
    message = "no row of bad-lead takes the edge case byte-81; add one with the requirement that it serves"
    assert tool("edges", folder) == (3, "", f"{folder}/encodings.yaml:3: mine: edges: {message}\n")


def test_the_reference_has_no_part_in_it() -> None:
    """A witness that the edge cases state is the reference, so they must not come from it."""
    program = "import sys; sys.modules['reference_codecs'] = None; import workshop.edges.command as it; print(it.__name__)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.stdout, ended.stderr) == ("workshop.edges.command\n", "")
