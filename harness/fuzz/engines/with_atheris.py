"""Atheris, which is libFuzzer with the coverage of Python code, as an engine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager

import atheris

from harness.fuzz.engines.engine import Mutate
from harness.fuzz.engines.settings import Settings
from harness.fuzz.inputs.feedback import FEATURES

_HANDLERS = ("abrt", "bus", "fpe", "ill", "int", "segv", "term", "usr1", "usr2", "xfsz")
"""Signals of which libFuzzer would make exits of its own: the keeper tells more by what ended the worker."""

_TRACE = "_trace_branch"

_NEVER = 1 << 30
"""Seconds: the keeper sees to what takes too long."""


class AtherisEngine:
    """`trace` uses functions of Atheris that are not public, for there are no others: without them, coverage of code is
    the only guide."""

    def __init__(self) -> None:
        reserve = getattr(atheris, "_reserve_counter", None)
        self._base: int | None = None
        if reserve and hasattr(atheris, _TRACE):
            self._base, *_ = [reserve() for _ in range(FEATURES)]

    @contextmanager
    def instrumented(self, packages: Collection[str]) -> Iterator[None]:
        """What is imported of these packages is watched."""
        with atheris.instrument_imports(include=list(packages)):
            yield

    def trace(self, feature: int) -> None:
        """An execution has an outcome of this kind."""
        if self._base is not None:
            getattr(atheris, _TRACE)(self._base + feature)  # another function once fuzzing is set up

    def run(self, execute: Callable[[bytes], None], mutate: Mutate, settings: Settings) -> None:
        """Try inputs until `execute` ends the process."""
        flags = (
            f"-seed={settings.seed % (1 << 32) or 1}",
            f"-max_len={settings.longest}",
            f"-dict={settings.dictionary}",
            "-reload=1",
            "-exact_artifact_path=/dev/null",  # the journal keeps what ended a worker
            "-rss_limit_mb=0",
            f"-timeout={_NEVER}",
            *(f"-handle_{name}=0" for name in _HANDLERS),
        )
        self.run_with(execute, mutate, [*flags, str(settings.corpus)])

    def run_with(self, execute: Callable[[bytes], None], mutate: Mutate, arguments: Sequence[str]) -> None:
        """Run libFuzzer with arguments of its own, until it ends the process. Half of the changes are libFuzzer's: it
        knows the corpus and the comparisons that were seen."""

        def changed(data: bytes, most: int, seed: int) -> bytes:
            return mutate(data, most, seed >> 1) if seed & 1 else atheris.Mutate(data, most)

        atheris.Setup([sys.argv[0], *arguments], execute, custom_mutator=changed)
        atheris.Fuzz()
