"""What a process that runs an implementation's code does for its parent: it ends when the parent ends, and limits its memory."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path

SANITIZER = "SANITIZER"
"""The variable that names a sanitizer, such as `address`, as in OSS-Fuzz. A sanitizer reserves more address space than
there is memory."""

PRELOADED = "LD_PRELOAD"
"""The variable that names the libraries that a process loads before all others."""

_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Makes the kernel end this process when its parent ends, however that happens (only on Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def limit_memory(mib: int) -> None:
    """Lets this process take `mib` MiB more than it has now. Under a sanitizer, only its parent limits it."""
    if not os.environ.get(SANITIZER):
        limit = mib << 20
        with suppress(OSError):  # not every system says how much address space the process has already
            limit += int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
