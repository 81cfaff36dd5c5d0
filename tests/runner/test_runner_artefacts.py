"""Artefacts: compiled data is what the YAML says, and a file that is damaged or is not an artefact is made again."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.data_files import artefacts
from encoding_conformance.data_files import suite as suite_module
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_files.suite import read_suite
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.models.counted import Counted
from encoding_conformance.runner import compiled_suite

FAMILY = Path(__file__).parents[1] / "external" / "oracle-utf8"
OTHERS = [VECTORS / "common", VECTORS / "kim"]
"""Families that are enough to accompany it, and that can be compiled quickly."""

PLANTED = """encodings: [ascii]
vectors:
  - id: {id}
    values: "41"
    bytes: "41"
    requirements: [ascii/plain-bytes]
    witnesses: [{{specification: "Notes, ASCII"}}, {{derivation: "by hand"}}]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a family of encodings, and a cache that is empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(artefacts, "user_folder", lambda: tmp_path / "cache")
    shutil.copytree(FAMILY, tmp_path / "oracle-utf8")
    return tmp_path / "oracle-utf8"


def ids(folder: Path) -> list[str]:
    return [str(vector.id) for vector in compiled_suite.load([*OTHERS, folder]).vectors_of("oracle-utf8")]


def test_artefacts_say_what_the_yaml_says() -> None:
    written, read = compiled_suite.load([VECTORS]), read_suite([VECTORS], CHECKS)
    assert dict(written.requirements) == dict(read.requirements)
    assert list(written.encodings) == list(read.encodings)
    for id, encoding in read.encodings.items():
        compiled = written.encodings[id]
        for name in vars(encoding):
            if name == "tables" and isinstance(encoding.tables, Counted):
                continue  # other encodings, which are compared themselves
            if name.startswith("same_"):
                one, other = ([(str(each.values), each.other.id) for each in getattr(of, name)] for of in (compiled, encoding))
                assert one == other
                continue
            assert getattr(compiled, name) == getattr(encoding, name), (id, name)
        assert written.vectors_of(id) == read.vectors_of(id)
        del written.by_encoding[id], read.by_encoding[id]  # so that there are never two whole suites


def test_the_second_time_no_yaml_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ids(folder)
    monkeypatch.setattr(suite_module, "YamlFile", None)
    assert ids(folder) == first


def test_a_change_of_a_file_is_seen_at_once(folder: Path) -> None:
    before = ids(folder)
    file = folder / "vectors" / "examples.yaml"
    file.write_text(file.read_text().replace("- id: ", "- id: other-", 1))
    assert len(ids(folder)) == len(before) and ids(folder) != before


@pytest.mark.parametrize("damage", [b"", b"conform artefact 1 ", b"not an artefact\n{}", None], ids=str)
def test_a_damaged_artefact_is_made_anew(folder: Path, damage: bytes | None) -> None:
    before = ids(folder)
    files = list(artefacts.user_folder().iterdir())
    assert {artefact.name.partition("-")[2] for artefact in files} == {"index", "kim", "kim-count", "kim-text", "oracle-utf8"}
    for artefact in files:
        whole = artefact.read_bytes()
        artefact.write_bytes(whole[:-1] if damage is None else damage)
    assert ids(folder) == before


def test_vectors_whose_artefact_was_lost_are_read_from_the_yaml(folder: Path) -> None:
    before = ids(folder)
    suite = compiled_suite.load([*OTHERS, folder])
    for artefact in artefacts.user_folder().iterdir():
        artefact.unlink()
    assert [str(vector.id) for vector in suite.vectors_of("oracle-utf8")] == before
    assert suite.vectors_of("oracle-utf8")[0].permitted


@pytest.mark.parametrize("cannot", ["a file stands in its place", "nobody may write"])
def test_a_cache_that_cannot_be_written_is_no_error(folder: Path, cannot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if cannot == "nobody may write":
        monkeypatch.setattr(os, "replace", lambda *names: (_ for _ in ()).throw(PermissionError("no")))
    else:
        artefacts.user_folder().write_text("")
    assert ids(folder) == ids(folder) != []


def test_what_nobody_has_read_for_long_is_deleted(folder: Path) -> None:
    ids(folder)
    old = artefacts.user_folder() / "old"
    old.write_bytes(b"")
    os.utime(old, (0, 0))
    file = folder / "vectors" / "examples.yaml"
    file.write_text(f"# changed\n{file.read_text()}")
    assert ids(folder) and not old.exists()


@pytest.fixture
def own(folder: Path) -> Path:
    """A folder that stands for the project's own, with few families."""
    for family in ("ascii", "common", "kim"):
        shutil.copytree(VECTORS / family, folder.parent / "vectors" / family)
    return folder.parent / "vectors"


def test_a_folder_that_is_added_to_the_project_s_own_says_the_same_as_if_both_were_read(own: Path) -> None:
    folders = [own, FAMILY]
    whole, added = read_suite(folders, CHECKS), read_suite([FAMILY], CHECKS, compiled_suite.load([own]), [own])
    assert dict(added.requirements) == dict(whole.requirements)
    assert list(added.encodings) == list(whole.encodings)
    for id in whole.encodings:
        assert added.vectors_of(id) == whole.vectors_of(id)


@pytest.fixture
def added(own: Path) -> Callable[[str], list[Path]]:
    """Makes a folder that adds a vector with this id to ASCII. Returns the project's own and this one."""

    def add(id: str) -> list[Path]:
        vectors = own.parent / "more" / "planted" / "vectors"
        vectors.mkdir(parents=True)
        (vectors / "x.yaml").write_text(PLANTED.format(id=id))
        return [own, own.parent / "more"]

    return add


def test_vectors_that_are_added_stand_beside_those_of_the_project(added: Callable[[str], list[Path]]) -> None:
    folders = added("planted")
    before = compiled_suite.load(folders[:1])
    for _ in ("compiled", "from artefacts"):
        after = compiled_suite.load(folders)
        assert [*before.ids_of("ascii"), "ascii/planted/encode", "ascii/planted/decode"] == list(after.ids_of("ascii"))
        assert after.vectors_of("ascii")[-1].location.file == str(folders[1] / "planted" / "vectors" / "x.yaml")
        assert after.vectors_of("kim") == before.vectors_of("kim")
        assert {id for id in before.encodings if before.versions[id] != after.versions[id]} == {"ascii"}


def test_an_id_that_the_project_has_is_told_with_its_place(added: Callable[[str], list[Path]]) -> None:
    with pytest.raises(DataError, match=r"x.yaml:3: vector id ascii/letter-a-large/\w+ is there already, at .*vectors/ascii"):
        compiled_suite.load(added("letter-a-large"))
