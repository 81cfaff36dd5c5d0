"""A user's own encoding, Oracle's UTF8, from a folder outside the repository, by the command line."""

import json
import shutil
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent / "oracle-utf8"


@pytest.fixture
def folder(conform) -> Path:
    """A copy that has nothing of the repository around it."""
    return shutil.copytree(SOURCE, conform.folder / "oracle-utf8")


def test_an_honest_implementation_passes_and_a_liar_fails(conform, folder):
    order = ["-k", "oracle-utf8/check/order", "-k", "oracle-utf8/four-bytes-of-utf-8", "-k", "oracle-utf8/letters-and-a-pair"]
    implementations = ["-i", folder, "-i", folder / "liar"]
    ended = conform("run", *implementations, "-e", "oracle-utf8", "--vectors", folder, "--json", "report", "--jobs", 1, *order)
    assert ended.returncode == 1
    found = [json.loads(line) for line in (conform.folder / "report").read_text().splitlines()]
    verdicts = [line for line in found if line["type"] == "verdict"]
    (failed,) = [verdict for verdict in verdicts if verdict["verdict"] == "fail"]
    assert (failed["implementation"], failed["id"]) == ("lenient-oracle-utf8", "oracle-utf8/four-bytes-of-utf-8")
    assert (failed["input"], failed["expected"], failed["got"]) == ("F0 90 80 80", ["reject 0 bad-lead"], "ok 10000")
    assert "oracle-utf8/pairs" in {id for verdict in verdicts if verdict["verdict"] == "pass" for id in verdict["requirements"]}


@pytest.mark.parametrize(("what", "shown"), [("encodings", "oracle-utf8"), ("checks", "oracle-utf8")])
def test_it_is_listed_with_the_encodings_of_the_project(conform, folder, what, shown):
    """The folder above may be given as well."""
    ended = conform("list", what, "--vectors", folder.parent if what == "encodings" else folder)
    assert ended.returncode == 0
    assert shown in ended.stdout and "utf-8" in ended.stdout


def test_it_is_unknown_without_its_folder(conform, folder):
    ended = conform("run", "-i", folder, "-e", "oracle-utf8")
    assert (ended.returncode, "Traceback" in ended.stderr, "oracle-utf8" in ended.stderr) == (2, False, True)


@pytest.mark.parametrize("wrong", ["vectors", "liar"])
def test_a_folder_in_the_right_one_has_no_encodings(conform, folder, wrong):
    ended = conform("run", "-i", folder, "--vectors", folder / wrong)
    assert ended.returncode == 3
    assert ended.stderr.startswith(f"{folder / wrong}: no family of encodings is here; ")


def test_vectors_can_be_added_to_an_encoding_of_the_project(conform):
    """A folder with requirements and vectors, but without encodings."""
    folder = conform.folder / "mine"
    (folder / "vectors").mkdir(parents=True)
    (folder / "requirements.yaml").write_text(
        'requirements:\n  - {id: mine/euro, section: "Mine, 1", text: The euro sign is kept., encodings: [utf-8]}\n'
    )
    (folder / "vectors" / "euro.yaml").write_text(
        'encodings: [utf-8]\nwitnesses: [{derivation: by hand}, {third-party: "iconv 2.36"}]\nvectors:\n'
        '  - {id: my-euro, values: "20AC", bytes: "E2 82 AC", requirements: [mine/euro]}\n'
    )
    ended = conform("run", "-i", "reference", "-k", "utf-8/my-euro", "--vectors", folder)
    assert (ended.returncode, "2 pass" in ended.stdout) == (0, True)
