"""Runs that are cut off: the written part of the report is kept, and no process is left."""

import gc
import json
import signal
from time import sleep
from typing import Any

import pytest
from patience import FOREVER, until

from encoding_conformance.commands.main import interrupt
from encoding_conformance.commands.reported_run import undisturbed

HANGS = f"process: [python3, x.py]\nlimits: {{seconds: {FOREVER}}}"
HANGS_IN_KIM = """
import os, sys, time
print("0 ok 1 ascii,kim", flush=True)
sys.stdin.readline()
for line in sys.stdin:
    id, word, encoding, _ = line.split()
    if encoding == "kim":
        if not os.fork():
            os.setsid()
            if os.fork():
                os._exit(0)
            open("escaped", "w").close()
        time.sleep(1000)
    print(id, "reject", flush=True)
"""


def cut_off(conform, manifest, jobs: int, by: int) -> tuple[int, list[dict[str, Any]], str]:
    """The exit status, the lines of the report and the screen of a run that hangs in its second unit, and gets a signal there."""
    folder = manifest("hangs", HANGS, "{ascii: {}, kim: {}}", x=HANGS_IN_KIM)
    process = conform.start("run", "-i", folder, "-k", "ascii/edge/7", "-k", "kim/edge/7", "--jobs", jobs, "--json", "x.jsonl")
    report, escaped = conform.folder / "x.jsonl", folder / "escaped"

    def under_way() -> bool:
        return escaped.exists() and report.exists() and '"ascii"' in report.read_text(encoding="utf-8")

    until(under_way, lambda: process.poll() is None)
    process.send_signal(by)
    screen, _ = process.communicate(timeout=FOREVER)
    return process.returncode, [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()], screen


@pytest.mark.parametrize(
    ("by", "jobs", "status"),
    [
        (signal.SIGINT, 2, 130),
        (signal.SIGKILL, 2, -signal.SIGKILL),
        pytest.param(signal.SIGINT, 1, 130, marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, 1, -signal.SIGTERM, marks=pytest.mark.slow),
    ],
)
def test_written_verdicts_are_kept_and_no_process_is_left(conform, manifest, by: int, jobs: int, status: int) -> None:
    returned, lines, screen = cut_off(conform, manifest, jobs, by)
    assert returned == status
    asked = f"Interrupted after {len(lines) - 1} of "
    assert (asked in screen and "ascii" in screen) == (by == signal.SIGINT)
    assert lines[0]["type"] == "header"
    assert {(line["type"], line["encoding"]) for line in lines[1:]} == {("verdict", "ascii")}
    conform.hold_that_none_is_left()


def test_an_interrupt_waits_until_every_sink_has_a_verdict() -> None:
    sinks: list[str] = []
    with pytest.raises(KeyboardInterrupt), undisturbed():
        sinks.append("the screen")
        signal.raise_signal(signal.SIGINT)
        sinks.append("the report")
    assert sinks == ["the screen", "the report"]


def test_an_interrupt_in_a_callback_of_the_collector_is_not_lost() -> None:
    def callback(phase: str, _: object) -> None:
        if phase == "stop":
            signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, interrupt)
    gc.callbacks.append(callback)
    try:
        with pytest.raises(KeyboardInterrupt):
            gc.collect()
            sleep(FOREVER)
    finally:
        gc.callbacks.remove(callback)
        signal.signal(signal.SIGINT, before)
