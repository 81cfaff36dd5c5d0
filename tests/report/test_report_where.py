"""Places in files are shown so that they can be opened, and are no longer than they must be."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoding_conformance import data_folders
from encoding_conformance.core.identity import NOWHERE, Location
from encoding_conformance.report.failure import readable


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the project's data, below the working directory as a virtual environment often is."""
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "venv" / "encoding_conformance"
    monkeypatch.setattr(data_folders, "PACKAGE", home)
    monkeypatch.setattr(data_folders, "IS_CHECKOUT", False)
    return home


def test_the_data_of_an_installed_package_is_named_from_its_root(home: Path) -> None:
    assert readable(Location(str(home / "vectors" / "kim.yaml"), 7)) == Location("vectors/kim.yaml", 7)


def test_the_data_of_a_checkout_can_be_opened(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir(parents=True)
    monkeypatch.setattr(data_folders, "IS_CHECKOUT", True)
    file = home / "vectors" / "kim.yaml"
    assert readable(Location(str(file), 7)) == Location("venv/encoding_conformance/vectors/kim.yaml", 7)
    monkeypatch.chdir(home)
    assert readable(Location(str(file), 7)) == Location("vectors/kim.yaml", 7)
    (home / "elsewhere").mkdir()
    monkeypatch.chdir(home / "elsewhere")
    assert readable(Location(str(file), 7)) == Location(str(file), 7)


@pytest.mark.usefixtures("home")
def test_other_files_are_named_from_the_working_directory_if_they_are_below_it(tmp_path: Path) -> None:
    assert readable(Location(str(tmp_path / "mine" / "implementation.yaml"), 4)) == Location("mine/implementation.yaml", 4)
    assert readable(Location(str(tmp_path.parent / "x.yaml"), 1)) == Location(str(tmp_path.parent / "x.yaml"), 1)
    assert readable(Location("../x.yaml", 1)) == Location("../x.yaml", 1)
    assert readable(NOWHERE) == NOWHERE
