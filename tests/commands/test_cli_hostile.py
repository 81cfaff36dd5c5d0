"""Real plug-ins, disturbed: each disturbance costs the verdicts that it came with, and all others are as without it."""

import json
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest
import yaml
from patience import FOREVER

pytestmark = pytest.mark.slow
IMPLEMENTATIONS = Path(__file__).parents[2] / "implementations"

REAL = {"perl": ("utf-inf-8", "[!ce]*"), "icu": ("utf-16-le", "[!c]*")}
"""Plug-ins, one interpreted and one native; an encoding of each, and a pattern of several hundred of its vectors that has
no check in it."""

EVERY = 100
"""The number of operations that are answered, in each life of a plug-in, before it is disturbed."""

SECONDS, PATIENT = 5, 300
"""The seconds for which a plug-in may be silent: if it may have to be given up, and otherwise."""

STOPPED = 20
"""The same if it is stopped once, and also runs all checks."""

RELAY = f"""
import os, subprocess, sys, time

how, *command = sys.argv[1:]
out = sys.stdout.buffer
real = subprocess.Popen(command, stdout=subprocess.PIPE)  # it reads the requests itself
out.write(real.stdout.readline())  # its hello
out.flush()
for number, line in enumerate(real.stdout, 1):
    beginning = line[: line.index(b" ") + 2]
    if number != {EVERY}:
        out.write(line)
    elif how == "adds-a-line":
        out.write(line * 2)
    elif how == "swaps-two":
        out.write(real.stdout.readline() + line)
    elif how == "runs-two-together":
        out.write(beginning)
    elif how == "stops-in-mid-line":
        out.write(beginning)
        out.flush()
        os._exit(0)
    elif how == "closes-standard-output":
        os.close(1)
        time.sleep(1000)
    elif how == "floods-and-exits":
        os.write(2, b"noise " * (1 << 20) + b"\\nthe last words\\n")
        os._exit(3)
    elif how == "floods":
        for _ in range(2048):
            os.write(2, b"\\0" * (1 << 20))
        out.write(line)
    out.flush()
"""
"""A program between a plug-in and the harness that passes replies on. Its first argument says what it does to one of them."""

WITH_IT = slice(EVERY - 1, None, EVERY)
AFTER_IT = slice(EVERY, None, EVERY + 1)


def with_the_next(ids: list[str]) -> list[str]:
    """A plug-in that ends runs again on what it owes, one by one, and fails again when it is disturbed again. Where the
    rest is too short for that, the first that it owed keeps the failure."""
    lost, asked = [], 0
    while asked + EVERY <= len(ids):
        first, again = asked + EVERY - 1, asked + 2 * EVERY - 2
        lost.append(ids[again] if again < len(ids) else ids[first])
        asked = again + 1
    return lost


def once_in_each_life(ids: list[str]) -> list[str]:
    """After its first end, a plug-in runs again on what it owes, one by one, and so does each that ends after it."""
    first = 2 * EVERY - 2
    return [ids[first], *ids[first + EVERY :: EVERY - 1]]


DISTURBED = {
    "drops-a-line": (itemgetter(WITH_IT), "error", "adapter", "broken protocol: "),
    "adds-a-line": (itemgetter(AFTER_IT), "error", "adapter", "broken protocol: "),
    "swaps-two": (itemgetter(WITH_IT), "error", "adapter", "broken protocol: "),
    "runs-two-together": (itemgetter(WITH_IT), "error", "adapter", "broken protocol: "),
    "stops-in-mid-line": (once_in_each_life, "fail", None, "crash: exited with status 0"),
    "closes-standard-output": (with_the_next, "fail", None, "time-out: closed its standard output, but did not end"),
    "floods-and-exits": (once_in_each_life, "fail", None, "crash: exited with status 3; standard error says: the last words"),
}
"""Which of all operations in order each disturbance costs, and their verdict, blame and outcome."""

FULL = {
    "full-device": "LD_DEBUG=all {command} 2>/dev/full",
    "full-file": "trap '' XFSZ; ulimit -f 8; LD_DEBUG=all {command} 2>{log}",
}
"""Shells in which a plug-in's standard error takes nothing, or no more; the system's loader writes much to it."""

UNDISTURBED = "undisturbed"

Verdicts = dict[str, dict[str, Any]]


