"""The steps of the GitHub action, run in a shell with the variables that GitHub sets."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from wrong_ascii import FIXED, TAKES_ALL

ACTION = yaml.safe_load((Path(__file__).parents[2] / "action.yml").read_text(encoding="utf-8"))


def step(name: str) -> dict[str, str]:
    (found,) = [each for each in ACTION["runs"]["steps"] if each["name"] == name]
    return dict(found)


@pytest.mark.parametrize(("source", "status"), [(FIXED, 0), (TAKES_ALL, 1)])
def test_the_step_that_checks(tmp_path: Path, manifest, source: str, status: int) -> None:
    one, two = (manifest(name, "python: x:CODEC", x=source) for name in ("one", "two"))
    program = tmp_path / "conformance" / "bin" / "conform"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m encoding_conformance "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    given = {"IMPLEMENTATIONS": f"{one}\n{two}\n", "ARGUMENTS": "-k ascii/byte-ff --fail-fast", "REPORT": "my report.jsonl"}
    github = {"RUNNER_TEMP": str(tmp_path), "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"), "GITHUB_ACTIONS": "true"}

    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step("Check")["run"]]
    ended = subprocess.run(shell, cwd=tmp_path, env={**os.environ, **given, **github}, text=True, capture_output=True)

    assert (ended.returncode, ended.stderr) == (status, "")
    assert ("::error file=" in ended.stdout) == bool(status)
    assert (tmp_path / "my report.jsonl").exists() and (tmp_path / "summary.md").exists()


def test_each_input_is_used_and_nothing_else() -> None:
    used = str(ACTION["runs"])
    assert all(f"inputs.{name} " in used for name in ACTION["inputs"])
    assert used.count("${{ inputs.") == 5
