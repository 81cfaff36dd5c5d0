"""What is read when: the project's own data when it is needed, and folders that are added to it at once and completely."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from encoding_conformance.data_files import loader
from encoding_conformance.data_files.loader import load_suite, own_suite, read_suite
from encoding_conformance.data_files.problems import DataError, unknown
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import VECTORS

FAMILY = Path(__file__).parents[1] / "external" / "oracle-utf8"

PLANTED = """encodings: [ascii]
vectors:
  - id: {id}
    values: "41"
    bytes: "41"
    requirements: [ascii/plain-bytes]
    witnesses: [{{specification: "Notes, ASCII"}}, {{derivation: "by hand"}}]
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder that stands for the project's own, with two small families and no edge cases."""
    for family in ("ascii", "common", "cp437"):
        shutil.copytree(VECTORS / family, tmp_path / "vectors" / family, ignore=shutil.ignore_patterns("edges"))
    return tmp_path / "vectors"


@pytest.fixture
def added(tmp_path: Path) -> Callable[[str], list[Path]]:
    """Makes a folder that adds a vector with this id to ASCII."""

    def add(id: str) -> list[Path]:
        vectors = tmp_path / "more" / "planted" / "vectors"
        vectors.mkdir(parents=True)
        (vectors / "x.yaml").write_text(PLANTED.format(id=id))
        return [tmp_path / "more"]

    return add


def test_data_is_the_same_with_and_without_validation(own: Path) -> None:
    quick, validated = own_suite(own), read_suite([own])
    assert quick.requirements == validated.requirements
    assert list(quick.encodings) == list(validated.encodings) == ["ascii", "ascii-parity", "cp437"]
    for id in quick.encodings:
        assert quick.vectors_of(id) == validated.vectors_of(id) != []


def test_every_vector_states_the_line_of_its_id(own: Path) -> None:
    for vector in own_suite(own).all_vectors:
        file, line = vector.location
        id = Path(file).read_text(encoding="utf-8").splitlines()[line - 1].strip().removeprefix("- id: ")
        assert vector.id.local in (id, f"{id}/encode", f"{id}/decode")


