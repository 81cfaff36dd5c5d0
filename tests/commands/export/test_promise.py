"""What `.ci/promise` finds in two exports."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from patience import FOREVER

PROMISE = Path(__file__).parents[3] / ".ci" / "promise"
OK = {"outcome": "ok", "result": "41"}
A = {"id": "toy/a", "operation": "decode", "input": "41", "permitted": [OK], "may_refuse": False, "note": "a"}
B = {**A, "id": "toy/b", "permitted": [{"outcome": "reject", "offset": 0, "reason": "surrogate"}]}
LONG = {**A, "id": "toy/long", "permitted": [{"outcome": "ok", "result_file": "long/x.txt"}]}


@pytest.fixture
def export(tmp_path_factory) -> Callable[..., Path]:
    def write(version: str, *vectors: dict[str, object], long: str = "41*5000") -> Path:
        folder = tmp_path_factory.mktemp("export")
        text = "".join(json.dumps(vector) + "\n" for vector in vectors)
        contains = {"version": version, "encodings": [{"file": "toy.jsonl", "sha256": text}]}
        (folder / "export.json").write_text(json.dumps(contains))
        (folder / "toy.jsonl").write_text(text)
        (folder / "long").mkdir()
        (folder / "long" / "x.txt").write_text(long)
        return folder

    return write


@pytest.mark.parametrize(
    "old, new, told",
    [
        (("1.0.0", A), ("1.0.0", A), []),
        (("1.0.0", A), ("1.0.1", {**A, "note": "b"}), []),
        (("1.0.0", A), ("1.0.0", {**A, "note": "b"}), ["version 1.0.0 is there already, with other content"]),
        (("1.0.9", A), ("1.1.0", A, B), []),
        (("1.0.0", A), ("1.0.1", A, B), ["toy/b is new; that takes a minor version"]),
        (("1.9.0", A, B), ("2.0.0", A), []),
        (("1.0.0", A, B), ("1.1.0", A), ["toy/b is gone; that takes a major version"]),
        (("1.0.0", A), ("2.0.0", {**A, "input": "42"}), ["toy/a has another meaning; give the new one another id"]),
        (("1.0.0", A), ("2.0.0", {**A, "permitted": [OK, OK]}), ["toy/a has another meaning; give the new one another id"]),
        (("1.10.0", A), ("1.9.0", A), ["version 1.10.0 is followed by 1.9.0"]),
    ],
)
def test_each_breach_is_told(export, old, new, told: list[str]) -> None:
    ended = promise(export(*old), export(*new))
    assert re.findall("^BROKEN: (.+)$", ended.stdout, re.MULTILINE) == told
    assert (ended.returncode, ended.stderr) == (bool(told), "")


def test_long_files_are_compared_by_what_is_in_them(export) -> None:
    old = export("1.0.0", LONG)
    assert promise(old, export("1.0.1", LONG)).returncode == 0
    assert "toy/long has another meaning" in promise(old, export("1.0.1", LONG, long="41*5001")).stdout


def promise(*folders: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, PROMISE, *folders], capture_output=True, text=True, timeout=FOREVER)


def test_it_takes_two_exports() -> None:
    assert promise().returncode == 2
