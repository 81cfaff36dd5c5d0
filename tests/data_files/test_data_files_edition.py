"""The edition of the vectors: the version that is stated, what is said if it cannot be read, and the hash of the files."""

import shutil
from pathlib import Path

import pytest

from encoding_conformance.data_files.edition import edition
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_files.suite import NOTHING, Suite
from encoding_conformance.data_folders import VECTORS


def test_the_hash_is_of_the_names_and_contents_of_the_data_wherever_it_is(tmp_path: Path) -> None:
    hashes = {}
    for name in ("first", "same", "changed", "renamed"):
        shutil.copytree(VECTORS / "ascii", tmp_path / name / "ascii")
        file = tmp_path / name / "ascii" / "edges" / "ascii.yaml"
        if name == "changed":
            file.write_text(f"{file.read_text()}# changed\n")
        elif name == "renamed":
            file.rename(file.with_name("other.yaml"))
        elif name == "same":
            (tmp_path / name / "ascii" / "README.md").write_text("no data")
        hashes[name] = edition(Suite(folders=(tmp_path / name,))).hash
    assert hashes["first"] == hashes["same"]
    assert len({*hashes.values()}) == 3


def test_the_hash_is_also_of_the_folders_that_were_added(suite: Suite) -> None:
    added = Suite(folders=(VECTORS, Path(__file__).parents[1] / "external"))
    assert len({edition(each).hash for each in (NOTHING, suite, added)}) == 3


def test_the_version_is_that_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "VERSION").write_text("2.10.3\n")
    found = edition(NOTHING, tmp_path)
    assert str(found) == f"2.10.3 {found.hash}"


@pytest.mark.parametrize(
    "text, told",
    [
        (None, "the version is missing; expected three numbers such as 1.0.0"),
        ("1.0\n", "'1.0' is not a version; expected three numbers"),
        ("1.0.0\n1.0.1\n", "is not a version"),
    ],
)
def test_a_version_that_is_missing_or_malformed_is_a_fault(tmp_path: Path, text: str | None, told: str) -> None:
    if text is not None:
        (tmp_path / "VERSION").write_text(text)
    with pytest.raises(DataError) as error:
        edition(NOTHING, tmp_path)
    assert str(error.value).startswith(f"{tmp_path / 'VERSION'}:1: ")
    assert told in str(error.value)
    assert "\n" not in str(error.value)
