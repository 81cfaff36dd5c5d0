"""The C codec, built in a folder of its own: as a plug-in, and with memory errors planted in it."""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from patience import FOREVER

HOME = Path(__file__).parents[2]
NATIVE = Path("implementations", "native")
PLANTED = Path("tests", NATIVE)

CLANG = next(filter(None, map(shutil.which, ["clang", *(f"clang-{version}" for version in range(30, 10, -1))])), None)
RUNTIME = f"libclang_rt.asan-{platform.machine()}.so"
SANITIZER = "address"

CHOICES = ("SANITIZER", "CC", "CFLAGS", "CPPFLAGS", "LDFLAGS")
NOT_CHOSEN = {name: value for name, value in os.environ.items() if name not in CHOICES}
"""The environment, without what chooses how the library is built and which is loaded."""

ASAN_OPTIONS = "detect_leaks=0:symbolize=0"
"""Python leaks at its end; and the symbolizer would be preloaded with clang's runtime too, and never end."""

MAKE_STRICTLY = ("make", "CPPFLAGS=-Werror -Wpedantic -Wconversion -Wshadow")


def run(*command, **environment):
    """Returns a program that was run to its end."""
    return subprocess.run(
        list(map(str, command)), env={**NOT_CHOSEN, **environment}, capture_output=True, text=True, timeout=FOREVER
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A copy of the C codec and of its variants, with nothing built."""
    if not (shutil.which("make") and shutil.which("cc")):
        pytest.skip("make or a C compiler is not installed")
    folder = tmp_path_factory.mktemp("home")
    for part in (NATIVE, PLANTED):
        shutil.copytree(HOME / part, folder / part, ignore=shutil.ignore_patterns("build", "__pycache__"))
    return folder


def test_it_compiles_without_warnings_and_passes_every_vector(home, conform):
    built = run(*MAKE_STRICTLY, "-C", home / NATIVE)
    assert built.returncode == 0, built.stderr
    ended = conform("run", "-i", home / NATIVE, "--not", "check", "--jobs", 1)
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.fixture(scope="module")
def run_watched(home):
    """Builds the library in a folder with AddressSanitizer, and runs Python with that folder first on its path."""
    if CLANG is None:
        pytest.skip("clang is not installed")
    runtime = run(CLANG, f"-print-file-name={RUNTIME}").stdout.strip()
    if not Path(runtime).is_absolute():
        pytest.skip("clang's runtime library for AddressSanitizer is not installed")

    def watched(folder, *arguments):
        built = run("make", "-C", home / folder, f"SANITIZER={SANITIZER}", f"CC={CLANG}")
        assert built.returncode == 0, built.stderr
        return run(
            sys.executable,
            *arguments,
            SANITIZER=SANITIZER,
            PYTHONMALLOC="malloc",
            PYTHONPATH=str(home / folder),
            LD_PRELOAD=runtime,
            ASAN_OPTIONS=ASAN_OPTIONS,
        )

    return watched


@pytest.mark.slow
@pytest.mark.parametrize(
    ("error", "access", "accepted", "fatal"),
    [
        ("overflow", "WRITE", f"FFA0A0{'80' * 11}", f"FFA18081{'80' * 12}"),  # eighteen digits, and nineteen
        ("overread", "READ", "41C3A9", "41C3"),
    ],
)
def test_a_sanitizer_finds_a_planted_memory_error(run_watched, error, access, accepted, fatal):
    def decode(data):
        program = f"import plugin; plugin.CODECS['utf-inf-8'].decode(bytes.fromhex('{data}'))"
        return run_watched(PLANTED / error, "-c", program)

    assert decode(accepted).returncode == 0
    ended = decode(fatal)
    assert ended.returncode != 0
    assert "ERROR: AddressSanitizer: heap-buffer-overflow" in ended.stderr
    assert f"\n{access} of size 1 " in ended.stderr


@pytest.mark.slow
def test_no_vector_and_no_check_finds_a_memory_error(run_watched, home):
    ended = run_watched(NATIVE, "-m", "encoding_conformance", "run", "-i", home / NATIVE, "--jobs", "2", "--not", "growth")
    assert ended.returncode == 0, ended.stdout + ended.stderr
