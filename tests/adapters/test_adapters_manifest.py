"""Manifests: what an implementation requires, its version, and what is wrong in a manifest."""

from collections.abc import Callable
from pathlib import Path

import pytest
from project import suite

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.installation import version_of
from encoding_conformance.adapters.manifest import Declaration, IdPattern
from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.core.identity import Location
from encoding_conformance.core.limits import REJECTS, Replacing, Substitute
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.verdict import Deviation, DeviationKind
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.models.known_outcome import IN_FILE
from encoding_conformance.runner import registry

KNOWN = "known_deviations:\n  - kind: bug\n    what: x\n    requirements: []\n    ids: [x]\n"
MANIFEST = 'name: x\ntitle: X\nprocess: ["true"]\nencodings: {ascii: {}}\n'

Folder = Callable[..., Path]


def test_missing_programs_modules_and_files_are_named(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path begins in the manifest's folder. A package that cannot be imported is missing, too."""
    there = "python3, json, encoding_conformance.core, ./program"
    absent = ["no-such-program", "no_such_module", "json.nothing", "no_such.module", "./other", "./plain", "torn_package.inner"]
    place = folder(MANIFEST + f"requires: [{there}, {', '.join(absent)}]\n", program="#!/bin/sh\n", plain="")
    (place / "program").chmod(0o755)
    (place / "torn_package").mkdir()
    (place / "torn_package" / "__init__.py").write_text("raise RuntimeError\n")
    monkeypatch.syspath_prepend(str(place))
    monkeypatch.chdir("/")
    assert manifest.read(place).missing() == absent


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        (MANIFEST + "colour: red\n", 5, "colour"),
        (MANIFEST + "python: a:b\n", 5, "process and python"),
        (MANIFEST + "library: x.so\n", 5, "process and library; expected only one of"),
        ('name: x\ntitle: X\nlibrary: ""\nencodings: {ascii: {}}\n', 3, "expected the path of a shared library"),
        ("name: x\ntitle: X\nlibrary: x.so\nencodings: {ascii: {codec: ascii}}\n", 4, "codec and library; expected only one"),
        (
            'name: x\ntitle: X\nlibrary: x.so\nencodings: {kim-count: {max_value: "1{16}0"}}\n',
            4,
            "take values up to FFFFFFFFFFFFFFFF",
        ),
        (MANIFEST + 'environment: {X: "\\0"}\n', 5, "the unseen character U+0000"),
        (MANIFEST.replace('["true"]', "'true'"), 3, "process"),
        (MANIFEST.replace("name: x", "name: 'x y'"), 1, "name"),
        (MANIFEST + "limits: {seconds: 0}\n", 5, "seconds"),
        (MANIFEST.replace("ascii: {}", "ascii: {max_value: 7F}"), 4, "max_value"),
        (MANIFEST + "known_deviations: [{id: x}]\n", 5, "known_deviations.id: unknown key; did you mean ids or kind?"),
        (MANIFEST + KNOWN + "    outcome: crash\n", 10, "known_deviations.outcome: not an outcome; expected ok with"),
        (MANIFEST + KNOWN, 6, "key 'outcome' is missing"),
        (MANIFEST + KNOWN + "    outcome: outcomes.jsonl\n    varies: [reject]\n", 11, "expected one of decode, encode"),
        (
            MANIFEST + KNOWN + "    outcome: reject\n    varies: [decode]\n",
            11,
            "known_deviations.varies: a stated outcome does not vary",
        ),
        (MANIFEST + "replaces: {decode: {value: FFFD, per: byte}}\n", 5, 'write "FFFD"'),
        (MANIFEST + 'replaces: {decode: {value: "FFFD", per: word}}\n', 5, "maximal-subpart, byte, code-unit, code-point"),
        (MANIFEST + 'replaces: {encode: {value: "?"}}\n', 5, "replaces.encode.value: '?'"),
        (MANIFEST + 'replaces: {encoding: {value: "3F"}}\n', 5, "did you mean encode?"),
        (MANIFEST + "deviations_of: '1.2'\n", 5, "needs version or version_command"),
        ("name: x\ntitle: X\nencodings: {ascii: {}}\n", 3, "missing one of process, python, codec and library"),
        ("- a list\n", 1, ""),
        ("", 1, ""),
    ],
)
def test_a_problem_has_its_line(folder: Folder, text: str, line: int, fault: str) -> None:
    place = folder(text)
    with pytest.raises(DataError) as raised:
        manifest.read(place)
    assert fault in str(raised.value)
    assert {found.location for found in raised.value.problems} >= {Location(str(place / manifest.FILE), line)}