class Real(NamedTuple):
    """A plug-in that is installed. `vectors` is the pattern of the ids of its vectors."""

    name: str
    encoding: str
    vectors: str
    folder: Path
    manifest: dict[str, Any]

    def in_shell(self, line: str, **more: object) -> list[str]:
        """Returns a process that is a shell's; `{command}` in its line starts the plug-in."""
        command = f"exec {shlex.join(self.manifest['process'])}"
        return ["sh", "-c", f"cd {shlex.quote(str(self.folder))}; {line.format(command=command, **more)}"]

    def wrapped(self, parent: Path, name: str, process: list[str], seconds: int = PATIENT) -> Path:
        """Makes an implementation that is this plug-in, started in another way; it declares no deviations."""
        made = parent / name
        made.mkdir(parents=True)
        encodings = {self.encoding: self.manifest["encodings"][self.encoding]}
        manifest = {"name": name, "title": name, "process": process, "encodings": encodings, "limits": {"seconds": seconds}}
        (made / "implementation.yaml").write_text(json.dumps(manifest), encoding="utf-8")
        return made

    def relayed(self, parent: Path, how: str) -> Path:
        """Makes an implementation that is this plug-in behind a relay that disturbs it."""
        seconds = SECONDS if how in DISTURBED else PATIENT  # a reply that is lost may be the last of a batch
        return self.wrapped(parent, how, [sys.executable, "-c", RELAY, how, *self.in_shell("{command}")], seconds)


@pytest.fixture(scope="module", params=REAL)
def real(request: pytest.FixtureRequest) -> Real:
    folder = IMPLEMENTATIONS / request.param
    manifest = yaml.safe_load((folder / "implementation.yaml").read_text(encoding="utf-8"))
    for program in manifest["requires"]:
        if not shutil.which(str(folder / program) if "/" in program else program):
            pytest.skip(f"{program} of {request.param} is not there")
    encoding, pattern = REAL[request.param]
    return Real(request.param, encoding, f"{encoding}/{pattern}", folder, manifest)


def read(report: Path) -> dict[str, Verdicts]:
    """Returns the verdicts of a whole report by implementation and id, without the implementation's name."""
    header, *between, footer = map(json.loads, report.read_text(encoding="utf-8").splitlines())
    lines = [line for line in between if line["type"] == "verdict"]
    assert (header["type"], footer["type"]) == ("header", "footer")
    assert sum(footer[kind] for kind in ("pass", "fail", "skip", "error")) == len(lines)
    by_implementation: dict[str, Verdicts] = {}
    for line in lines:
        by_implementation.setdefault(line.pop("implementation"), {})[line["id"]] = line
    return by_implementation


def hold_sound(verdicts: Verdicts) -> None:
    """Only a plug-in that works can be disturbed."""
    kinds = {verdict["verdict"] for verdict in verdicts.values()}
    assert "pass" in kinds and "error" not in kinds


def changed(verdicts: Verdicts, undisturbed: Verdicts) -> Verdicts:
    """Returns the verdicts that differ; every operation and check must have one."""
    assert list(verdicts) == list(undisturbed)
    return {id: verdict for id, verdict in verdicts.items() if verdict != undisturbed[id]}


@pytest.fixture(scope="module")
def found(shared_conform, real: Real) -> dict[str, Verdicts]:
    """The verdicts of one run over the plug-in as it is and with all disturbances, and over the reference."""
    folder = shared_conform.folder / real.name
    made = [real.wrapped(folder, UNDISTURBED, real.in_shell("{command}"))]
    made += [real.relayed(folder, how) for how in DISTURBED]
    made += [real.wrapped(folder, how, real.in_shell(line, log=folder / "log")) for how, line in FULL.items()]
    words = [word for name in ("reference", *made) for word in ("-i", name)]
    ended = shared_conform("run", *words, "-e", real.encoding, "-k", real.vectors, "--json", folder / "x.jsonl")
    assert (ended.returncode, ended.stderr) == (3, "")
    by_implementation = read(folder / "x.jsonl")
    hold_sound(by_implementation[UNDISTURBED])
    return by_implementation


@pytest.mark.parametrize("how", DISTURBED)
def test_wrong_speech_costs_the_operations_that_it_came_with(found: dict[str, Verdicts], real: Real, how: str) -> None:
    which, verdict, blame, outcome = DISTURBED[how]
    lost = changed(found[how], found[UNDISTURBED])
    assert list(lost) == which(list(found[how]))
    assert len(lost) > 1
    for each in lost.values():
        assert (each["verdict"], each["blame"]) == (verdict, blame)
        assert each["got"].startswith(outcome)


