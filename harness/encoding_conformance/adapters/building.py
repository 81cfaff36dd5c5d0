"""Builds an implementation as its manifest says (docs/plug-ins.md, "The manifest")."""

from __future__ import annotations

import shlex
import subprocess
from typing import NamedTuple

from encoding_conformance.adapters.manifest import Implementation

_LINES = 20
"""The number of lines of a failed build's output that are told. The last ones are told."""


class FailedBuild(NamedTuple):
    """Why a build failed, and the last lines of its output."""

    reason: str
    output: tuple[str, ...] = ()


def failure_to_build(implementation: Implementation) -> FailedBuild | None:
    """Runs the command that builds an implementation, in its folder. Returns how it failed; None if it succeeded, or if there
    is nothing to build."""
    if not implementation.build:
        return None
    try:
        ended = subprocess.run(
            implementation.build,
            cwd=implementation.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="backslashreplace",
        )
    except OSError as error:
        return FailedBuild(f"cannot build: {shlex.join(implementation.build)}: {error.strerror}")
    if not ended.returncode:
        return None
    reason = f"the build failed: {shlex.join(implementation.build)} ended with status {ended.returncode}"
    return FailedBuild(reason, tuple(ended.stdout.splitlines()[-_LINES:]))
