"""The files that accompany each target of OSS-Fuzz and ClusterFuzzLite. `.clusterfuzzlite/check` builds and runs them."""

import runpy
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from zipfile import ZipFile

import pytest
from patience import FOREVER

from encoding_conformance.fuzz import __main__ as entry

HOME = Path(__file__).parents[2]
SUPPLY = HOME / ".clusterfuzzlite" / "supply.py"


def _supply(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, SUPPLY, folder, folder, *arguments], capture_output=True, text=True, timeout=FOREVER)


@pytest.fixture(scope="module")
def supplied(tmp_path_factory):
    folder = tmp_path_factory.mktemp("out")
    ended = _supply(folder, "reference", "utf-8", "utf-16-be")
    assert ended.stderr == ""
    return folder


def test_a_target_is_named_after_its_encoding(supplied):
    assert {path.name for path in supplied.glob("*.py")} == {"fuzz_utf_8.py", "fuzz_utf_16_be.py"}


@pytest.mark.parametrize("beside", ["{}.dict", "{}.options", "{}_seed_corpus.zip"])
def test_what_stands_beside_a_target_is_named_after_it(supplied, beside):
    targets = [path.stem for path in supplied.glob("fuzz_*.py")]
    assert [target for target in targets if not (supplied / beside.format(target)).is_file()] == []


def test_a_target_fuzzes_its_encoding_with_the_arguments_it_is_given(supplied, monkeypatch):
    ran = []
    monkeypatch.setattr(entry, "run", lambda *arguments: ran.append(arguments))
    monkeypatch.setattr(sys, "argv", ["fuzz_utf_16_be", "-runs=1"])
    runpy.run_path(str(supplied / "fuzz_utf_16_be.py"))
    assert ran == [("reference", "utf-16-be", ["-runs=1"])]


def test_seeds_are_the_bytes_of_vectors_in_files_at_the_top_of_the_archive(supplied):
    with ZipFile(supplied / "fuzz_utf_8_seed_corpus.zip") as archive:
        names = archive.namelist()
        contents = {archive.read(name) for name in names}
    assert {"/" in name for name in names} == {False}
    assert {bytes.fromhex("C3 A9"), bytes.fromhex("C0 80"), bytes.fromhex("ED A0 80")} <= contents


def test_no_seed_is_longer_than_an_input_may_be(supplied):
    options = ConfigParser()
    options.read(supplied / "fuzz_utf_8.options")
    with ZipFile(supplied / "fuzz_utf_8_seed_corpus.zip") as archive:
        longest = max(file.file_size for file in archive.infolist())
    assert longest <= int(options["libfuzzer"]["max_len"])


def test_the_dictionary_has_the_bytes_at_which_the_encoding_changes(supplied):
    lines = (supplied / "fuzz_utf_8.dict").read_text().splitlines()
    assert {r'"\xC2"', r'"\xF4"', r'"\xC2\x80"', r'"\xED\xA0\x80"'} <= set(lines)


def test_where_no_encoding_is_named_an_implementation_has_all_of_its_own(tmp_path):
    _supply(tmp_path, str(HOME / "tests" / "liars" / "object-wrong"))
    assert [path.name for path in tmp_path.glob("*.py")] == ["fuzz_ascii.py"]


def test_an_encoding_that_is_none_is_told_in_one_line(tmp_path):
    ended = _supply(tmp_path, "reference", "utf-7")
    assert ended.returncode == 1
    assert ended.stderr.startswith("supply.py: no encoding 'utf-7'; did you mean utf-8?")
    assert ended.stderr.count("\n") == 1
