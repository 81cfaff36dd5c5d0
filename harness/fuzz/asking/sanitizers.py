"""The environment that a process needs to load native code that was built with a sanitizer."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from harness.adapters.lifeline import PRELOADED, SANITIZER

RUNTIMES = {"address": "asan_with_fuzzer.so", "undefined": "ubsan_with_fuzzer.so"}
"""The libraries of Atheris, each with a sanitizer's runtime and libFuzzer. They must be loaded before everything else."""

_OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=10:print_legend=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1:print_summary=1",
}


_VARIABLES = (SANITIZER, PRELOADED, "PYTHONMALLOC")


class NoRuntime(Exception):
    """A sanitizer's runtime is missing. The message says how to get it."""


def under(sanitizer: str) -> None:
    """Lets the processes that this one starts load libraries that were built with this sanitizer, or with none. Its runtime is
    loaded first, and Python allocates memory where the runtime can see it. Raises NoRuntime."""
    for variable in _VARIABLES:
        os.environ.pop(variable, None)
    if sanitizer:
        os.environ |= {SANITIZER: sanitizer, PRELOADED: str(_runtime(sanitizer)), "PYTHONMALLOC": "malloc"}
        for variable, options in _OPTIONS.items():
            os.environ.setdefault(variable, options)


def _runtime(sanitizer: str) -> Path:
    atheris = find_spec("atheris")
    library = Path(atheris.origin).parents[1] / RUNTIMES[sanitizer] if atheris and atheris.origin else None
    if library is None or not library.exists():
        raise NoRuntime(f"--sanitizer {sanitizer} needs Atheris: pip install 'encoding-conformance[fuzz]'")
    return library
