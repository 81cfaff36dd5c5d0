"""Finds out which version of an implementation is under test."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Sequence

from encoding_conformance.adapters.child import Child, Ended, Overdue, StartFailure
from encoding_conformance.adapters.environment import stated
from encoding_conformance.adapters.manifest import CODEC, PYTHON, Implementation
from encoding_conformance.adapters.text import printable

_LONGEST = 1 << 16
"""The most bytes that a version command may print."""

_SHOWN = 100
"""The most characters of a version."""

_CLUTTER = re.compile(r"\s{2,}|\s+[(\[]")
"""What follows the version in the output of a program, such as a date or a copyright."""


def bare(version: str) -> str:
    """The text of a version without a date or a copyright behind it."""
    return _CLUTTER.split(version)[0]


def is_of(installed: str, stated: str) -> bool:
    """Whether what is installed is what a manifest states: the same text, or one that begins with its words."""
    return f"{installed} ".startswith(f"{stated} ")


def platform_here() -> str:
    """The system and the machine, such as `Linux x86_64`."""
    return f"{platform.system()} {platform.machine()}"


def version_of(implementation: Implementation) -> str:
    """The version in the manifest, or the first line that its version command prints; empty if the command fails."""
    if implementation.kind == CODEC and not implementation.version:
        return f"{platform.python_implementation()} {platform.python_version()}"
    if not implementation.version_command:
        return implementation.version
    lines = _printed(implementation).decode("utf-8", "replace").strip().splitlines()
    return printable(lines[0], _SHOWN) if lines else ""


def _command(implementation: Implementation) -> Sequence[str]:
    """The version command. A Python plug-in runs in this Python, whichever `python3` is the first in PATH."""
    program, *arguments = implementation.version_command
    in_this = implementation.kind == PYTHON and program in ("python", "python3")
    return [sys.executable if in_this else program, *arguments]


def _printed(implementation: Implementation) -> bytes:
    """The output of the version command; nothing if it fails or prints without end."""
    command, printed = _command(implementation), b""
    try:
        child = Child(
            command,
            implementation.folder,
            implementation.seconds_to_start,
            implementation.memory_mib,
            environment=stated(implementation),
        )
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
