"""Memory errors that are planted in the C codec are found by a campaign in its own process, under AddressSanitizer."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from harness.fuzz.findings.store import RECORD, Store

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


def campaign(conform, folder: Path, seconds: int, enough: Callable[[], object]) -> tuple[int, set[tuple[str, str]]]:
    """The exit status, and class and reason of what was found, in so many seconds or until it is enough."""
    process = conform.start(
        "fuzz", "-i", folder, "-e", "utf-inf-8", "--seconds", seconds, "--jobs", 1, "--no-seeds", "--quiet",
        "--sanitizer", "address", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    while process.poll() is None and not enough():
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    process.wait()
    store = Store(conform.folder / "findings", {}, 0)
    store.load()
    return process.returncode, {(found.kind, found.reason) for found in store.findings}


@pytest.mark.parametrize("error", ["overflow", "overread"])
def test_a_planted_error_is_found_within_a_minute_and_asked_again(conform, built, error) -> None:
    folder = built("tests", "implementations", "native", error)
    found = partial((conform.folder / "findings").glob, f"*/{RECORD}")
    assert campaign(conform, folder, 60, lambda: any(found())) == (1, {("crash", "heap-buffer-overflow (AddressSanitizer)")})
    for record in found():
        again = conform("replay", record.parent)
        assert (again.returncode, again.stdout.splitlines()[0]) == (1, f"still there: {record.parent}")


def test_nothing_is_found_where_nothing_is_planted(conform, built) -> None:
    subprocess.run(["make", "-s", "-C", built("implementations", "native")], check=True)
    assert campaign(conform, built("implementations", "native"), 6, lambda: False) == (0, set())