def test_the_vectors_of_a_family_are_read_once_and_when_they_are_needed(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []

    def noted(path: Path) -> YamlFile:
        read.append(path)
        return YamlFile(path)

    monkeypatch.setattr(loader, "YamlFile", noted)
    suite = own_suite(own)
    assert {path.name for path in read} == {"encodings.yaml", "requirements.yaml"}
    read.clear()
    for id in ("ascii", "ascii-parity", "ascii"):
        assert suite.vectors_of(id)
    assert {path.parents[1].name for path in read} == {"ascii"}
    assert len(read) == len(set(read))


@pytest.mark.parametrize(
    "file, before, after, told",
    [
        ("ascii/encodings.yaml", "title:", "titel:", "encodings.ascii.titel: unknown key; did you mean title?"),
        ("ascii/requirements.yaml", "section:", "sektion:", "unknown key; did you mean section?"),
        ("ascii/requirements.yaml", "requirements:", "requirements: [", "not YAML"),
        ("ascii/vectors/examples.yaml", 'bytes: "', 'bytes: "x', "is not a byte"),
        ("ascii/vectors/examples.yaml", "vectors:", "vectors: [", "not YAML"),
        (
            "ascii/vectors/examples.yaml",
            "encodings: [ascii]",
            "encodings: [ascii, cp437]",
            "cp437 is not an encoding of this family; expected ascii or ascii-parity",
        ),
    ],
)
def test_data_of_the_project_that_cannot_be_read_is_reported_with_its_line(
    own: Path, file: str, before: str, after: str, told: str
) -> None:
    path = own / file
    path.write_text(path.read_text().replace(before, after, 1))
    with pytest.raises(DataError) as error:
        own_suite(own).vectors_of("ascii")
    first = str(error.value).splitlines()[0]
    assert first.startswith(f"{path}:") and told in first


def test_a_project_without_data_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no family of encodings is here"):
        own_suite(tmp_path)


def test_a_folder_that_is_added_says_the_same_as_if_both_were_read(own: Path) -> None:
    whole, added = read_suite([own, FAMILY]), read_suite([FAMILY], own_suite(own))
    assert added.requirements == whole.requirements
    assert list(added.encodings) == list(whole.encodings)
    for id in whole.encodings:
        assert added.vectors_of(id) == whole.vectors_of(id)


def test_vectors_that_are_added_stand_beside_those_of_the_project(added: Callable[[str], list[Path]]) -> None:
    folders = added("planted")
    before, after = load_suite(), load_suite(folders)
    assert [*before.by_id("ascii"), "ascii/planted/encode", "ascii/planted/decode"] == list(after.by_id("ascii"))
    assert after.vectors_of("ascii")[-1].location.file == str(folders[0] / "planted" / "vectors" / "x.yaml")
    assert after.vectors_of("cp437") == before.vectors_of("cp437")
    assert (before.added, after.added) == ((), tuple(folders))


def test_an_id_that_the_project_has_is_reported_with_its_line(added: Callable[[str], list[Path]]) -> None:
    with pytest.raises(DataError, match=r"x.yaml:3: vector id ascii/letter-a-large/\w+ is already used at .*vectors/ascii"):
        load_suite(added("letter-a-large"))


def test_folders_that_are_added_are_validated_completely(added: Callable[[str], list[Path]]) -> None:
    folders = added("Planted")
    (folders[0] / "planted" / "requirements.yaml").write_text("requirements:\n  - id: planted/x\n    section: s\n")
    with pytest.raises(DataError) as error:
        load_suite(folders)
    found = [line.removeprefix(f"{folders[0] / 'planted'}/") for line in str(error.value).splitlines()]
    assert [line.split(": ")[0] for line in found] == ["requirements.yaml:2", "requirements.yaml:3", "vectors/x.yaml:3"]


def test_a_requirement_that_nothing_serves_is_a_problem_of_the_added_folder(added: Callable[[str], list[Path]]) -> None:
    folders = added("planted")
    text = 'requirements:\n  - id: planted/x\n    section: "S, 1"\n    text: Nobody looks at this.\n    encodings: [ascii]\n'
    (folders[0] / "planted" / "requirements.yaml").write_text(text)
    with pytest.raises(DataError, match=r"requirements.yaml:2: no vector and no check serves requirement planted/x"):
        load_suite(folders)


def test_the_project_s_own_folder_is_not_read_again() -> None:
    assert load_suite([VECTORS / "ascii"]).by_id("ascii") == load_suite().by_id("ascii")


def test_a_link_to_elsewhere_is_not_read(own: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("password: x")
    (own / "ascii" / "vectors" / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    with pytest.raises(DataError) as error:
        read_suite([own])
    assert str(error.value) == f"{own}/ascii/vectors/link.yaml: is a link to elsewhere, which is not read; copy the file"


@pytest.mark.parametrize("target", ["nowhere.yaml", "link.yaml"])
def test_a_link_to_nothing_is_an_error(own: Path, target: str) -> None:
    (own / "ascii" / "vectors" / "link.yaml").symlink_to(target)
    with pytest.raises(DataError, match=r"link.yaml:1: cannot be read: "):
        read_suite([own])


@pytest.mark.parametrize(
    "text",
    [
        "vectors:\n" + "  - []\n" * 1000,
        "vectors: []\n" + "".join(f"key{number}: 1\n" for number in range(1000)),
        "encodings: [ascii]\nwitnesses: [{derivation: x}, {derivation: y}]\nvectors:\n"
        + "".join(f'  - {{id: v{each}, decode: "41", result: "41", requirements: [ascii/x{each}]}}\n' for each in range(1000)),
    ],
    ids=["not mappings", "unknown keys", "unknown requirements"],
)
def test_only_the_first_of_many_problems_are_reported(own: Path, text: str) -> None:
    many = own / "ascii" / "vectors" / "many.yaml"
    many.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as error:
        read_suite([own])
    found = [str(each) for each in error.value.problems if each.location.file == str(many)]
    assert 100 <= len(found) <= 102


def test_similar_names_are_not_sought_among_too_many() -> None:
    assert "did you mean name?" in unknown("thing", "anme", ["name", *map(str, range(999))], "see there")
    assert "see there" in unknown("thing", "anme", ["name", *map(str, range(1000))], "see there")


def test_short_texts_that_stand_for_too_much_are_refused(own: Path) -> None:
    text = (own / "ascii" / "vectors" / "examples.yaml").read_text(encoding="utf-8")
    head, vectors, _ = text.partition("vectors:\n")
    entry = '  - {{id: v{}, values: "41*1990000", bytes: "41*1990000", requirements: [], witnesses: []}}\n'
    many = own / "ascii" / "vectors" / "many.yaml"
    many.write_text(head + vectors + "".join(map(entry.format, range(300))), encoding="utf-8")
    with pytest.raises(DataError) as error:
        read_suite([own])
    assert [str(each) for each in error.value.problems if each.location.file == str(many)] == [
        f"{many}:3: the repetitions up to here stand for more than 33,554,432 bytes and values; use fewer or shorter ones"
    ]
