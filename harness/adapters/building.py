"""Builds an implementation as its manifest says (docs/plug-ins.md, "The manifest")."""

from __future__ import annotations

import shlex
import subprocess

from harness.adapters.manifest import Implementation

_LINES = 20
"""The number of lines of a failed build's output that are told. The last ones are told."""


def failure_to_build(implementation: Implementation) -> str:
    """Runs the command that builds an implementation, in its folder. Returns why it failed, with the end of its output on lines
    of its own; empty if it succeeded, or if there is nothing to build."""
    if not implementation.build:
        return ""
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
        return f"cannot build: {shlex.join(implementation.build)}: {error.strerror}"
    if not ended.returncode:
        return ""
    said = f"the build failed: {shlex.join(implementation.build)} ended with status {ended.returncode}"
    return "\n".join([said, *ended.stdout.splitlines()[-_LINES:]])
