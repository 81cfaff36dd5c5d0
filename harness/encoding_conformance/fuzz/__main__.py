"""`python -m encoding_conformance.fuzz NAME|PATH ENCODING [libFuzzer's arguments]`: a target with libFuzzer's own command line.

OSS-Fuzz and ClusterFuzzLite run it like this: the first failure ends the process, after a line that they read as the crash state.
With a folder for findings, as in a campaign, the process writes failing inputs there and continues.
"""

import os
import shlex
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import chdir
from pathlib import Path
from typing import NoReturn

import click

from encoding_conformance.adapters.child_setup import limit_memory, take_pipes
from encoding_conformance.adapters.codec import described
from encoding_conformance.adapters.manifest import Way
from encoding_conformance.checks.from_bytes import CheckFailure
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import HarnessError, WrongUsage
from encoding_conformance.fuzz import engine as engines
from encoding_conformance.fuzz.campaign import ALLOWANCE_MIB, AT_FAULT, DONE, NOTHING_LEFT, USAGE
from encoding_conformance.fuzz.corpus import as_text, tokens
from encoding_conformance.fuzz.findings import keep, kind_of, signature, smallest
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.fuzz.loading import load
from encoding_conformance.fuzz.mutator import Mutator
from encoding_conformance.fuzz.target import Target
from encoding_conformance.report.failure import lines
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.unit import verdict_on_input

_HANDLERS = ("abrt", "bus", "fpe", "ill", "int", "segv", "term", "usr1", "usr2", "xfsz")
"""The signals that libFuzzer would turn into its own exits. The campaign learns more from the signal itself."""

_OF_CAMPAIGNS = [
    *(f"-handle_{name}=0" for name in _HANDLERS),
    "-exact_artifact_path=/dev/null",  # the journal has the input that ended a worker
    "-reload=1",
    "-rss_limit_mb=0",
    f"-timeout={1 << 30}",  # never, because the campaign ends what takes too long
]


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("selector", metavar="NAME|PATH")
@click.argument("encoding")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.option("--findings", type=click.Path(file_okay=False, path_type=Path), help="Write failing inputs there, and continue.")
@click.option("--vectors", "folders", multiple=True, type=click.Path(path_type=Path), help="Add encodings and vectors.")
@click.option("--journal", "descriptor", type=int, default=-1, hidden=True)
@click.option("--avoid", multiple=True, type=bytes.fromhex, hidden=True)
@click.option("--apart", is_flag=True, hidden=True)
def main(
    selector: str,
    encoding: str,
    arguments: tuple[str, ...],
    findings: Path | None,
    folders: tuple[Path, ...],
    descriptor: int,
    avoid: tuple[bytes, ...],
    apart: bool,
) -> None:
    """Fuzz an encoding of an implementation with libFuzzer's own ARGUMENTS. Without Atheris, a plain loop takes a few of them."""
    options = [f"--vectors={folder}" for folder in folders]
    program = shlex.join([sys.executable, "-m", "encoding_conformance.fuzz", selector, encoding, *options])
    run(selector, encoding, arguments, findings, folders, Journal(descriptor), avoid, apart, program)


def run(
    selector: str,
    encoding: str,
    arguments: Sequence[str],
    findings: Path | None = None,
    folders: Sequence[Path] = (),
    journal: Journal | None = None,
    avoid: Sequence[bytes] = (),
    apart: bool = False,
    program: str = sys.argv[0],
) -> None:
    """Fuzzes an encoding of an implementation, which runs in its own process if `apart`. `program` is the command that repeats
    this. Raises DataError if a data file has problems, HarnessError and WrongUsage."""
    suite = load_suite(folders)
    (unit,) = plan.units(suite, registry.selected([selector], suite.encodings), [encoding])
    if findings:
        take_pipes()
        if unit.implementation.kind != Way.PROCESS:
            limit_memory(unit.implementation.memory_mib + ALLOWANCE_MIB)
        findings.mkdir(parents=True, exist_ok=True)
    engine, journal = engines.load(), journal or Journal()
    if findings and isinstance(engine, engines.AtherisEngine):
        arguments = [*_OF_CAMPAIGNS, *arguments]
    try:
        with chdir(unit.implementation.folder):
            loaded = load(unit, registry.oracle(), engine.instrumented, journal, apart)
    except HarnessError:
        raise
    except BaseException as error:
        raise HarnessError(f"cannot load {unit.name}: {described(error)}") from None

    def report(data: bytes, failure: CheckFailure) -> bytes:
        if findings is None:
            _abort(unit, data, failure)
        least = smallest(data, failure, target.failure_at)
        keep(findings, least, kind_of(failure.blamed.outcome))
        return least

    target = Target(unit, loaded, journal, engine.trace, report, avoid)
    engine.run(_guarded(target, journal), Mutator(unit.encoding), lambda: as_text(tokens(unit.encoding)), [program, *arguments])


def _guarded(target: Target, journal: Journal) -> Callable[[bytes], None]:
    """Returns a function that executes an input. Any exception in it is a fault of the harness."""

    def execute(data: bytes) -> None:
        try:
            target(data)
        except BaseException:
            journal.now.is_busy = False
            print(f"the harness failed: {traceback.format_exc(limit=-3)}", file=sys.stderr, flush=True)
            os._exit(AT_FAULT)
        journal.now.is_busy = False
        if b"" in target.avoided:
            os._exit(NOTHING_LEFT)

    return execute


def _abort(unit: plan.Unit, data: bytes, failure: CheckFailure) -> NoReturn:
    """Ends the process after a line that ClusterFuzz reads as the crash state. The target's name says whose fault it is."""
    verdict = verdict_on_input(unit, plan.Input("", "", data), failure)
    verdict = verdict._replace(pointers=verdict.pointers._replace(rerun="", location=None))
    shown = "\n".join([*map(str, lines(verdict, unit.suite.requirements)), f"Assertion failure: {signature(failure)}"])
    print(shown.replace('"', "'"), file=sys.stderr, flush=True)  # ClusterFuzz reads a quoted file as the trace of an exception
    os.abort()


if __name__ == "__main__":
    try:
        main(standalone_mode=False)
        sys.exit(DONE)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (WrongUsage, HarnessError, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(USAGE if isinstance(error, WrongUsage) else AT_FAULT)
