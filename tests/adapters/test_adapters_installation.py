"""The packages, builds and versions of an implementation, and the encodings that it offers."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from patience import FOREVER

from encoding_conformance.adapters import installation, manifest
from encoding_conformance.adapters.installation import FailedBuild, bare, failure_to_build, is_of, version_of
from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.core.outcome import BrokenProtocol
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_folders import IMPLEMENTATIONS

MANIFEST = 'name: x\ntitle: X\nprocess: ["true"]\nencodings: {ascii: {}}\n'

Folder = Callable[..., Path]


@pytest.mark.parametrize(
    ("requires", "packages", "makefile", "expected"),
    [
        (
            "no-such-program, build/x.so",
            "debian: [gcc, libx-dev]\npypi: [x==1.2]\nnpm: ['@x/y']\n",
            "",
            ["apt-get install gcc libx-dev", f"{sys.executable} -m pip install x==1.2", "make -C ."],
        ),
        ("python3", "debian: [python3]\n", "", []),
        ("no-such-program, ./no-such-file", "", None, []),
        ("./built/plugin, built/for/x.so", "", "built", ["make -C built"]),
    ],
)
def test_commands_install_what_is_missing_and_build_it_where_its_makefile_is(
    folder: Folder, requires: str, packages: str, makefile: str | None, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder(MANIFEST + f"requires: [{requires}]\n")
    if makefile is not None:
        (place / makefile).mkdir(exist_ok=True)
        (place / makefile / "Makefile").touch()
    if packages:
        (place / installation.PACKAGES_FILE).write_text(packages)
    monkeypatch.chdir(place)
    implementation = manifest.read(place)
    assert installation.to_get(implementation, implementation.missing()) == expected


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("fedora: [x]\n", 1, "unknown key; known are debian, pypi, npm"),
        ("debian:\n  - x y\n", 2, "name of a package"),
        ("debian: x\n", 1, "list of packages"),
        ("debian: [x, x]\n", 1, "the same"),
        ("{}\n", 1, "debian, pypi or npm"),
    ],
)
def test_a_problem_of_a_list_of_packages_has_its_line(tmp_path: Path, text: str, line: int, fault: str) -> None:
    (tmp_path / installation.PACKAGES_FILE).write_text(text)
    with pytest.raises(DataError) as raised:
        installation.packages_of(tmp_path)
    assert fault in str(raised.value)
    assert raised.value.problems[0].location.line == line


def test_the_project_s_own_name_packages_for_their_requirements() -> None:
    own = [path.parent for path in IMPLEMENTATIONS.glob(f"*/{manifest.FILE}")]
    assert own and [each for each in own if bool(manifest.read(each).requires) != bool(installation.packages_of(each))] == []


def test_a_missing_compiler_is_named_with_the_line_of_the_build(folder: Folder) -> None:
    made = manifest.read(folder(MANIFEST + "build: [no-such-compiler, -o, lib.so, adapter.c]\n"))
    why = "cannot start no-such-compiler: No such file or directory"
    expected = f"cannot build: {why}; install what it needs, or correct build in implementation.yaml:5"
    assert failure_to_build(made) == FailedBuild(expected)


@pytest.mark.parametrize(
    ("command", "seconds", "version"),
    [
        (r"[printf, '\n\n [red]\033[31m 1.2\n3.4\n']", FOREVER, r"[red]\x1b[31m 1.2"),
        ("[no-such-program]", FOREVER, ""),
        ("[sh, -c, 'echo 1.2; exit 1']", FOREVER, ""),
        ("[sleep, '1000']", 0.1, ""),
        ("[sh, -c, 'sleep 1000 & echo 1.2']", 0.2, "1.2"),  # its output does not end
        ("[yes]", FOREVER, ""),
    ],
)
@pytest.mark.usefixtures("nobody_left")
def test_a_version_is_the_first_line_of_a_command_or_nothing(folder: Folder, command: str, seconds: float, version: str) -> None:
    implementation = manifest.read(folder(MANIFEST + f"version_command: {command}\n"))
    assert version_of(replace(implementation, seconds=seconds)) == version  # it may take twelve times as long


def test_the_version_of_a_python_plug_in_comes_from_this_python(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    command = "version_command: [python3, -c, 'import sys; print(sys.executable)']\n"
    place = folder(MANIFEST.replace('process: ["true"]', 'python: "x:y"') + command)
    assert version_of(manifest.read(place)) == sys.executable


def test_versions_are_compared_by_whole_words_and_shown_without_a_date_or_a_copyright() -> None:
    assert [text for text in ("1.2", "1.2 x", "1.2x", "1", "x 1.2") if is_of(text, "1.2")] == ["1.2", "1.2 x"]
    assert [bare(text) for text in ("One 1.0  Copyright", "two 2 (of 2020)", "3 [x]", "")] == ["One 1.0", "two 2", "3", ""]


@pytest.mark.parametrize(
    ("offered", "names"),
    [
        ("utf8", "it has utf8; did you mean utf-8?"),
        ("UTF-8", "it has UTF-8; did you mean utf-8?"),
        ("1,2,3,4,5,6,7", "it has 1, 2, 3, 4, 5 and 2 more"),
    ],
)
def test_a_hello_without_the_encoding_of_the_manifest_is_shown_with_the_encodings_that_it_has(offered: str, names: str) -> None:
    answers = ("sh", "-c", f"read hello; echo 0 ok 1 {offered}; read end")
    with RestartingSession(Implementation("one", "One", Path(), Way.PROCESS, answers)) as session:
        expected = f"its reply to hello lacks utf-8, which its manifest lists; {names}"
        assert session.failure_to_offer("utf-8") == BrokenProtocol(expected)
