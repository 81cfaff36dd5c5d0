"""The edition of the vectors: the version that is stated, what is said if it cannot be read, and the hash of the files."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from encoding_conformance.data_files.edition import edition
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_files.suite import NOTHING, Suite
from encoding_conformance.data_folders import VECTORS


def changed(folder: Path) -> None:
    file = folder / "ascii" / "edges" / "ascii.yaml"
    file.write_text(f"{file.read_text()}# changed\n")


def renamed(folder: Path) -> None:
    (folder / "ascii" / "edges" / "ascii.yaml").rename(folder / "ascii" / "edges" / "other.yaml")


def touched(folder: Path) -> None:
    (folder / "ascii" / "README.md").write_text("no data")


@pytest.mark.parametrize("change, differs", [(changed, True), (renamed, True), (touched, False)])
def test_the_hash_is_of_the_names_and_contents_of_the_files(
    tmp_path: Path, change: Callable[[Path], None], differs: bool
) -> None:
    folder = tmp_path / "vectors"
    shutil.copytree(VECTORS / "ascii", folder / "ascii")
    before = edition(Suite(folders=(folder,))).hash
    change(folder)
    assert (edition(Suite(folders=(folder,))).hash != before) == differs


def test_the_hash_does_not_depend_on_where_the_folder_is(tmp_path: Path) -> None:
    shutil.copytree(VECTORS / "ascii", tmp_path / "a" / "ascii")
    shutil.copytree(VECTORS / "ascii", tmp_path / "b" / "ascii")
    assert edition(Suite(folders=(tmp_path / "a",))) == edition(Suite(folders=(tmp_path / "b",)))


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
        (None, "no version is here; expected three numbers such as 1.0.0"),
        ("", "no version is here"),
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