@pytest.mark.parametrize("how", FULL)
def test_a_standard_error_that_takes_no_more_costs_nothing(found: dict[str, Verdicts], real: Real, how: str) -> None:
    assert changed(found[how], found[UNDISTURBED]) == {}


def test_the_standard_error_is_full(found: dict[str, Verdicts], shared_conform, real: Real) -> None:
    """`ulimit -f` counts blocks of 512 bytes, or of 1024."""
    assert (shared_conform.folder / real.name / "log").stat().st_size in (8 * 512, 8 * 1024)


def test_all_others_are_as_without_them(found: dict[str, Verdicts], conform, real: Real) -> None:
    wrapped = real.wrapped(conform.folder, UNDISTURBED, real.in_shell("{command}"))
    conform("run", "-i", "reference", "-i", wrapped, "-e", real.encoding, "-k", real.vectors, "--json", "x.jsonl")
    assert read(conform.folder / "x.jsonl") == {name: found[name] for name in ("reference", UNDISTURBED)}


def scarce() -> None:
    """Leaves room for the harness, which those that it starts share: memory for no flood, and files for a report."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 26, 1 << 26))


def test_gigabytes_on_standard_error_cost_no_verdict_no_memory_and_no_disk(
    found: dict[str, Verdicts], conform, real: Real
) -> None:
    words = ("-i", real.relayed(conform.folder, "floods"), "-e", real.encoding, "-k", real.vectors, "--json", "x.jsonl")
    process = conform.start("run", *words, preexec_fn=scarce)
    assert process.communicate(timeout=FOREVER)[1] == ""
    assert changed(read(conform.folder / "x.jsonl")["floods"], found[UNDISTURBED]) == {}


MID_RUN = range(1_000, 100_000)
"""Bytes that a plug-in has written when it is struck; in a whole run it writes megabytes."""


def answering(conform, command: list[str]) -> list[psutil.Process]:
    """Returns the plug-ins of a run that have this command and are in the middle of it."""
    found = []
    for process in conform.left():
        with suppress(psutil.Error):
            if process.cmdline() == command and process.io_counters().write_chars in MID_RUN:
                found.append(process)
    return found


def strike(conform, command: list[str], by: int, run: Callable[[], subprocess.Popen[str]]) -> psutil.Process:
    """Sends a signal to the plug-in in mid-run, and returns its process. A run that ends too soon is repeated."""
    while True:
        running = run()
        while running.poll() is None:
            for process in answering(conform, command):
                process.send_signal(by)
                assert running.communicate(timeout=FOREVER)[1] == ""
                assert running.returncode == 1
                return process
            time.sleep(0.01)
        running.communicate()


STRUCK = {
    signal.SIGKILL: "crash: ended by signal 9 (Killed)",
    signal.SIGSTOP: f"time-out: no answer within {STOPPED} s",
}


@pytest.fixture(scope="module")
def unstruck(shared_conform, real: Real) -> tuple[tuple[object, ...], Verdicts]:
    """The command that checks the plug-in, and its verdicts: of all but a few vectors and checks, among them the layout, which
    sweeps every code point."""
    folder = shared_conform.folder / f"{real.name}-whole"
    wrapped = real.wrapped(folder, "struck", real.in_shell("{command}"), STOPPED)
    command = ("run", "-i", wrapped, "-e", real.encoding, "-k", f"{real.encoding}/*[!t]", "--json")
    shared_conform(*command, folder / "x.jsonl")
    verdicts = read(folder / "x.jsonl")["struck"]
    hold_sound(verdicts)
    return command, verdicts


@pytest.mark.skipif(not hasattr(psutil.Process, "io_counters"), reason="the bytes that a process has written are unknown")
@pytest.mark.parametrize("by", STRUCK)
def test_a_plug_in_that_is_struck_in_mid_run_loses_one_verdict(unstruck, conform, real: Real, by: signal.Signals) -> None:
    """It loses the vector or the check that it ran; a new process runs the others."""
    command, before = unstruck
    victim = strike(conform, real.manifest["process"], by, lambda: conform.start(*command, "x.jsonl"))
    assert not victim.is_running()
    (lost,) = changed(read(conform.folder / "x.jsonl")["struck"], before).values()
    assert (lost["verdict"], lost["blame"], lost["got"]) == ("fail", None, STRUCK[by])
