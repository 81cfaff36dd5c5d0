"""Memory errors that are planted in the C codec are found by a campaign in its own process, under AddressSanitizer."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from harness.fuzz.findings.store import Store

HOME = Path(__file__).parents[2]
PARTS = (Path("implementations", "native"), Path("tests", "implementations", "native"))
CLANG = next(filter(None, map(shutil.which, ["clang", *(f"clang-{version}" for version in range(30, 10, -1))])), "")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CLANG, reason="clang is not there"),
    pytest.mark.skipif(not find_spec("atheris"), reason="Atheris is not installed"),
]


@pytest.fixture
def built(tmp_path):
    """The folder of a library, built in a copy."""
    for part in PARTS:
        shutil.copytree(HOME / part, tmp_path / part, symlinks=True, ignore=shutil.ignore_patterns("build", "__pycache__"))

    def build(*words: str) -> Path:
        folder = tmp_path.joinpath(*words)
        subprocess.run(["make", "-s", "-C", folder, "SANITIZER=address", f"CC={CLANG}"], check=True)
        return folder

    return build


def campaign(conform, folder: Path, seconds: int) -> tuple[int, set[tuple[str, str]]]:
    """The exit status, and class and reason of what was found."""
    done = conform(
        "fuzz", "-i", folder, "-e", "utf-inf-8", "--seconds", seconds, "--jobs", 1, "--no-seeds", "--quiet",
        "--sanitizer", "address",
    )
    store = Store(conform.folder / "findings", {}, 0)
    store.load()
    return done.returncode, {(found.kind, found.reason) for found in store.findings}


@pytest.mark.parametrize("error", ["overflow", "overread"])
def test_a_planted_error_is_found_and_asked_again(conform, built, error) -> None:
    folder = built("tests", "implementations", "native", error)
    assert campaign(conform, folder, 12) == (1, {("crash", "heap-buffer-overflow (AddressSanitizer)")})
    (finding,) = (conform.folder / "findings").iterdir()
    again = conform("replay", finding)
    assert (again.returncode, again.stdout.splitlines()[0]) == (1, f"still there: {finding}")


def test_nothing_is_found_where_nothing_is_planted(conform, built) -> None:
    subprocess.run(["make", "-s", "-C", built("implementations", "native")], check=True)
    assert campaign(conform, built("implementations", "native"), 6) == (0, set())
