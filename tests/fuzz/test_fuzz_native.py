"""Memory errors that are planted in the C codec are found by a campaign in its own process, under AddressSanitizer."""

from __future__ import annotations

import shutil
import signal
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from patience import FOREVER, until

from encoding_conformance.fuzz.store import RECORD, read

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


WORDS = ("-e", "utf-inf-8", "--jobs", 1, "--no-seeds", "--quiet", "--sanitizer", "address")


def found(conform) -> list[Path]:
    """The records of findings."""
    return list((conform.folder / "findings").glob(f"*/{RECORD}"))


@pytest.mark.parametrize("error", ["overflow", "overread"])
def test_a_planted_error_is_found_and_state_after_rerun(conform, built, error) -> None:
    folder = built("tests", "implementations", "native", error)
    process = conform.start("fuzz", "-i", folder, *WORDS, stdout=subprocess.DEVNULL)
    until(lambda: found(conform), lambda: process.poll() is None)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=FOREVER)
    assert process.returncode == 1, said
    for record in found(conform):
        bucket = read(record.parent).bucket
        assert (bucket.kind, bucket.reason) == ("crash", "heap-buffer-overflow (AddressSanitizer)")
        again = conform("replay", record.parent)
        assert (again.returncode, again.stdout.splitlines()[0]) == (1, f"still there: {record.parent}")


def test_nothing_is_found_where_nothing_is_planted(conform, built) -> None:
    folder = built("implementations", "native")
    subprocess.run(["make", "-s", "-C", folder], check=True)
    assert conform("fuzz", "-i", folder, *WORDS, "--executions", 20_000).returncode == 0
    assert not found(conform)
