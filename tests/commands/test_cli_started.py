"""The command as a process of its own: what most tests fork does what it does where Python is started for it."""

import subprocess
import sys
from pathlib import Path

import pytest

LIAR = Path(__file__).parents[1] / "liars" / "always-wrong"

WORDS = [
    [],
    ["list", "encodings"],
    ["dance"],
    ["run", "-i", "reference", "-k", "ascii/letter-a-large"],
    ["run", "-i", LIAR, "-k", "ascii/letter-a-large"],
    ["run", "-i", "x"],
    ["explain", "utf-8", "decode", "E2 82 AC"],
    ["replay", "x"],
]


@pytest.mark.parametrize("words", WORDS, ids=[" ".join(Path(word).name for word in words[:3]) for words in WORDS])
def test_a_forked_command_does_what_a_started_one_does(conform, words: list[object]) -> None:
    (conform.folder / "x").mkdir()
    (conform.folder / "x" / "implementation.yaml").write_text("name: x\ntitle: X\npython: y:Z\nencodings: {ascii: {}}\n")
    (conform.folder / "x" / "y.py").write_text(
        "import os, sys\nprint(os.getcwd(), sys.argv[0], sys.path[0], flush=True)\nZ = None"
    )
    forked, started = (conform(*words, anew=anew) for anew in (False, True))
    assert (forked.returncode, forked.stdout, forked.stderr) == (started.returncode, started.stdout, started.stderr)


@pytest.mark.parametrize("anew", [False, True])
def test_its_input_is_read_and_it_bears_the_mark_of_its_test(conform, anew: bool) -> None:
    with conform.start("serve", "-i", "reference", anew=anew) as process:
        process.stdin.write("0 hello 1\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith("0 ok 1 ")
        assert process.pid in [each.pid for each in conform.left()]
        assert process.poll() is None
        process.kill()
    assert process.returncode == -9


def test_the_command_is_that_of_the_module() -> None:
    folder = Path(sys.executable).parent
    called, module = (
        subprocess.run([*command, "list", "encodings"], capture_output=True, text=True)
        for command in ([folder / "conform"], [sys.executable, "-m", "encoding_conformance"])
    )
    assert (called.returncode, called.stdout) == (0, module.stdout)
