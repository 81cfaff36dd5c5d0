"""Campaigns by the command: what they find, survive and keep."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from itertools import islice
from math import inf
from pathlib import Path

import psutil
import pytest
from patience import FOREVER, until

from encoding_conformance.fuzz.campaign import Campaign

CODEC = """
import ctypes, os, signal, sys
class Codec:
    def encode(self, values):
        if max(values, default=0) > 0x7F:
            raise ValueError("beyond")
        return bytes(values)
    def decode(self, data):
        {lie}
        return list(data.decode("ascii").encode())
CODEC = Codec()
"""

EXITS = 'b"A" in data and os._exit(0)'
EXITS_LIKE_THE_HARNESS = 'b"A" in data and os._exit(3)'
SEGFAULTS = 'b"B" in data and ctypes.string_at(0)'
KILLS_ITSELF = 'b"C" in data and os.kill(os.getpid(), signal.SIGKILL)'
RAISES = 'b"D" in data and {}["secret"]'
LOOPS = 'while b"E" in data: pass'
TAKES_MEMORY = 'b"F" in data and bytearray(10 << 30)'
ALWAYS_EXITS = "os._exit(1)"

LIARS = Path(__file__).parents[1] / "liars"


@pytest.fixture
def liar(manifest) -> Callable[..., Path]:
    """Makes an ASCII codec that lies, and is given up if it is silent for so many seconds."""

    def make(*lies: str, seconds: int = 5) -> Path:
        python = f'python: "x:CODEC"\nlimits: {{seconds: {seconds}, memory_mib: 256}}'
        return manifest("liar", python, x=CODEC.replace("{lie}", "\n        ".join(lies)))

    return make


def findings(conform, name: str = "liar", encoding: str = "ascii") -> dict[str, bytes]:
    """The kind and the content of each finding."""
    folder = conform.folder / "findings" / name / encoding
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.is_dir() else {}


def kinds(found: dict[str, bytes]) -> set[tuple[str, bytes]]:
    return {(name.partition("-")[0], data) for name, data in found.items()}


def fuzz(conform, folder: object, enough: Callable[[], object], *more: object) -> subprocess.CompletedProcess[str]:
    """Runs a campaign until it is enough, and interrupts it."""
    with (conform.folder / "output").open("w", encoding="utf-8") as output:
        process = conform.start("fuzz", "-i", folder, "--jobs", 1, *more, stdout=output, stderr=subprocess.STDOUT)
        until(enough, lambda: process.poll() is None)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=FOREVER)
    text = (conform.folder / "output").read_text(encoding="utf-8")
    return subprocess.CompletedProcess(process.args, process.returncode, text)


def test_failures_become_files_that_run_judges_until_they_are_fixed(conform, liar) -> None:
    folder = liar(EXITS, RAISES)
    expected = {("crash", b"A"), ("crash", b"D")}
    done = fuzz(conform, folder, lambda: expected <= kinds(findings(conform)))
    assert (done.returncode, kinds(findings(conform))) == (1, expected)
    assert " all 2 failing inputs (of 2 inputs)" in done.stdout
    words = ("run", "-i", folder, "-e", "ascii", "--inputs", "findings/liar/ascii")
    run = conform(*words)
    assert run.returncode == 1
    screen = done.stdout[done.stdout.index("liar  ascii    ") :]
    assert screen == run.stdout
    (folder / "x.py").write_text(CODEC.replace("{lie}", RAISES), encoding="utf-8")
    assert conform(*words).stdout.splitlines()[-1] == "1 pass  1 fail  0 skip  0 error"


@pytest.mark.slow
@pytest.mark.parametrize("has_atheris", [True, False])
def test_deaths_of_all_kinds_are_found_at_their_smallest_and_survived(conform, liar, has_atheris, monkeypatch) -> None:
    if not has_atheris:
        without = conform.folder / "without"
        without.mkdir()
        (without / "atheris.py").write_text("raise ImportError", encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", str(without))
    elif not find_spec("atheris"):
        pytest.skip("Atheris is not installed")
    folder = liar(EXITS_LIKE_THE_HARNESS, SEGFAULTS, KILLS_ITSELF, RAISES, LOOPS, TAKES_MEMORY, seconds=2)
    expected = {("crash", bytes([byte])) for byte in b"ABCDF"}

    def enough() -> bool:
        found = kinds(findings(conform))
        return expected <= found and any(kind == "timeout" and b"E" in data for kind, data in found)

    done = fuzz(conform, folder, enough)
    assert done.returncode == 1
    assert {kind for kind, _ in kinds(findings(conform)) - expected} <= {"timeout"}  # few hangs are waited for to make one small
    conform.hold_that_none_is_left()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "finding"), [("segfaults", ("crash", b"A")), ("accepts-everything", ("wrong", b"\x80"))])
def test_failures_of_a_program_are_found(conform, name: str, finding: tuple[str, bytes]) -> None:
    done = fuzz(conform, LIARS / name, lambda: finding in kinds(findings(conform, name)))
    assert done.returncode == 1


@pytest.mark.slow
def test_an_implementation_that_always_ends_its_process_is_given_up(conform, liar) -> None:
    done = conform("fuzz", "-i", liar(ALWAYS_EXITS), "--jobs", 1, "--seconds", 60)
    assert (done.returncode, kinds(findings(conform))) == (1, {("crash", b"")})
    assert "liar ascii was given up" in done.stdout


def test_an_implementation_that_cannot_be_loaded_is_one_clear_line(conform, manifest) -> None:
    folder = manifest("liar", 'python: "x:CODEC"', x="raise ImportError('nothing there')")
    done = conform("fuzz", "-i", folder, "--jobs", 1, "--seconds", 60)
    assert done.returncode == 3
    assert [line for line in done.stdout.splitlines() if "cannot load liar: ImportError: nothing there" in line]
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.slow
def test_the_reference_has_no_finding_and_the_next_campaign_continues_with_its_corpus(conform) -> None:
    sizes = []
    for more in ((), ("--no-seeds",)):
        done = conform("fuzz", "-i", "reference", "-e", "utf-8", "--jobs", 1, "--executions", 5000, *more)
        assert (done.returncode, findings(conform, "reference", "utf-8")) == (0, {})
        sizes.append(len(list((conform.folder / "corpus" / "utf-8").iterdir())))
    assert 0 < sizes[0] <= sizes[1]


@pytest.mark.slow
def test_a_campaign_that_is_killed_leaves_no_process(conform, liar) -> None:
    process = conform.start("fuzz", "-i", liar(RAISES), "--jobs", 2)
    until(lambda: findings(conform), lambda: process.poll() is None)
    process.kill()
    process.communicate(timeout=FOREVER)
    conform.hold_that_none_is_left()
    assert findings(conform)


@pytest.mark.slow
def test_a_worker_that_is_killed_from_outside_is_replaced(conform, liar) -> None:
    process = conform.start("fuzz", "-i", liar("pass"), "--jobs", 1)

    def workers() -> set[int]:
        return {each.pid for each in conform.left() if "encoding_conformance.fuzz" in _words(each)}

    def inputs() -> int:
        return len(list((conform.folder / "corpus" / "ascii").iterdir()))

    until(workers, lambda: process.poll() is None)
    seeds = inputs()
    until(lambda: inputs() > seeds, lambda: process.poll() is None)
    killed = workers()
    psutil.Process(next(iter(killed))).kill()
    until(lambda: workers() - killed, lambda: process.poll() is None)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=FOREVER)


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


CLANG = next(filter(None, map(shutil.which, ["clang", *(f"clang-{version}" for version in range(30, 10, -1))])), "")
HOME = Path(__file__).parents[2]
NATIVE = (Path("implementations", "native"), Path("tests", "implementations", "native"))


@pytest.mark.slow
@pytest.mark.skipif(not (CLANG and find_spec("atheris")), reason="clang or Atheris is not there")
def test_a_memory_error_that_is_planted_in_native_code_is_found(conform, tmp_path) -> None:
    for part in NATIVE:
        shutil.copytree(HOME / part, tmp_path / part, symlinks=True, ignore=shutil.ignore_patterns("build", "__pycache__"))
    folder = tmp_path / "tests" / "implementations" / "native" / "overflow"
    subprocess.run(["make", "-s", "-C", folder, "SANITIZER=address", f"CC={CLANG}"], check=True)
    more = ("-e", "utf-inf-8", "--no-seeds", "--sanitizer", "address")
    done = fuzz(conform, folder, lambda: findings(conform, "native-overflow", "utf-inf-8"), *more)
    assert (done.returncode, "heap-buffer-overflow (AddressSanitizer)" in done.stdout) == (1, True)


DECODED = "    for (*count = 0; *count < length; ++*count) {\n        if (bytes["
PAST_THE_ARRAY = "    static volatile uint8_t seen[8];\n    seen[length > 3 ? 8 : 0] = 1;\n"
PAST_THE_OUTPUT = "    if (length > 2) values[length] = 0;\n"


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("make") and shutil.which("cc")), reason="make or a C compiler is not there")
@pytest.mark.parametrize(
    ("error", "targets", "says"),
    [
        (PAST_THE_ARRAY, ["asan"], "global-buffer-overflow (AddressSanitizer) in plugin.c:conform_decode"),
        (PAST_THE_OUTPUT, [], "ended by signal 11 (Segmentation fault)"),
    ],
)
def test_a_memory_error_in_a_library_is_found(conform, error: str, targets: list[str], says: str) -> None:
    assert conform("new", "mine", "--language", "c-library").returncode == 0
    folder = conform.folder / "mine"
    source = folder / "plugin.c"
    source.write_text(source.read_text(encoding="utf-8").replace(DECODED, error + DECODED), encoding="utf-8")
    subprocess.run(["make", "-s", "-C", folder, *targets], check=True)
    done = fuzz(conform, folder, lambda: findings(conform, "mine"))
    assert (done.returncode, says in done.stdout) == (1, True)


def turns(units: str, jobs: int, seconds: float, executions: float = inf) -> list[list[tuple[str, float]]]:
    campaign = Campaign(list(units), Path(), Path(), seconds, executions, jobs)
    return [[(units[index], seconds) for index, seconds in islice(job, 8)] for job in campaign.turns()]


@pytest.mark.parametrize(("units", "jobs"), [("a", 3), ("abc", 1), ("abc", 2), ("abc", 3), ("ab", 8), ("abcdefgh", 3)])
def test_no_job_is_idle_and_no_unit_is_forgotten(units: str, jobs: int) -> None:
    found = turns(units, jobs, 60.0)
    assert [sum(seconds for _, seconds in job) for job in found] == [pytest.approx(60)] * jobs
    assert {unit for job in found for unit, _ in job} == set(units)


def test_without_an_end_units_take_turns_if_jobs_are_fewer() -> None:
    assert turns("ab", 4, inf) == [[(unit, inf)] for unit in "abab"]
    assert [[unit for unit, _ in job] for job in turns("abc", 2, inf)] == [list("acacacac"), list("bbbbbbbb")]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["-i", "nobody"], "no implementation 'nobody'"),
        (["--seconds", "-1"], "--seconds"),
        (["--vectors", "nowhere"], "nowhere"),
    ],
)
def test_wrong_arguments_are_one_clear_line(conform, words: list[str], says: str) -> None:
    done = conform("fuzz", *words)
    last = done.stderr.splitlines()[-1]
    assert (done.returncode, says in last) == (2, True)
    assert len([line for line in done.stderr.splitlines() if line and not line.startswith(("Usage", "Try"))]) == 1
