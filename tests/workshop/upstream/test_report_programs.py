"""The programs in the bug reports print what the reports say. `make test-atlas` runs them where the library is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from encoding_conformance.adapters.installation import version_of
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.runner.registry import own
from workshop.upstream.reports import Draft, read

PROMPT = "$ "
INDENT = 4

ELSEWHERE = {"node-forge-first"}
"""The reports that are about a fault whose program another report has."""


class Session(NamedTuple):
    """The program of a report, the name of its file, and each command with what it prints."""

    program: str
    file: str
    printed: dict[str, str]


def session(text: str) -> Session:
    """What the indented blocks of a report say: those before the first command are the program. Its file is the first word of a
    command that is a name with a suffix; it is empty if there is none."""
    lines = [line[INDENT:] for line in indented(text)]
    starts = [place for place, line in enumerate(lines) if line.startswith(PROMPT)]
    printed = {
        lines[start].removeprefix(PROMPT): tidy("\n".join(lines[start + 1 : end]))
        for start, end in zip(starts, [*starts[1:], len(lines)])
    }
    words = [word for command in printed for word in command.split() if re.fullmatch(r"\w+\.[a-z]+", word)]
    program = tidy("\n".join(lines[: starts[0] if starts else None])) + "\n"
    return Session(program, words[0] if words else "", printed)


def indented(text: str) -> list[str]:
    """The lines of indented blocks, with the empty ones between them."""
    return [line for line in text.splitlines() if line.startswith(" " * INDENT) or not line]


def tidy(text: str) -> str:
    """A text without white space at the ends of its lines, and without empty lines at its ends."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def without_addresses(text: str) -> str:
    """A text in which the addresses of objects, which differ each time, are alike."""
    return re.sub("0x[0-9a-f]{9,}", "0x0", text)


def installed() -> dict[str, Implementation]:
    return {each.name: each for each in own()}


DRAFTS = [
    pytest.param(draft, id=f"{draft.implementation}/{draft.path.stem}")
    for draft in sorted(read(IMPLEMENTATIONS), key=lambda draft: draft.path)
    if draft.implementation not in ELSEWHERE
]


@pytest.mark.parametrize("draft", DRAFTS)
def test_a_report_has_a_program_and_what_it_prints(draft: Draft) -> None:
    found = session(draft.path.read_text(encoding="utf-8"))
    assert found.printed and all(found.printed.values())
    assert bool(found.program.strip()) == bool(found.file)


@pytest.mark.atlas
@pytest.mark.parametrize("draft", DRAFTS)
def test_a_program_prints_what_its_report_says(draft: Draft, tmp_path: Path) -> None:
    implementation = installed()[draft.implementation]
    if implementation.missing():
        pytest.skip("not installed")
    if not any(version in version_of(implementation) for version in draft.seen_in):
        pytest.skip("another version is installed")
    found = session(draft.path.read_text(encoding="utf-8"))
    if found.file:
        (tmp_path / found.file).write_text(found.program, encoding="utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for command, printed in found.printed.items():
        ended = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        got = without_addresses(tidy(ended.stdout))
        assert got.endswith(without_addresses(printed)), got  # a command that installs the library may print something first


def test_a_session_is_a_program_and_what_its_commands_print() -> None:
    text = "# X\n\n    int x;\n\n    int y;\n\n    $ cc x.c && ./a.out\n    1\n\n    2\n    $ two\n    3\n\nText.\n"
    assert session(text) == Session("int x;\n\nint y;\n", "x.c", {"cc x.c && ./a.out": "1\n\n2", "two": "3"})
