"""The environment that a process needs to load native code that was built with a sanitizer."""

from __future__ import annotations

import os

from encoding_conformance.adapters.lifeline import PRELOADED, SANITIZER
from encoding_conformance.adapters.sanitizer import of_atheris, variables
from encoding_conformance.specification.faults import UsageFault

_VARIABLES = (SANITIZER, PRELOADED, "PYTHONMALLOC")


class NoRuntime(UsageFault):
    """A sanitizer's runtime is missing. The message says how to get it."""


def under(sanitizer: str) -> None:
    """Lets the processes that this one starts load libraries that were built with this sanitizer, or with none. Its runtime is
    loaded first, and Python allocates memory where the runtime can see it. Raises NoRuntime."""
    for variable in _VARIABLES:
        os.environ.pop(variable, None)
    if sanitizer:
        if not (runtime := of_atheris(sanitizer)):
            raise NoRuntime(f"--sanitizer {sanitizer} needs Atheris: pip install 'encoding-conformance[fuzz]'")
        os.environ |= variables(sanitizer, runtime, os.environ)
