"""What a checkout runs is what a wheel installs, file by file."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from patience import FOREVER

HOME = Path(__file__).parents[2]
SOURCES = {"encoding_conformance": HOME / "harness", "reference_codecs": HOME / "implementations" / "reference"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(HOME)]
    subprocess.run(command, check=True, capture_output=True, timeout=FOREVER)
    (file,) = folder.glob("*.whl")
    return zipfile.ZipFile(file)


def test_a_wheel_installs_two_names(wheel: zipfile.ZipFile) -> None:
    names = {name.partition("/")[0] for name in wheel.namelist()}
    assert {name for name in names if not name.endswith(".dist-info")} == set(SOURCES)


def test_the_code_of_a_wheel_is_that_of_the_checkout(wheel: zipfile.ZipFile) -> None:
    for package, folder in SOURCES.items():
        there = {path.relative_to(folder).as_posix(): path for path in (folder / package).rglob("*.py")}
        of_wheel = {name for name in wheel.namelist() if name.startswith(f"{package}/") and name in there}
        assert there.keys() == of_wheel
        assert [name for name in there if wheel.read(name) != there[name].read_bytes()] == []
