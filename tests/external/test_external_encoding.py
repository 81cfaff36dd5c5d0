"""A user's own encoding, Oracle's UTF8, from a folder outside the repository, by the command line."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from patience import FOREVER


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A copy that has nothing of the repository around it."""
    return shutil.copytree(Path(__file__).parent / "oracle-utf8", tmp_path_factory.mktemp("user") / "oracle-utf8")


def _conform(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "encoding_conformance", *arguments]
    return subprocess.run(command, cwd=folder.parent, capture_output=True, text=True, timeout=FOREVER)


def _run(folder: Path, implementation: Path, tmp_path: Path) -> tuple[int, list[dict]]:
    """The exit status and the verdicts of a run."""
    report = tmp_path / "report.jsonl"
    options = ["-i", str(implementation), "-e", "oracle-utf8", "--vectors", str(folder), "--json", str(report)]
    ended = _conform(folder, "run", *options)
    lines = [json.loads(line) for line in report.read_text().splitlines()]
    assert lines[-1]["type"] == "footer", ended.stderr
    return ended.returncode, [line for line in lines if line["type"] == "verdict"]


@pytest.mark.slow
def test_an_honest_implementation_passes(folder, tmp_path):
    status, verdicts = _run(folder, folder, tmp_path)
    assert status == 0
    assert {verdict["verdict"] for verdict in verdicts} == {"pass", "skip"}
    assert {"oracle-utf8/pairs", "oracle-utf8/order-of-utf-16"} <= {
        id for verdict in verdicts if verdict["verdict"] == "pass" for id in verdict["requirements"]
    }


def test_a_liar_is_found_out(folder, tmp_path):
    status, verdicts = _run(folder, folder / "liar", tmp_path)
    assert status == 1
    failed = {verdict["id"]: verdict for verdict in verdicts if verdict["verdict"] == "fail"}
    vector = failed["oracle-utf8/four-bytes-of-utf-8"]
    assert (vector["input"], vector["expected"]) == ("F0 90 80 80", ["reject 0 bad-lead"])
    assert vector["got"] == "ok 10000"


@pytest.mark.parametrize(
    ("what", "shown"),
    [("encodings", "oracle-utf8"), ("requirements", "oracle-utf8/pairs"), ("checks", "oracle-utf8")],
)
def test_it_is_listed_beside_the_projects_own(folder, what, shown):
    ended = _conform(folder, "list", what, "--vectors", str(folder))
    assert ended.returncode == 0
    assert shown in ended.stdout and "utf-8" in ended.stdout


def test_without_its_folder_it_is_unknown(folder):
    ended = _conform(folder, "run", "-i", str(folder), "-e", "oracle-utf8")
    assert ended.returncode in (2, 3)
    assert "oracle-utf8" in ended.stderr and "Traceback" not in ended.stderr


@pytest.mark.parametrize("place", ["vectors", "liar"])
def test_a_folder_beside_the_right_one_is_told(folder, place):
    ended = _conform(folder, "run", "-i", str(folder), "--vectors", str(folder / place))
    assert ended.returncode == 3
    assert ended.stderr.startswith(f"{folder / place}: no family of encodings is here; ")


def test_the_folder_above_will_do_as_well(folder):
    ended = _conform(folder, "list", "encodings", "--vectors", str(folder.parent))
    assert ended.returncode == 0 and "oracle-utf8" in ended.stdout


def test_vectors_can_be_added_to_an_encoding_of_the_project(tmp_path):
    """A folder with requirements and vectors, but without encodings."""
    folder = tmp_path / "mine"
    (folder / "vectors").mkdir(parents=True)
    (folder / "requirements.yaml").write_text(
        'requirements:\n  - {id: mine/euro, section: "Mine, 1", text: The euro sign is kept., encodings: [utf-8]}\n'
    )
    (folder / "vectors" / "euro.yaml").write_text(
        'encodings: [utf-8]\nwitnesses: [{derivation: by hand}, {third-party: "iconv 2.36"}]\nvectors:\n'
        '  - {id: my-euro, values: "20AC", bytes: "E2 82 AC", requirements: [mine/euro]}\n'
    )
    ended = _conform(folder, "run", "-i", "reference", "-k", "utf-8/my-euro", "--vectors", str(folder))
    assert (ended.returncode, "2 pass" in ended.stdout) == (0, True)
