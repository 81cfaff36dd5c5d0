"""Manifests: what an implementation requires, its version, and what is wrong in a manifest."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from patience import FOREVER
from project import suite

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.installation import FailedBuild, failure_to_build, version_of
from encoding_conformance.adapters.manifest import Declaration, IdPattern
from encoding_conformance.adapters.testee import Testee
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


def missing(folder: Path) -> list[str]:
    return manifest.read(folder).missing()


def test_programs_and_modules_that_are_there_are_not_missing(folder: Folder) -> None:
    assert missing(folder(MANIFEST + "requires: [python3, json, encoding_conformance.core]\n")) == []


def test_a_compiler_that_is_missing_is_named_with_the_line_of_the_build(folder: Folder) -> None:
    made = manifest.read(folder(MANIFEST + "build: [no-such-compiler, -o, lib.so, adapter.c]\n"))
    why = "cannot start no-such-compiler: No such file or directory"
    said = f"cannot build: {why}; install what it needs, or correct build in implementation.yaml:5"
    assert failure_to_build(made) == FailedBuild(said)


def test_what_is_missing_is_named(folder: Folder) -> None:
    required = "requires: [python3, no-such-program, no_such_module, json.nothing, no_such.module]\n"
    absent = ["no-such-program", "no_such_module", "json.nothing", "no_such.module"]
    assert missing(folder(MANIFEST + required)) == absent


def test_a_path_is_meant_from_the_manifest_s_folder(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    place = folder(MANIFEST + "requires: [./program, ./other, ./plain]\n", program="#!/bin/sh\n", plain="")
    (place / "program").chmod(0o755)
    monkeypatch.chdir("/")
    assert missing(place) == ["./other", "./plain"]


def test_a_package_that_cannot_be_imported_is_missing(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    place = folder(MANIFEST + "requires: [torn_package.inner]\n")
    (place / "torn_package").mkdir()
    (place / "torn_package" / "__init__.py").write_text("raise RuntimeError\n")
    monkeypatch.syspath_prepend(str(place))
    assert missing(place) == ["torn_package.inner"]


@pytest.mark.parametrize(
    ("command", "seconds", "version"),
    [
        ("[echo, '1.2']", FOREVER, "1.2"),
        (r"[printf, '\n\n 1.2\n3.4\n']", FOREVER, "1.2"),
        (r"[printf, '[red]\033[31m 1.2']", FOREVER, r"[red]\x1b[31m 1.2"),
        ("[no-such-program]", FOREVER, ""),
        ("[sh, -c, 'echo 1.2; exit 1']", FOREVER, ""),
        ("[sleep, '1000']", 1, ""),
        ("[sh, -c, 'sleep 1000 & echo 1.2']", 2, "1.2"),  # told at once, but its output is not at an end
        ("[yes]", FOREVER, ""),
    ],
)
@pytest.mark.usefixtures("nobody_left")
def test_a_version_command_tells_its_first_line_or_nothing(folder: Folder, command: str, seconds: int, version: str) -> None:
    place = folder(MANIFEST + f"version_command: {command}\nlimits: {{seconds: {seconds}}}\n")
    assert version_of(manifest.read(place)) == version


def test_the_version_of_a_python_plug_in_is_asked_in_this_python(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    command = "version_command: [python3, -c, 'import sys; print(sys.executable)']\n"
    place = folder(MANIFEST.replace('process: ["true"]', 'python: "x:y"') + command)
    assert version_of(manifest.read(place)) == sys.executable


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        (MANIFEST + "colour: red\n", 5, "colour"),
        (MANIFEST + "python: a:b\n", 5, "process and python"),
        (MANIFEST.replace("process", "other"), 3, "other"),
        (MANIFEST + "library: x.so\n", 5, "process and library; only one of"),
        ('name: x\ntitle: X\nlibrary: ""\nencodings: {ascii: {}}\n', 3, "expected the path of a shared library"),
        ("name: x\ntitle: X\nlibrary: x.so\nencodings: {ascii: {codec: ascii}}\n", 4, "codec: beside library"),
        (
            'name: x\ntitle: X\nlibrary: x.so\nencodings: {kim-count: {max_value: "1{16}0"}}\n',
            4,
            "take values to FFFFFFFFFFFFFFFF",
        ),
        (MANIFEST + "environment: [X]\n", 5, "environment"),
        (MANIFEST + 'environment: {X: "\\0"}\n', 5, "the unseen character U+0000"),
        (MANIFEST.replace('["true"]', "'true'"), 3, "process"),
        (MANIFEST.replace("encodings: {ascii: {}}", "encodings: {}"), 4, "encodings"),
        (MANIFEST.replace("name: x", "name: 'x y'"), 1, "name"),
        (MANIFEST + "limits: {seconds: 0}\n", 5, "seconds"),
        (MANIFEST + "limits: {hours: 1}\n", 5, "hours"),
        (MANIFEST.replace("ascii: {}", "ascii: {max_value: 7F}"), 4, "max_value"),
        (MANIFEST + "known_deviations: [{id: x}]\n", 5, "known_deviations.id: unknown key; did you mean ids or kind?"),
        (MANIFEST + KNOWN + "    outcome: crash\n", 10, "known_deviations.outcome: no outcome; expected ok with"),
        (MANIFEST + KNOWN, 6, "key 'outcome' is missing"),
        (MANIFEST + KNOWN + "    outcome: outcomes.jsonl\n    varies: [reject]\n", 11, "expected one of decode, encode"),
        (MANIFEST + KNOWN + "    outcome: reject\n    varies: [decode]\n", 11, "known_deviations.varies: the outcome is stated"),
        (MANIFEST + "replaces: {decode: {value: FFFD, per: byte}}\n", 5, 'write "FFFD"'),
        (MANIFEST + 'replaces: {decode: {value: "FFFD"}}\n', 5, "key 'per' is missing"),
        (MANIFEST + 'replaces: {decode: {value: "FFFD", per: word}}\n', 5, "maximal-subpart, byte, code-unit, code-point"),
        (MANIFEST + 'replaces: {encode: {value: "?"}}\n', 5, "replaces.encode.value: '?'"),
        (MANIFEST + 'replaces: {encoding: {value: "3F"}}\n', 5, "did you mean encode?"),
        (MANIFEST.replace("ascii: {}", "ascii: {replaces: FFFD}"), 4, "encodings.ascii.replaces"),
        (MANIFEST + "known_deviations: [{ids: [x]}]\n", 5, "'kind', 'what', 'requirements'"),
        (MANIFEST + "deviations_of: '1.2'\n", 5, "nothing tells which version is installed"),
        (MANIFEST + "version: '1.2'\ndeviations_of: 12\n", 6, "deviations_of"),
        ("name: x\ntitle: X\nencodings: {ascii: {}}\n", 3, "process, python, codec or library is missing"),
        ("- a list\n", 1, ""),
        ("name: [\n", 2, ""),
        ("", 1, ""),
    ],
)
def test_a_fault_is_told_with_its_line(folder: Folder, text: str, line: int, fault: str) -> None:
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
        ("bocu-1", "the encoding's tables do not say what a replacing codec gives; expected {} for this encoding"),
        ("kim-text", "the encoding's tables do not say what a replacing codec gives; expected {} for this encoding"),
        ("iso-8859-1", "encode: the encoding lacks FFFD; expected one of its values"),
    ],
)
def test_what_cannot_be_replaced_is_told_with_its_line(folder: Folder, encoding: str, problem: str) -> None:
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


@pytest.mark.parametrize("how", ["version: '1.2'", "version_command: [x]"])
def test_a_manifest_states_what_its_deviations_were_seen_with(folder: Folder, how: str) -> None:
    found = manifest.read(folder(MANIFEST + f"{how}\ndeviations_of: One 1.2\n"))
    assert found.deviations_of == "One 1.2"


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
        (KNOWN, 2, "key 'outcome' is missing"),
        (KNOWN + OUTCOME + "    report: REPORT.md\n", 7, "no file REPORT.md stands beside the manifest"),
        (KNOWN + "    outcome: crash\n", 6, "known_deviations.outcome: no outcome; expected ok with"),
        (KNOWN + OUTCOME + "    varies: [decode]\n", 7, "known_deviations.varies: the outcome is stated"),
    ],
)
def test_each_problem_of_the_file_is_a_line(folder: Folder, text: str, line: int, problem: str) -> None:
    place = folder(MANIFEST + "version: '1.2'\ndeviations_of: '1.2'\n", **{manifest.DEVIATIONS_FILE: text})
    with pytest.raises(DataError) as raised:
        manifest.read(place)
    (said,) = str(raised.value).splitlines()
    assert said.startswith(f"{place / manifest.DEVIATIONS_FILE}:{line}: ") and problem in said


@pytest.mark.parametrize(
    ("deviation", "text"),
    [
        (Deviation(DeviationKind.BUG, "reads on"), "bug: reads on"),
        (Deviation(DeviationKind.BUG, "reads on", ("toy/a", "toy/b"), "1.2"), "bug: reads on (toy/a, toy/b); since 1.2"),
        (Deviation(DeviationKind.LIMIT, "x; y", url="https://example.org/1"), "limit: x; y; https://example.org/1"),
    ],
)
def test_a_deviation_is_one_line_for_people(deviation: Deviation, text: str) -> None:
    assert str(deviation) == text


def test_bytes_that_are_no_utf_8_are_a_fault(tmp_path: Path) -> None:
    (tmp_path / manifest.FILE).write_bytes(MANIFEST.encode() + b"homepage: \xff\n")
    with pytest.raises(DataError):
        manifest.read(tmp_path)


@pytest.mark.parametrize(
    "how",
    [
        "process: [sh, -c, 'read hello; echo \"0 ok 1 $CHOICE\"']",
        "python: 'toy:CODEC'",
    ],
)
def test_the_environment_is_that_of_the_process(folder: Folder, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHOICE", "cp437")
    toy = (
        "import os\nfrom types import SimpleNamespace\nassert os.environ['CHOICE'] == 'ascii' and os.environ['PATH']\n"
        "CODEC = SimpleNamespace(encode=None, decode=None)\n"
    )
    text = f"name: x\ntitle: X\n{how}\nenvironment: {{CHOICE: ascii, PYTHONPATH: .}}\nencodings: {{ascii: {{}}}}\n"
    with Testee(manifest.read(folder(text + "version_command: [sh, -c, 'echo $CHOICE']\n", toy_py=toy))) as testee:
        assert testee.failure_to_offer("ascii") is None
        assert version_of(testee.implementation) == "ascii"
