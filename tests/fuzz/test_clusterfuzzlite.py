"""The files that accompany each target of OSS-Fuzz and ClusterFuzzLite. `.clusterfuzzlite/check` builds and runs them."""

import runpy
import sys
from configparser import ConfigParser
from pathlib import Path
from zipfile import ZipFile

import pytest

from encoding_conformance.fuzz import __main__ as entry

HOME = Path(__file__).parents[2]
SUPPLY = HOME / ".clusterfuzzlite" / "supply.py"


supply = runpy.run_path(str(SUPPLY))["supply"]


@pytest.fixture(scope="module")
def supplied(tmp_path_factory):
    folder = tmp_path_factory.mktemp("out")
    supply(folder, folder, "reference", "utf-8", "utf-16-be")
    return folder


def test_a_target_and_its_files_are_named_after_its_encoding(supplied):
    expected = {f"fuzz_{id}{end}" for id in ("utf_8", "utf_16_be") for end in (".py", ".dict", ".options", "_seed_corpus.zip")}
    assert {path.name for path in supplied.iterdir()} == expected


def test_a_target_fuzzes_its_encoding_with_its_arguments(supplied, monkeypatch):
    ran = []
    monkeypatch.setattr(entry, "run", lambda *arguments: ran.append(arguments))
    monkeypatch.setattr(sys, "argv", ["fuzz_utf_16_be", "-runs=1"])
    runpy.run_path(str(supplied / "fuzz_utf_16_be.py"))
    assert ran == [("reference", "utf-16-be", ["-runs=1"])]


def test_seeds_are_the_bytes_of_vectors_in_files_at_the_top_of_the_archive(supplied):
    options = ConfigParser()
    options.read(supplied / "fuzz_utf_8.options")
    with ZipFile(supplied / "fuzz_utf_8_seed_corpus.zip") as archive:
        contents = {archive.read(name) for name in archive.namelist() if "/" not in name}
    assert {bytes.fromhex("C3 A9"), bytes.fromhex("C0 80"), bytes.fromhex("ED A0 80")} <= contents
    assert max(map(len, contents)) <= int(options["libfuzzer"]["max_len"])


def test_a_dictionary_has_the_bytes_at_which_the_encoding_changes(supplied):
    lines = (supplied / "fuzz_utf_8.dict").read_text().splitlines()
    assert {r'"\xC2"', r'"\xF4"', r'"\xC2\x80"', r'"\xED\xA0\x80"'} <= set(lines)


def test_an_implementation_has_targets_for_all_its_encodings_if_none_is_named(tmp_path):
    supply(tmp_path, tmp_path, str(HOME / "tests" / "liars" / "object-wrong"))
    assert [path.name for path in tmp_path.glob("*.py")] == ["fuzz_ascii.py"]


def test_an_unknown_encoding_has_a_message_of_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["supply.py", str(tmp_path), str(tmp_path), "reference", "utf-7"])
    with pytest.raises(SystemExit, match=r"supply.py: no encoding 'utf-7'; did you mean utf-8\?[^\n]*$"):
        runpy.run_path(str(SUPPLY), run_name="__main__")
