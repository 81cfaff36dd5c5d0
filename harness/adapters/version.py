"""Which version of an implementation is under test."""

from __future__ import annotations

import platform
import subprocess

from harness.adapters.manifest import CODEC, Implementation


def version_of(implementation: Implementation) -> str:
    """What the manifest says, or the first line that its version command prints; empty where that fails."""
    if implementation.kind == CODEC and not implementation.version:
        return f"{platform.python_implementation()} {platform.python_version()}"
    if not implementation.version_command:
        return implementation.version
    try:
        printed = subprocess.run(
            implementation.version_command, cwd=implementation.folder, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=implementation.seconds, check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    lines = printed.stdout.decode("utf-8", "replace").strip().splitlines()
    return lines[0][:100] if lines else ""
