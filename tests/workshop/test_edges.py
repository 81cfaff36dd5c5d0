"""The committed edge cases are those that their encodings give, derived without the reference codecs."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from patience import FOREVER
from project import suite

from encoding_conformance.data_files.loader import read_encodings
from encoding_conformance.data_folders import VECTORS
from workshop.edges.cases import cases
from workshop.edges.command import file_of, text

EDGES = (sys.executable, "-m", "encoding_conformance", "edges")
OUTSIDE = Path(__file__).parents[1] / "external" / "oracle-utf8"


@cache
def encodings():
    return read_encodings([VECTORS, OUTSIDE])


@pytest.mark.parametrize("id", [*suite().encodings, "oracle-utf8"])
def test_regenerating_changes_no_file(id):
    path = file_of(encodings()[id])
    assert (path.read_text(encoding="utf-8") if path.exists() else "") == text(encodings()[id])


def test_no_file_is_left_over():
    made = {file_of(encoding) for encoding in encodings().values()}
    assert {*VECTORS.glob("*/edges/*"), *OUTSIDE.glob("edges/*")} <= made


@pytest.mark.parametrize("id", [*suite().encodings, "oracle-utf8"])
def test_every_input_is_asked_once_under_a_name_of_its_own(id):
    found = list(cases(encodings()[id]))
    assert len({case.operation for case in found}) == len({case.name for case in found}) == len(found)


def test_the_command_writes_the_folder_that_it_is_given_and_no_other(tmp_path):
    for name in ("mine", "other"):
        family = tmp_path / name
        family.mkdir()
        definition = (OUTSIDE / "encodings.yaml").read_text().replace("oracle-utf8:", f"{name}:")
        (family / "encodings.yaml").write_text(definition)
    before = {path: path.stat().st_mtime_ns for path in VECTORS.rglob("*.yaml")}
    ended = subprocess.run(
        [*EDGES, tmp_path / "mine"],
        capture_output=True,
        text=True,
        timeout=FOREVER,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert list(tmp_path.glob("*/edges/*")) == [tmp_path / "mine" / "edges" / "mine.yaml"]
    assert {path: path.stat().st_mtime_ns for path in VECTORS.rglob("*.yaml")} == before


def test_the_command_tells_faults_in_one_line_each(tmp_path):
    ended = subprocess.run([*EDGES, tmp_path], capture_output=True, text=True, timeout=FOREVER)
    assert (ended.returncode, ended.stderr.count("\n")) == (3, 1)
    assert ended.stderr.startswith(f"{tmp_path}: no family of encodings is here")


def test_the_command_tells_an_edge_case_that_no_row_takes(tmp_path):
    definition = (OUTSIDE / "encodings.yaml").read_text()
    (tmp_path / "encodings.yaml").write_text(definition.replace('lead: "80..BF"', 'lead: "80"'))
    ended = subprocess.run([*EDGES, tmp_path], capture_output=True, text=True, timeout=60)
    message = "no row of bad-lead takes the edge case byte-81; add one with the requirement that it serves"
    assert (ended.returncode, ended.stderr) == (3, f"{tmp_path}/encodings.yaml:3: oracle-utf8: edges: {message}\n")


def test_the_reference_has_no_part_in_it(tmp_path):
    """The reference is not imported, and edge cases are the same without it."""
    program = (
        "import runpy, sys; sys.modules['reference_codecs'] = None; sys.argv[1:] = ['edges', sys.argv[1]];"
        "import atexit; atexit.register(lambda: "
        "print([name for name in sys.modules if name.startswith('reference_codecs') and sys.modules[name]]));"
        "runpy.run_module('encoding_conformance', run_name='__main__')"
    )
    (tmp_path / "encodings.yaml").write_text((OUTSIDE / "encodings.yaml").read_text())
    ended = subprocess.run([sys.executable, "-c", program, tmp_path], capture_output=True, text=True, timeout=FOREVER)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "[]\n", "")
    assert (tmp_path / "edges" / "oracle-utf8.yaml").exists()
