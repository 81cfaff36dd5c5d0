"""`python -m encoding_conformance.fuzz NAME|PATH ENCODING [libFuzzer's arguments]`: one target with libFuzzer's own command
line, as OSS-Fuzz and ClusterFuzzLite need it.

The first finding ends the process, after a line that they read as the crash state. Without Atheris, it replays files and folders
of inputs.
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import chdir
from pathlib import Path
from typing import NoReturn

from encoding_conformance.core.outcome import Timeout
from encoding_conformance.core.verdict import Pointers
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import HarnessError, WrongUsage
from encoding_conformance.fuzz.engine import PLAIN, AtherisEngine, Engine, Settings, available, load
from encoding_conformance.fuzz.finding import Finding, unanswered
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.fuzz.loading import loaded
from encoding_conformance.fuzz.mutator import Mutator
from encoding_conformance.fuzz.target import Target
from encoding_conformance.report.example import labelled
from encoding_conformance.report.failure import lines
from encoding_conformance.runner import plan, registry


def run(selector: str, encoding: str, arguments: Sequence[str]) -> None:
    """Fuzzes an encoding of an implementation; libFuzzer gets the `arguments`. Raises DataError if a data file has problems,
    and WrongUsage."""
    engine = load(available())
    target = target_of(selector, encoding, _abort, engine)
    if isinstance(engine, AtherisEngine):
        _watch(target, target.settings.implementation.seconds)
        engine.run_with(target, Mutator(target.encoding), arguments)
    else:
        print(f"{replay(target, arguments)} inputs replayed, no finding")


def _watch(target: Target, seconds: float) -> None:
    """Ends the process if the target asks nothing for some seconds of work. libFuzzer would only say where in Python it was."""
    journal, beats = target.journal, -1

    def look(number: int, frame: object) -> None:
        nonlocal beats
        if journal.now.beats == beats:
            timeout = Timeout(f"no answer within {seconds} s")
            _abort(unanswered(target.settings.implementation.name, target.encoding.id, journal.data, timeout))
        beats = journal.now.beats

    signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)


def target_of(selector: str, encoding: str, tell: Callable[[Finding], None], engine: Engine | None = None) -> Target:
    """Returns a target, which calls `tell` with each finding. Without an engine, it has no coverage, and replays inputs."""
    suite, engine, journal = load_suite(), engine or load(PLAIN), Journal()
    (unit,) = plan.units(suite, registry.selected([selector], suite.encodings), [encoding])
    implementation = unit.implementation
    with chdir(implementation.folder):
        asked, expected = loaded(implementation, registry.oracle(), unit.encoding, engine.instrumented, journal)
    settings = Settings(implementation, unit.encoding, unit.limits)
    return Target(settings, asked, expected, journal, engine.trace, tell, at_once=True)


def replay(target: Target, arguments: Sequence[str]) -> int:
    """Executes files, and all files in folders, and returns the number of files."""
    named = [Path(argument) for argument in arguments if not argument.startswith("-")]
    files = [file for path in named for file in (sorted(path.iterdir()) if path.is_dir() else [path]) if not file.is_dir()]
    for file in files:
        target(file.read_bytes())
    target.flush()
    return len(files)


def _abort(finding: Finding) -> NoReturn:
    """Ends the process after a line that ClusterFuzz reads as the crash state. The target's name says whose fault it is."""
    check, data, _ = finding.reproducer
    alone = finding.failure._replace(pointers=Pointers())
    explained = [labelled("input", data.hex(" ").upper() or "-"), labelled("check", check), *lines(alone, {})]
    told = "\n".join([*map(str, explained), f"Assertion failure: {finding.bucket.fault}"])
    told = told.replace('"', "'")  # ClusterFuzz reads a quoted file as the trace of an exception
    print(told, file=sys.stderr, flush=True)
    os.abort()


if __name__ == "__main__":
    try:
        if len(sys.argv) < 3:
            raise WrongUsage("usage: python -m encoding_conformance.fuzz NAME|PATH ENCODING [libFuzzer's arguments]")
        run(sys.argv[1], sys.argv[2], sys.argv[3:])
    except (WrongUsage, HarnessError, OSError) as error:
        print(f"encoding_conformance.fuzz: {error}", file=sys.stderr)
        sys.exit(2)
