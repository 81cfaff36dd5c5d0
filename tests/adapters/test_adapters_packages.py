"""Packages: what brings what an implementation requires, and what is wrong in a file of them."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from encoding_conformance.adapters import installation, manifest
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_folders import IMPLEMENTATIONS

MANIFEST = 'name: x\ntitle: X\nprocess: ["true"]\nencodings: {ascii: {}}\n'

Folder = Callable[..., Path]
OWN = sorted(path.parent for path in IMPLEMENTATIONS.glob(f"*/{manifest.FILE}"))


@pytest.fixture
def commands(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Those to get what is missing, in the folder of the implementation."""

    def of(requires: str, text: str, **files: str) -> list[str]:
        place = folder(MANIFEST + f"requires: [{requires}]\n", **files)
        if text:
            (place / installation.PACKAGES_FILE).write_text(text)
        monkeypatch.chdir(place)
        implementation = manifest.read(place)
        return installation.to_get(implementation, implementation.missing())

    return of


def test_what_is_missing_is_installed_and_then_built(commands) -> None:
    text = "debian: [gcc, libx-dev]\npypi: [x==1.2]\nnpm: ['@x/y']\n"
    assert commands("no-such-program, build/x.so", text, Makefile="") == [
        "apt-get install gcc libx-dev",
        f"{sys.executable} -m pip install x==1.2",
        "make -C .",
    ]


def test_what_is_there_needs_nothing(commands) -> None:
    assert commands("python3", "debian: [python3]\n") == []


def test_a_folder_that_does_not_say_has_no_commands(commands) -> None:
    assert commands("no-such-program, ./no-such-file", "") == []


def test_what_is_built_elsewhere_is_built_there(commands, tmp_path: Path) -> None:
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / "Makefile").touch()
    assert commands("./built/plugin, built/for/x.so", "") == ["make -C built"]


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
def test_a_fault_is_told_with_its_line(tmp_path: Path, text: str, line: int, fault: str) -> None:
    (tmp_path / installation.PACKAGES_FILE).write_text(text)
    with pytest.raises(DataError) as raised:
        installation.packages_of(tmp_path)
    assert fault in str(raised.value)
    assert raised.value.problems[0].location.line == line


@pytest.mark.parametrize("place", OWN)
def test_the_project_s_own_say_where_to_get_what_they_require(place: Path) -> None:
    assert bool(manifest.read(place).requires) == bool(installation.packages_of(place))
