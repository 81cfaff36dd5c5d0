"""Hostile programs, files and folders: each costs its own verdicts or one clear line, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner
from patience import FOREVER, until

from encoding_conformance.adapters import installation
from encoding_conformance.adapters.installation import failure_to_build
from encoding_conformance.adapters.manifest import read
from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.causes import causes
from encoding_conformance.commands import run
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash
from encoding_conformance.report.html import Html

LIARS = Path(__file__).parents[1] / "liars"
ONE = ("-k", "ascii/letter-a-large/decode")

ANSWERS = """
import sys
print("0 ok 1 ascii", flush=True)
sys.stdin.readline()
{}
for line in sys.stdin:
    id, _, _, value = line.split()
    print(id, "ok", value, flush=True)
"""
TAKES_MEMORY = "import time; memory = bytearray(400 << 20); time.sleep(0.8)"
FORGETS_ITS_ENVIRONMENT = "import subprocess; subprocess.run('setsid env -i sleep {} >/dev/null 2>&1 &', shell=True)"
FORKS_FAST = """
import os
if not os.fork():
    os.setsid()
    while not os.fork():
        open("last", "w").write(str(os.getpid()))
    os._exit(0)
"""
KILLS_ITS_PARENT = """
import os, signal, time

class Codec:
    def encode(self, values): return bytes(values)
    def decode(self, data):
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(1000)

