"""What a process that runs others' code does for its parent: it ends when that does, and takes no more than it may."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from pathlib import Path

SANITIZER = "SANITIZER"
"""The variable that names a sanitizer (as OSS-Fuzz has it): `address`. One reserves more address space than there is."""

PRELOADED = "LD_PRELOAD"
"""The variable that names libraries which a process loads before all others."""

_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """In a new process: let the kernel end it when the one that made it ends, however it does (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def limit_memory(mib: int) -> None:
    """Let this process take so many MiB more than it has; under a sanitizer, only its parent sees to that."""
    if not os.environ.get(SANITIZER):
        limit = _address_space() + (mib << 20)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _address_space() -> int:
    """Bytes that this process has already, where the system tells."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0
