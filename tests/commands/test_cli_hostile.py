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
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

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
"""So many operations are answered, in each life of a plug-in, before it is disturbed."""

SECONDS, PATIENT = 5, 300
"""The seconds for which a plug-in may be silent: if it must be given up, and otherwise."""

STOPPED = 20
"""The same if it is stopped once, and also asked all checks."""

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
"""Stands between a plug-in and the harness, and passes replies on; what it does to one is its first argument."""

WITH_IT = slice(EVERY - 1, None, EVERY)
BEHIND_IT = slice(EVERY, None, EVERY + 1)


def with_the_next(ids: list[str]) -> list[str]:
    """One that ends is asked again what it owes, one by one, and fails again when it is disturbed again. Where the rest
    is too short for that, the first that it owed keeps the failure."""
    lost, asked = [], 0
    while asked + EVERY <= len(ids):
        first, again = asked + EVERY - 1, asked + 2 * EVERY - 2
        lost.append(ids[again] if again < len(ids) else ids[first])
        asked = again + 1
    return lost


DISTURBED = {
    "drops-a-line": (itemgetter(WITH_IT), "error", "adapter", "broken protocol: "),
    "adds-a-line": (itemgetter(BEHIND_IT), "error", "adapter", "broken protocol: "),
    "swaps-two": (itemgetter(WITH_IT), "error", "adapter", "broken protocol: "),
    "runs-two-together": (itemgetter(WITH_IT), "error", "adapter", "broken protocol: "),
    "stops-in-mid-line": (with_the_next, "fail", None, "crash: exited with status 0"),
    "closes-standard-output": (with_the_next, "fail", None, "time-out: closed its standard output, but did not end"),
    "floods-and-exits": (with_the_next, "fail", None, "crash: exited with status 3; standard error says: the last words"),
}
"""Which operations each disturbance costs, of all in order, and what becomes of them."""

FULL = {
    "full-device": "LD_DEBUG=all {command} 2>/dev/full",
    "full-file": "trap '' XFSZ; ulimit -f 8; LD_DEBUG=all {command} 2>{log}",
}
"""Shell in which a plug-in's standard error takes nothing, or no more; the system's loader writes much to it."""

UNDISTURBED = "undisturbed"

Verdicts = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Real:
    """A plug-in that is there."""

    name: str
    encoding: str
    pattern: str
    folder: Path
    manifest: dict[str, Any]

    @property
    def command(self) -> list[str]:
        return self.manifest["process"]

    @property
    def vectors(self) -> str:
        """The pattern of the ids of those that are asked."""
        return f"{self.encoding}/{self.pattern}"


@pytest.fixture(scope="module", params=REAL)
def real(request: pytest.FixtureRequest) -> Real:
    folder = IMPLEMENTATIONS / request.param
    manifest = yaml.safe_load((folder / "implementation.yaml").read_text(encoding="utf-8"))
    for program in manifest["requires"]:
        if not shutil.which(str(folder / program) if "/" in program else program):
            pytest.skip(f"{program} of {request.param} is not there")
    return Real(request.param, *REAL[request.param], folder, manifest)


def wrap(real: Real, folder: Path, name: str, process: list[str], **more: Any) -> Path:
    """An implementation that is this plug-in, started in another way; no failure of it is skipped as a deviation."""
    made = folder / name
    made.mkdir()
    manifest = {
        "name": name,
        "title": real.manifest["title"],
        "process": process,
        "encodings": {real.encoding: real.manifest["encodings"][real.encoding]},
        "limits": {"seconds": PATIENT},
        **more,
    }
    (made / "implementation.yaml").write_text(json.dumps(manifest), encoding="utf-8")
    return made


def limits(how: str) -> dict[str, int]:
    return {"seconds": SECONDS if "time-out" in DISTURBED[how][3] else PATIENT}


def in_shell(real: Real, line: str, **more: object) -> list[str]:
    """A process that is a shell's; `{command}` in its line starts the plug-in."""
    command = f"exec {shlex.join(real.command)}"
    return ["sh", "-c", f"cd {shlex.quote(str(real.folder))}; {line.format(command=command, **more)}"]


def relayed(real: Real, folder: Path, how: str) -> list[str]:
    (folder / "relay.py").write_text(RELAY, encoding="utf-8")
    return [sys.executable, str(folder / "relay.py"), how, *in_shell(real, "{command}")]


def read(report: Path) -> dict[str, Verdicts]:
    """Verdicts by implementation and id, without the implementation's name, of a run that came to its end."""
    header, *between, footer = map(json.loads, report.read_text(encoding="utf-8").splitlines())
    lines = [line for line in between if line["type"] == "verdict"]
    assert (header["type"], footer["type"]) == ("header", "footer")
    assert sum(footer[kind] for kind in ("pass", "fail", "skip", "error")) == len(lines)
    by_implementation: dict[str, Verdicts] = {}
    for line in lines:
        by_implementation.setdefault(line.pop("implementation"), {})[line["id"]] = line
    return by_implementation


def sound(verdicts: Verdicts) -> bool:
    """Are they of a plug-in that works? What works not at all cannot be disturbed."""
    kinds = {verdict["verdict"] for verdict in verdicts.values()}
    return "pass" in kinds and "error" not in kinds