codec = Codec()
"""


def verdicts(folder: Path, name: str) -> list[tuple[str, str]]:
    found = map(json.loads, (folder / "x.jsonl").read_text(encoding="utf-8").splitlines())
    return [(line["verdict"], line["reason"]) for line in found if line["type"] == "verdict" and line["implementation"] == name]


def test_memory_is_limited_for_a_process_and_its_children(manifest) -> None:
    how = 'process: [sh, -c, "python3 x.py; exit"]\nlimits: {memory_mib: 64}'
    folder = manifest("large", how, x=ANSWERS.format(TAKES_MEMORY))
    with RestartingSession(read(folder)) as session:
        assert list(session.perform([Decode("ascii", b"A")])) == [Crash("took more than 64 MiB of memory")]


OTHERS = [pytest.param(number, marks=pytest.mark.slow) for number in (0, signal.SIGHUP, signal.SIGQUIT)]


@pytest.mark.parametrize("number", [signal.SIGTERM, *OTHERS])
def test_a_process_without_its_environment_is_ended_with_the_run(conform, manifest, number: int) -> None:
    seconds = f"{os.getpid()}.{time.monotonic_ns() % 10**9}"  # by which it is found
    daemon = FORGETS_ITS_ENVIRONMENT.format(seconds)
    if number:
        daemon += "; open('begun', 'w'); import time; time.sleep(1000)"
    folder = manifest("forgetful", f"process: [python3, x.py]\nlimits: {{seconds: {FOREVER}}}", x=ANSWERS.format(daemon))
    with conform.start("run", "-i", folder, *ONE) as process:
        if number:
            until((folder / "begun").exists, lambda: process.poll() is None)
            process.send_signal(number)
        process.communicate(timeout=FOREVER)
    assert process.returncode == -number
    assert [each for each in psutil.process_iter(["cmdline"]) if seconds in (each.info["cmdline"] or ())] == []


def test_processes_that_fork_faster_than_they_are_found_are_ended(conform, manifest) -> None:
    folder = manifest("forks", "process: [python3, x.py]", x=ANSWERS.format(FORKS_FAST))
    assert conform("run", "-i", folder, *ONE).returncode == 0
    last = (folder / "last").read_text()
    time.sleep(0.3)  # some hundred forks
    assert (folder / "last").read_text() == last


@pytest.mark.parametrize(
    ("build", "reason", "lines"),
    [
        ("sleep 1000", "cannot build: took more than 1 s; install what it needs, or correct build", 0),
        ("sleep 1000 & exit 0", "", 0),
        ("sleep 1000 & exit 3", "ended with status 3; see build", 0),
        ("yes | head -c 99999999; exit 1", "ended with status 1; see build", 31),
    ],
)
def test_a_build_ends_and_keeps_both_ends_of_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, build: str, reason: str, lines: int
) -> None:
    monkeypatch.setattr(installation, "_BUILD_SECONDS", FOREVER if "1000 &" in build or "yes" in build else 1)
    text = f'name: x\ntitle: X\nprocess: [x]\nencodings: {{ascii: {{}}}}\nbuild: [sh, -c, "{build}"]\n'
    (tmp_path / "implementation.yaml").write_text(text)
    failed = failure_to_build(read(tmp_path))
    assert (failed is None) == (not reason)
    assert failed is None or (reason in failed.reason and len(failed.output) == lines)


def test_nothing_in_a_log_acts_on_the_terminal_or_on_github(conform, manifest) -> None:
    log = r"printf '\033]0;x\007\n  ::error::y\n\302\240::error::y\nz ##[error]z\n\342\200\256\n'; exit 1"
    folder = manifest("loud", "process: [x]\nbuild: [sh, build.sh]")
    (folder / "build.sh").write_text(log)
    ended = conform("run", "-i", folder, *ONE)
    assert (ended.returncode, ended.stderr) == (
        3,
        "\\x1b]0;x\\x07\n  \\::error::y\n\xa0\\::error::y\nz \\##[error]z\n\\u202e\n",
    )


def test_a_lost_job_costs_the_unit_that_ended_it_and_no_other(conform, manifest) -> None:
    folder = manifest("killer", 'python: "x:codec"', x=KILLS_ITS_PARENT)
    words = ("-i", folder, "-i", "reference", "-k", "ascii/letter-a-*/decode", "-k", "kim/e-acute/decode")
    assert conform("run", *words, "--jobs", "2", "--json", "x.jsonl").returncode == 3
    assert {status for status, _ in verdicts(conform.folder, "reference")} == {"pass"}
    lost = "the harness failed: a job of the harness was killed from outside"
    assert set(verdicts(conform.folder, "killer")) == {("error", lost)}


def test_an_implementation_that_stops_the_harness_does_not_stop_the_run(conform, manifest) -> None:
    folder = manifest("stops", "python: 'x:codec'\noperations: [decode]", x=KILLS_ITS_PARENT.replace("SIGKILL", "SIGSTOP"))
    ended = conform("run", "-i", folder, "-i", "reference", *ONE, "--jobs", "1", "--json", "x.jsonl")
    assert ended.returncode == 1
    assert [verdict for verdict, _ in verdicts(conform.folder, "reference")] == ["pass"]


def test_a_worker_starts_where_memory_is_limited_already() -> None:
    limits = "import resource; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))"
    ours = "from encoding_conformance.adapters.child_setup import limit_memory; limit_memory(1 << 14)"
    assert subprocess.run([sys.executable, "-c", f"{limits}; {ours}"]).returncode == 0


def test_a_run_needs_no_home_and_leaves_nothing_where_a_cache_could_be(conform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/nowhere")
    monkeypatch.setenv("XDG_CACHE_HOME", ".")
    ended = conform("run", "-i", "reference", *ONE)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert list(conform.folder.iterdir()) == []


@pytest.mark.parametrize("broken", ["causes", "page"])
def test_a_failure_after_the_verdicts_costs_one_line(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("not enough values")

    monkeypatch.setattr(*((causes, "causes", fail) if broken == "causes" else (Html, "end", fail)))
    words = ["-i", str(LIARS / "always-wrong"), *ONE, "--jobs", "1", "--html", str(tmp_path / "x.html")]
    ended = CliRunner().invoke(run.command, words, standalone_mode=False)
    assert ended.return_value == 1
    assert "0 pass  1 fail  0 skip  0 error" in ended.stdout and "1 cause explains the only failure" in ended.stdout
    (line,) = ended.stderr.splitlines()
    assert line.startswith("conform: ") and line.endswith("the harness failed: not enough values")


def test_a_closed_pipe_ends_a_command_as_it_ends_others(conform) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with conform.start("list", "encodings", stdout=writing) as process:
        os.close(writing)
        assert (process.wait(FOREVER), process.stderr.read()) == (-signal.SIGPIPE, "")


def test_text_that_the_output_cannot_have_is_escaped(conform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    with conform.start("run", "-i", LIARS / "always-wrong", *ONE) as process:
        out, err = process.communicate(timeout=FOREVER)
    assert (process.returncode, err) == (1, "")
    assert r"\u25b2" in out and "1 fail" in out


def test_an_interrupted_run_leaves_no_old_report(conform, manifest) -> None:
    folder = manifest("hangs", f"process: [sh, -c, 'touch begun; sleep 1000']\nlimits: {{seconds: {FOREVER}}}")
    for name in ("x.xml", "x.html", "x.md"):
        (conform.folder / name).write_text("passed")
    files = ("--junit", "x.xml", "--html", "x.html", "--summary", "x.md")
    process = conform.start("run", "-i", folder, *ONE, *files)
    until((folder / "begun").exists, lambda: process.poll() is None)
    process.send_signal(signal.SIGINT)
    assert (process.communicate(timeout=FOREVER), process.returncode)[1] == 130
    assert [path.name for path in conform.folder.iterdir() if path.is_file()] == []


@pytest.mark.parametrize(
    "link", ["findings/reference", "findings/reference/ascii/crash-1", "corpus/ascii", "corpus/ascii/ascii.dict"]
)
def test_a_campaign_writes_through_no_link(conform, link: str) -> None:
    (conform.folder / "mine").mkdir()
    (conform.folder / "mine" / "notes").write_text("mine")
    place = conform.folder / link
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(conform.folder / "mine", target_is_directory=True)
    ended = conform("fuzz", "-i", "reference", "-e", "ascii", "--executions", "10", "--jobs", "1")
    assert (ended.returncode, ended.stderr) == (
        2,
        f"conform: {link}: is a link; expected a file or folder, because it may be written to\n",
    )
    assert [(path.name, path.read_text()) for path in (conform.folder / "mine").iterdir()] == [("notes", "mine")]


def test_a_name_in_a_manifest_imports_nothing(conform, manifest) -> None:
    folder = manifest("x", "process: [x]\nrequires: [package.module]")
    (folder / "package").mkdir()
    (folder / "package" / "__init__.py").write_text("open('imported', 'w')")
    (folder / "package" / "module.py").write_text("")
    program = f"""
import sys
from pathlib import Path
from encoding_conformance.adapters import manifest
sys.path.insert(0, {str(folder)!r})
assert manifest.read(Path({str(folder)!r})).missing() == []
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=folder)
    assert not (folder / "imported").exists()


def test_the_folder_of_a_plug_in_does_not_hide_the_library_of_python(conform, manifest: Callable[..., Path]) -> None:
    codec = "class Codec:\n    def decode(self, data): return list(data)\n\ncodec = Codec()\n"
    how = 'python: "x:codec"\noperations: [decode]'
    folder = manifest("hides", how, "{iso-8859-1: {}}", x=codec, random="raise SystemExit('hidden')", tempfile="raise SystemExit")
    ended = conform("fuzz", "-i", folder, "--executions", "10", "--jobs", "1", "--no-seeds")
    assert (ended.returncode, ended.stderr) == (0, "")
