"""The C codec, built in a folder of its own: as a plug-in of `conform`, and with memory errors planted in it."""

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


def started(*command, **environment):
    """A program that was run to its end."""
    words = map(str, command)
    return subprocess.run(words, env={**NOT_CHOSEN, **environment}, capture_output=True, text=True, timeout=FOREVER)


def make(folder, *words):
    ended = started("make", "-C", folder, *words)
    assert ended.returncode == 0, ended.stderr


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A copy of the C codec and of what is planted in it, with nothing built."""
    if not (shutil.which("make") and shutil.which("cc")):
        pytest.skip("make or a C compiler is not there")
    folder = tmp_path_factory.mktemp("home")
    for part in (NATIVE, PLANTED):
        ignore = shutil.ignore_patterns("build", "__pycache__")
        shutil.copytree(HOME / part, folder / part, symlinks=True, ignore=ignore)
    return folder


@pytest.fixture(scope="module")
def native(home):
    """The manifest's folder of the C codec, built."""
    make(home / NATIVE)
    return home / NATIVE


@pytest.fixture(scope="module")
def talk(plugin, native):
    return plugin(native, sys.executable, "-m", "encoding_conformance", "serve", "-i", ".")


def test_no_compiler_warns(home):
    make(home / NATIVE, "--always-make", "CPPFLAGS=-Werror -Wpedantic -Wconversion -Wshadow")


@pytest.mark.slow
def test_every_vector_and_law_holds(native):
    ended = started(sys.executable, "-m", "encoding_conformance", "run", "-i", native, "--jobs", "2")
    assert ended.returncode == 0, ended.stdout + ended.stderr


# Kim, Examples and the ends of the rows of its table; UTF-∞-8, 4
KNOWN = [
    ("kim", "41,E9,1F4A9", "41816987E929"),
    ("kim", "0,7F,80,3FFF,4000,10FFFF", "007F8100FF7F818000C3FF7F"),
    ("utf-inf-8", "41,10FFFF,110000", "41F48FBFBFF4908080"),
    ("utf-inf-8", "7FFFFFFF,80000000", "FDBFBFBFBFBFFE828080808080"),
    ("utf-inf-8", "FFFFFFFFF,1000000000", "FEBFBFBFBFBFBFFF808080808081808080808080"),
    ("utf-inf-8", f"7{'F' * 17},8{'0' * 17}", f"FF9F{'BF' * 11}FFA0A0{'80' * 11}"),
    ("utf-inf-8", f"{'F' * 18},1{'0' * 18}", f"FFA0{'BF' * 12}FFA18081{'80' * 12}"),
    ("utf-inf-8", f"{'F' * 33},1{'0' * 33}", f"FFAF{'BF' * 22}FFB4A1A08081{'80' * 22}"),
    ("utf-inf-8", "A" * 51, f"FFB4A2A1{'AA' * 34}"),
    ("utf-inf-8", "A" * 102, f"FFB4A5A4{'AA' * 68}"),
]


def test_known_bytes_and_the_empty_sequence(talk, numbered):
    expected = {}
    for encoding, values, data in [*KNOWN, ("kim", "-", "-"), ("utf-inf-8", "-", "-")]:
        expected |= {f"encode {encoding} {values}": f"ok {data}", f"decode {encoding} {data}": f"ok {values}"}
    assert numbered(talk, expected) == expected


def test_faults_and_where_they_begin(talk, numbered):
    expected = {
        "encode kim 41,110000": "reject 1",
        f"encode kim 41,E9,1{'0' * 16}": "reject 2",  # more than any integer of C holds
        "decode kim 41C480": "reject 1",  # truncated
        "decode kim 4141C48000": "reject 2",  # above U+10FFFF
        "decode kim 80808000": "reject 0",  # of four bytes
        "decode utf-inf-8 41C1BF": "reject 1",  # overlong
        "decode utf-inf-8 41BF": "reject 1",
        "decode utf-inf-8 FE81BFBFBFBFBF": "reject 0",
        "decode utf-inf-8 C3": "reject 0",
        "decode utf-inf-8 4141FF": "reject 2",
        "decode utf-inf-8 FFB4": "reject 0",
        "decode utf-inf-8 FFB4A1": "reject 0",
        f"decode utf-inf-8 FFB4A0A0A0{'80' * 11}": "reject 0",  # a leading A0
        f"decode utf-inf-8 FFA19081{'80' * 12}": "reject 0",  # padding that is not zero
        # lengths that 64 bits cannot hold: they must not come out as eighteen, or as seventeen
        f"decode utf-inf-8 41FF{'B4' * 16}A1{'A0' * 16}A0{'80' * 11}": "reject 1",
        f"decode utf-inf-8 41FF{'B4' * 15}{'AF' * 16}A0{'80' * 11}": "reject 1",
    }
    assert numbered(talk, expected) == expected


# ---- with AddressSanitizer


@pytest.fixture(scope="module")
def watched(home):
    """What runs Python code with a plug-in's folder first on its path, and its library watched."""
    if CLANG is None:
        pytest.skip("clang is not there")
    runtime = started(CLANG, f"-print-file-name={RUNTIME}").stdout.strip()
    if not Path(runtime).is_absolute():
        pytest.skip("clang's runtime library for AddressSanitizer is not there")

    def run(folder, *arguments):
        make(home / folder, f"SANITIZER={SANITIZER}", f"CC={CLANG}")
        return started(
            sys.executable,
            *arguments,
            SANITIZER=SANITIZER,
            PYTHONMALLOC="malloc",
            PYTHONPATH=str(home / folder),
            LD_PRELOAD=runtime,
            ASAN_OPTIONS=ASAN_OPTIONS,
        )

    return run


def decoding(data):
    return "-c", f"import plugin; plugin.CODECS['utf-inf-8'].decode(bytes.fromhex('{data}'))"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("error", "access", "nearly", "data"),
    [
        ("overflow", "WRITE", f"FFA0A0{'80' * 11}", f"FFA18081{'80' * 12}"),  # eighteen digits, and nineteen
        ("overread", "READ", "41C3A9", "41C3"),
    ],
)
def test_a_planted_error_dies_of_it(watched, error, access, nearly, data):
    assert watched(PLANTED / error, *decoding(nearly)).returncode == 0
    ended = watched(PLANTED / error, *decoding(data))
    assert ended.returncode != 0
    assert "ERROR: AddressSanitizer: heap-buffer-overflow" in ended.stderr
    assert f"\n{access} of size 1 " in ended.stderr


@pytest.mark.slow
def test_no_vector_and_no_law_meets_a_memory_error(watched, native):
    ended = watched(NATIVE, "-m", "encoding_conformance", "run", "-i", native, "--jobs", "2")
    assert ended.returncode == 0, ended.stdout + ended.stderr