def changed(verdicts: Verdicts, undisturbed: Verdicts) -> Verdicts:
    """Those that are not as they were; every operation and check must have one."""
    assert list(verdicts) == list(undisturbed)
    return {id: verdict for id, verdict in verdicts.items() if verdict != undisturbed[id]}


@pytest.fixture(scope="module")
def found(shared_conform, real: Real) -> dict[str, Verdicts]:
    """Of one run over the plug-in as it is and with all disturbances, and over the reference."""
    folder = shared_conform.folder / real.name
    folder.mkdir()
    made = [wrap(real, folder, UNDISTURBED, in_shell(real, "{command}"))]
    made += [wrap(real, folder, how, relayed(real, folder, how), limits=limits(how)) for how in DISTURBED]
    made += [wrap(real, folder, how, in_shell(real, line, log=folder / "log")) for how, line in FULL.items()]
    report = folder / "report.jsonl"
    words = [word for name in ("reference", *made) for word in ("-i", name)]
    ended = shared_conform("run", *words, "-e", real.encoding, "-k", real.vectors, "--json", report)
    assert (ended.returncode, ended.stderr) == (3, "")
    by_implementation = read(report)
    assert sound(by_implementation[UNDISTURBED])
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


def test_the_standard_error_that_was_to_be_full_was(found: dict[str, Verdicts], shared_conform, real: Real) -> None:
    """`ulimit -f` counts blocks of 512 bytes, or of 1024."""
    assert (shared_conform.folder / real.name / "log").stat().st_size in (8 * 512, 8 * 1024)


def test_all_others_are_as_without_them(found: dict[str, Verdicts], conform, real: Real) -> None:
    wrapped = wrap(real, conform.folder, UNDISTURBED, in_shell(real, "{command}"))
    words = ("-i", "reference", "-i", wrapped, "-e", real.encoding, "-k", real.vectors)
    conform("run", *words, "--json", "x.jsonl")
    alone = read(conform.folder / "x.jsonl")
    assert alone == {name: found[name] for name in ("reference", UNDISTURBED)}


def scarce() -> None:
    """Room for the harness, which those that it starts share: memory for no flood, and files for a report."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 26, 1 << 26))


def test_gigabytes_on_standard_error_cost_neither_verdicts_nor_memory_nor_disk(
    found: dict[str, Verdicts], conform, real: Real
) -> None:
    floods = wrap(real, conform.folder, "floods", relayed(real, conform.folder, "floods"))
    words = ("-i", floods, "-e", real.encoding, "-k", real.vectors, "--json", "x.jsonl")
    process = conform.start("run", *words, preexec_fn=scarce)
    assert process.communicate(timeout=FOREVER)[1] == ""
    assert changed(read(conform.folder / "x.jsonl")["floods"], found[UNDISTURBED]) == {}


MID_RUN = range(1_000, 100_000)
"""Bytes that a plug-in has written when it is struck; in a whole run it writes megabytes."""


def answering(conform, command: list[str]) -> list[psutil.Process]:
    """Plug-ins of a run that have this command, and are in the middle of it."""
    found = []
    for process in conform.left():
        with suppress(psutil.Error):
            if process.cmdline() == command and process.io_counters().write_chars in MID_RUN:
                found.append(process)
    return found


def strike(conform, command: list[str], by: int, run: Callable[[], subprocess.Popen[str]]) -> psutil.Process:
    """Send a signal to the plug-in in mid-run; which process that was. Where it was too soon over, it is run again."""
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
def unstruck(shared_conform, real: Real) -> tuple[tuple[object, ...], dict[str, Verdicts]]:
    """The command that checks the plug-in, and its verdicts: of all but a few vectors and checks, among them the layout, which
    sweeps every code point."""
    folder = shared_conform.folder / f"{real.name}-whole"
    folder.mkdir()
    wrapped = wrap(real, folder, "struck", in_shell(real, "{command}"), limits={"seconds": STOPPED})
    command = ("run", "-i", wrapped, "-e", real.encoding, "-k", f"{real.encoding}/*[!t]", "--json")
    shared_conform(*command, folder / "x.jsonl")
    by_implementation = read(folder / "x.jsonl")
    assert sound(by_implementation["struck"])
    return command, by_implementation


@pytest.mark.skipif(not hasattr(psutil.Process, "io_counters"), reason="no telling how much a process has written")
@pytest.mark.parametrize("by", STRUCK)
def test_a_plug_in_that_is_struck_in_mid_run_loses_one_verdict(
    unstruck: tuple[tuple[object, ...], dict[str, Verdicts]], conform, real: Real, by: signal.Signals
) -> None:
    """That of the vector or the law that it was asked for; all else is asked of a new process."""
    command, before = unstruck
    victim = strike(conform, real.command, by, lambda: conform.start(*command, "x.jsonl"))
    assert not victim.is_running()
    after = read(conform.folder / "x.jsonl")
    (lost,) = changed(after["struck"], before["struck"]).values()
    assert (lost["verdict"], lost["blame"], lost["got"]) == ("fail", None, STRUCK[by])
