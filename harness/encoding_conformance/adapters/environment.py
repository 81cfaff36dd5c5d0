"""The environment of the process of an implementation: that of the harness, what the manifest says, and what a library that was
built with a sanitizer needs."""

from __future__ import annotations

import os

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.sanitizer import needed_by


def stated(implementation: Implementation) -> dict[str, str]:
    """The variables of the harness's own process, with those of the manifest."""
    return {**os.environ, **implementation.environment}


def of_worker(implementation: Implementation) -> dict[str, str]:
    """The variables of a process that loads the implementation."""
    environment = stated(implementation)
    if not implementation.library:
        return environment
    return {**environment, **needed_by(implementation.folder / implementation.library, environment)}