def test_a_library_holds_values_of_64_bits_at_most(folder: Folder) -> None:
    encodings = 'encodings: {kim-count: {}, utf-8: {max_value: "10FFFF"}}\n'
    found = manifest.read(folder("name: x\ntitle: X\nlibrary: x.so\n" + encodings)).encodings
    assert {id: support.limits.max_value for id, support in found.items()} == {"kim-count": (1 << 64) - 1, "utf-8": 0x10FFFF}


def test_an_encoding_s_replacement_takes_the_place_of_the_manifest_s(folder: Folder) -> None:
    declared = """
replaces:
  decode: {value: "FFFD", per: maximal-subpart}
  encode: {value: "3F"}
encodings:
  ascii: {}
  cp437: {replaces: {}}
  utf-8: {replaces: {decode: {value: "1A", per: byte}}}
"""
    found = manifest.read(folder('name: x\ntitle: X\nprocess: ["true"]' + declared)).encodings
    assert {id: support.limits.replacing for id, support in found.items()} == {
        "ascii": Replacing(Substitute(0xFFFD, "maximal-subpart"), 0x3F),
        "cp437": REJECTS,
        "utf-8": Replacing(Substitute(0x1A, "byte")),
    }


@pytest.mark.parametrize(
    ("encoding", "problem"),
    [
        ("bocu-1", "replacement is not defined for this encoding; expected {}"),
        ("iso-8859-1", "encode: the encoding lacks FFFD; expected one of its values"),
    ],
)
def test_a_replacement_that_is_impossible_has_its_line(folder: Folder, encoding: str, problem: str) -> None:
    declared = f'  utf-8: {{}}\n  {encoding}:\n    replaces: {{encode: {{value: "FFFD"}}}}\n'
    place = folder(f'name: x\ntitle: X\nprocess: ["true"]\nencodings:\n{declared}')
    with pytest.raises(DataError) as raised:
        registry.selected([str(place)], suite().encodings)
    assert str(raised.value) == f"{place / manifest.FILE}:6: {encoding}: replaces: {problem}"


DECLARED = """\
known_deviations:
  - kind: limit
    what: "holds 31 bits"
    requirements: [toy/a, toy/b]
    since: "1.2"
    url: https://example.org/1
    report: REPORT.md
    outcome: "ok 0"
    ids:
      # Both of them.
      - "ascii/a*"
      - "ascii/b"
  - {kind: bug, what: "reads on", requirements: [], ids: [x], outcome: outcomes.jsonl, varies: [decode]}
"""


def test_a_known_deviation_has_a_place_for_each_of_its_patterns(folder: Folder) -> None:
    place = folder(MANIFEST + DECLARED, **{"REPORT.md": ""})
    file = str(place / manifest.FILE)
    assert manifest.read(place).deviations == (
        Declaration(
            Deviation(DeviationKind.LIMIT, "holds 31 bits", ("toy/a", "toy/b"), "1.2", "https://example.org/1"),
            (IdPattern("ascii/a*", Location(file, 15)), IdPattern("ascii/b", Location(file, 16))),
            Location(file, 6),
            report="REPORT.md",
            got="ok 0",
        ),
        Declaration(
            Deviation(DeviationKind.BUG, "reads on"),
            (IdPattern("x", Location(file, 17)),),
            Location(file, 17),
            got=IN_FILE,
            varies=(Kind.DECODE,),
        ),
    )


