"""The bug reports for upstream: their front matter, the page that lists them, and the programs in them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from encoding_conformance.adapters.installation import version_of
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.runner.registry import find
from workshop.upstream.reports import Draft, page, read

SOUND = """\
---
fault: "drops *bits*"
send_to: "https://example.org/issues, component x"
seen_in: ["1.0", "1.1"]
newest_tried: "1.2"
state: new
---

# It drops bits
"""
KEYS = "2: key 'fault' is missing; expected a mapping with fault, send_to, seen_in, newest_tried and state"
FAULTY = [
    ("---\n\n#", "#", "1: no front matter; a report begins with a line ---, keys such as fault, and a line ---"),
    ('fault: "drops *bits*"\n', "", KEYS),
    ("state: new", "state: sent", '6: state: invalid value "sent"; expected one of new, known, fixed'),
    ("state: new", "state: known", "6: state: known, but key 'thread' is missing"),
    ("state: new", "state: fixed", "6: state: fixed, but key 'fixed_in' is missing"),
    ('["1.0", "1.1"]', "[]", "4: seen_in: invalid value []; expected a list of one or more versions that showed the fault"),
    ('"1.2"', "2", '5: newest_tried: 2 is without quotes; write "2"'),
]


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """The folder of an implementation."""
    (folder := tmp_path / "toy").mkdir()
    return folder


def test_a_report_has_a_row_in_the_page(toy: Path) -> None:
    fixed = SOUND.replace("state: new", "state: fixed\nfixed_in: 1.3\nthread: https://x.org/1")
    (toy / "REPORT.md").write_text(SOUND)
    (toy / "REPORT-two.md").write_text(fixed)
    sent = "<https://example.org/issues>, component x"
    assert page(read(toy.parent), toy.parent).splitlines()[-2:] == [
        rf"| toy | [drops \*bits\*](toy/REPORT-two.md) | 1.0, 1.1 | 1.2 | fixed in 1.3; <https://x.org/1> | {sent} |",
        rf"| toy | [drops \*bits\*](toy/REPORT.md) | 1.0, 1.1 | 1.2 | new | {sent} |",
    ]


@pytest.mark.parametrize("right, wrong, message", FAULTY)
def test_a_fault_is_reported_in_one_line(toy: Path, right: str, wrong: str, message: str) -> None:
    path = toy / "REPORT.md"
    path.write_text(SOUND.replace(right, wrong, 1))
    with pytest.raises(DataError) as raised:
        read(toy.parent)
    assert str(raised.value) == f"{path}:{message}"


def test_all_faulty_reports_are_named(toy: Path) -> None:
    paths = [toy / name for name in ("REPORT-a.md", "REPORT-b.md")]
    for path in paths:
        path.write_text("x")
    with pytest.raises(DataError) as raised:
        read(toy.parent)
    assert {fault.location.file for fault in raised.value.problems} == set(map(str, paths))


ELSEWHERE = {"node-forge-first"}
"""The reports whose program another report has."""

DRAFTS = sorted((each for each in read(IMPLEMENTATIONS) if each.implementation not in ELSEWHERE), key=lambda each: each.path)


def session(text: str) -> tuple[str, str, dict[str, str]]:
    """Returns the program in the indented blocks of a report, the name of its file, and each command with what it prints. Blocks
    before the first command are the program. Its file is the first word of a command that is a name with a suffix."""
    lines = "\n".join(line[4:].rstrip() for line in text.splitlines() if line.startswith("    ") or not line)
    program, *commands = re.split(r"(?m)^\$ ", lines)
    printed = {command: output.strip("\n") for command, _, output in (each.partition("\n") for each in commands)}
    files = [word for command in printed for word in command.split() if re.fullmatch(r"\w+\.[a-z]+", word)]
    return program.strip("\n") + "\n", files[0] if files else "", printed


def test_a_report_has_a_program_and_what_it_prints() -> None:
    text = "# X\n\n    int x;\n\n    int y;\n\n    $ cc x.c && ./a.out\n    1\n\n    2\n    $ two\n    3\n\nText.\n"
    assert session(text) == ("int x;\n\nint y;\n", "x.c", {"cc x.c && ./a.out": "1\n\n2", "two": "3"})
    for draft in DRAFTS:
        program, file, printed = session(draft.path.read_text(encoding="utf-8"))
        assert printed and all(printed.values()), draft.path
        assert bool(program.strip()) == bool(file), draft.path


@pytest.mark.slow
@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: f"{draft.implementation}/{draft.path.stem}")
def test_a_program_prints_what_its_report_says(draft: Draft, tmp_path: Path) -> None:
    implementation = find(draft.implementation)
    if implementation.missing():
        pytest.skip("not installed")
    if not any(version in version_of(implementation) for version in draft.seen_in):
        pytest.skip("another version is installed")
    program, file, commands = session(draft.path.read_text(encoding="utf-8"))
    if file:
        (tmp_path / file).write_text(program, encoding="utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for line, printed in commands.items():
        ended = subprocess.run(
            ["bash", "-c", line],
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        got, wanted = (re.sub("0x[0-9a-f]{9,}", "0x0", text) for text in (ended.stdout, printed))
        got = "\n".join(each.rstrip() for each in got.splitlines()).strip("\n")
        assert got.endswith(wanted), got  # a command that installs the library may print something first
