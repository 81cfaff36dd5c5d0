"""Which version of an implementation is under test."""

from __future__ import annotations

import platform

from harness.adapters.child import Child, Ended, Overdue, StartFailure
from harness.adapters.manifest import CODEC, Implementation
from harness.adapters.text import printable

_LONGEST = 1 << 16
"""Bytes that a version command may print."""

_SHOWN = 100
"""Characters of a version."""


def version_of(implementation: Implementation) -> str:
    """What the manifest says, or the first line that its version command prints; empty where that fails."""
    if implementation.kind == CODEC and not implementation.version:
        return f"{platform.python_implementation()} {platform.python_version()}"
    if not implementation.version_command:
        return implementation.version
    lines = _printed(implementation).decode("utf-8", "replace").strip().splitlines()
    return printable(lines[0], _SHOWN) if lines else ""


def _printed(implementation: Implementation) -> bytes:
    """All that the version command prints; nothing where it fails, or prints without end."""
    command, printed = implementation.version_command, b""
    try:
        child = Child(command, implementation.folder, implementation.seconds, implementation.memory_mib)
    except StartFailure:
        return b""
    try:
        for piece in child.hear():
            printed += piece
            if len(printed) > _LONGEST:
                break
    except (Ended, Overdue):
        pass
    finally:
        child.kill()
    return b"" if child.process.returncode else printed