@pytest.mark.parametrize("of", ["", "deviations_of: One 1.1\n"])
def test_entries_of_the_manifest_come_before_entries_of_the_file(folder: Folder, of: str) -> None:
    text = MANIFEST + "version: '1.2'\n" + of + KNOWN + "    outcome: ok 0\n"
    place = folder(text, **{manifest.DEVIATIONS_FILE: "deviations_of: One 1.2\n" + DECLARED, "REPORT.md": ""})
    found = manifest.read(place)
    assert found.deviations_of == "One 1.2"
    assert [each.deviation.what for each in found.deviations] == ["x", "holds 31 bits", "reads on"]
    assert found.deviations[1].location == Location(str(place / manifest.DEVIATIONS_FILE), 3)


OUTCOME = "    outcome: ok 0\n"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", 1, "empty file"),
        ("deviations_of: '1.2'\n", 1, "key 'known_deviations' is missing"),
        ("name: x\n" + KNOWN + OUTCOME, 1, "name: unknown key"),
        (KNOWN + OUTCOME + "    report: REPORT.md\n", 7, "no file REPORT.md beside the manifest"),
        (KNOWN + OUTCOME + "    varies: [decode]\n", 7, "known_deviations.varies: a stated outcome does not vary"),
    ],
)
def test_each_problem_of_the_file_is_a_line(folder: Folder, text: str, line: int, problem: str) -> None:
    place = folder(MANIFEST + "version: '1.2'\ndeviations_of: '1.2'\n", **{manifest.DEVIATIONS_FILE: text})
    with pytest.raises(DataError) as raised:
        manifest.read(place)
    (said,) = str(raised.value).splitlines()
    assert said.startswith(f"{place / manifest.DEVIATIONS_FILE}:{line}: ") and problem in said


def test_a_deviation_is_one_line_for_people() -> None:
    known = Deviation(DeviationKind.BUG, "reads on; a", ("toy/a", "toy/b"), "1.2", "https://example.org/1")
    assert str(known) == "bug: reads on; a (toy/a, toy/b); since 1.2; https://example.org/1"
    assert str(Deviation(DeviationKind.LIMIT, "x")) == "limit: x"


def test_bytes_that_are_no_utf_8_are_a_problem(tmp_path: Path) -> None:
    (tmp_path / manifest.FILE).write_bytes(MANIFEST.encode() + b"homepage: \xff\n")
    with pytest.raises(DataError):
        manifest.read(tmp_path)


CODEC = """
import os
from types import SimpleNamespace
assert os.environ["CHOICE"] == "ascii" and os.environ["PATH"]
CODEC = SimpleNamespace(encode=None, decode=None)
"""


@pytest.mark.parametrize("how", ["process: [sh, -c, 'read hello; echo \"0 ok 1 $CHOICE\"']", "python: 'toy:CODEC'"])
def test_the_process_gets_the_environment_of_the_manifest(folder: Folder, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHOICE", "cp437")
    text = f"name: x\ntitle: X\n{how}\nenvironment: {{CHOICE: ascii, PYTHONPATH: .}}\nencodings: {{ascii: {{}}}}\n"
    with RestartingSession(manifest.read(folder(text + "version_command: [sh, -c, 'echo $CHOICE']\n", toy_py=CODEC))) as session:
        assert session.failure_to_offer("ascii") is None
        assert version_of(session.implementation) == "ascii"


def test_python_has_a_buffer_unless_the_manifest_says_otherwise(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    assert "PYTHONUNBUFFERED" not in manifest.read(folder(MANIFEST)).variables
    stated = manifest.read(folder(MANIFEST + "environment: {PYTHONUNBUFFERED: '1'}\n"))
    assert stated.variables["PYTHONUNBUFFERED"] == "1"
