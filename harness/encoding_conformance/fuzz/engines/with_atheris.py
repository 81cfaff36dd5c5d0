"""The engine Atheris, which is libFuzzer with coverage of Python code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager

import atheris

from encoding_conformance.fuzz.engines.engine import Mutate
from encoding_conformance.fuzz.engines.settings import Settings
from encoding_conformance.fuzz.inputs.feedback import FEATURES

_HANDLERS = ("abrt", "bus", "fpe", "ill", "int", "segv", "term", "usr1", "usr2", "xfsz")
"""The signals that libFuzzer would turn into its own exits. The supervisor learns more from what really ended the worker."""

_TRACE = "_trace_branch"

_NEVER = 1 << 30
"""A time-out that never comes, in seconds, because the supervisor ends what takes too long."""


class AtherisEngine:
    """The engine of Atheris. `trace` uses functions of Atheris that are not public, because there are no others. Without them,
    only coverage of code would guide the search."""

    def __init__(self) -> None:
        reserve = getattr(atheris, "_reserve_counter", None)
        self._base: int | None = None
        if reserve and hasattr(atheris, _TRACE):
            self._base, *_ = [reserve() for _ in range(FEATURES)]

    @contextmanager
    def instrumented(self, packages: Collection[str]) -> Iterator[None]:
        """A context in which imports of these packages are watched."""
        with atheris.instrument_imports(include=list(packages)):
            yield

    def trace(self, feature: int) -> None:
        """Takes the kind of the outcome of an execution."""
        if self._base is not None:
            getattr(atheris, _TRACE)(self._base + feature)  # it is another function once fuzzing is set up

    def run(self, execute: Callable[[bytes], None], mutate: Mutate, settings: Settings) -> None:
        """Tries inputs until `execute` ends the process."""
        flags = (
            f"-seed={settings.seed % (1 << 32) or 1}",
            f"-max_len={settings.longest}",
            f"-dict={settings.dictionary}",
            "-reload=1",
            "-exact_artifact_path=/dev/null",  # the journal keeps the input that ended a worker
            "-rss_limit_mb=0",
            f"-timeout={_NEVER}",
            *(f"-handle_{name}=0" for name in _HANDLERS),
        )
        self.run_with(execute, mutate, [*flags, str(settings.corpus)])

    def run_with(self, execute: Callable[[bytes], None], mutate: Mutate, arguments: Sequence[str]) -> None:
        """Runs libFuzzer with its own arguments, until it ends the process. Half of the changes are libFuzzer's, because it knows
        the corpus and the comparisons that the code made."""

        def changed(data: bytes, most: int, seed: int) -> bytes:
            return mutate(data, most, seed >> 1) if seed & 1 else atheris.Mutate(data, most)

        atheris.Setup([sys.argv[0], *arguments], execute, custom_mutator=changed)
        atheris.Fuzz()
