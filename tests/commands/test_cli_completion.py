"""What a shell offers after a part of a word."""

import os
import subprocess
import sys

import pytest


def offered(*words: str) -> list[str]:
    """What bash is offered for the last word."""
    environment = {
        **os.environ,
        "_CONFORM_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("conform", *words)),
        "COMP_CWORD": str(len(words)),
    }
    load = "from encoding_conformance.commands.main import conform"
    command = [sys.executable, "-c", f"import sys; sys.argv[0] = 'conform'; {load}; conform(prog_name='conform')"]
    ended = subprocess.run(command, env=environment, text=True, capture_output=True)
    return [line.partition(",")[2] for line in ended.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["exp"], "explain"),
        (["run", "--fail"], "--fail-fast"),
        (["run", "-i", "perl-unicode"], "perl-unicode-utf8"),
        (["run", "-e", "utf-8-3"], "utf-8-31bit"),
        (["run", "-k", "boc"], "bocu-1/"),
        (["run", "-k", "ascii/letter-a-la"], "ascii/letter-a-large/decode"),
    ],
)
def test_words_are_completed(words: list[str], expected: str) -> None:
    assert expected in offered(*words)
    assert all(each.startswith(words[-1]) for each in offered(*words))
