"""Mutants of codecs that were written apart: what kills them, and which are left out."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import copytree, which

import pytest

import workshop.mutation
from workshop.mutation.apart import built, fate
from workshop.mutation.kill_matrix import Fate
from workshop.runs import Failure, Run, run

VECTOR, CHECK = "kim/letter-a/decode", "kim/check/order"
WRONG = Failure("decode kim 41", "ok 42")


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (Run(passes=9), Fate.SURVIVED),
        (Run({VECTOR: WRONG}), Fate.VECTORS),
        (Run({CHECK: WRONG}), Fate.CHECKS),
        (Run({VECTOR: WRONG, CHECK: WRONG}), Fate.BOTH),
        (Run({VECTOR: WRONG}, error="it does not start"), Fate.DOES_NOT_LOAD),
    ],
)
def test_a_mutant_is_killed_by_what_fails(run: Run, expected: Fate) -> None:
    assert fate(run) == expected


def test_what_builds_the_same_has_the_same_digest(tmp_path: Path) -> None:
    folder = tmp_path / "codec"
    folder.mkdir()
    (folder / "implementation.yaml").write_text("name: codec\ntitle: X\n", encoding="utf-8")
    (folder / "Makefile").write_text("built: source\n\tgrep -v '^#' source > built\n", encoding="utf-8")
    texts = {"original": "a\n", "comment": "# b\na\n", "other": "c\n", "broken": "# nothing\n"}
    digests = {name: built(folder, tmp_path / name, "source", text, "built") for name, text in texts.items()}
    assert digests["original"] == digests["comment"] != digests["other"]
    assert digests["broken"] == ""
    assert (tmp_path / "other" / "implementation.yaml").read_text(encoding="utf-8") == "name: other\ntitle: X\n"


@pytest.mark.slow
@pytest.mark.skipif(not which("go"), reason="there is no compiler of Go")
def test_the_codec_of_which_mutants_are_made_is_sound(tmp_path: Path) -> None:
    folder = Path(copytree(Path(workshop.mutation.__file__).parent / "go_utf_8", tmp_path / "go-utf-8"))
    subprocess.run(["make", "-s", "-C", str(folder)], check=True)
    found = run([folder], 1)["go-utf-8"]
    assert found.failures == {} and found.passes > 300
