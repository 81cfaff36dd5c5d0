"""What a child process of the harness does first: it ends with its parent, limits its memory, and keeps its pipes to itself."""

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


def become_job() -> None:
    """Makes this process end with its parent, and leaves interrupts to its parent."""
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def become_worker() -> tuple[int, int]:
    """Makes this process end with its parent. Returns its standard input and output, which from then on are no longer those of an
    implementation's code in it: that code reads nothing, and what it prints goes to standard error."""
    die_with_parent()
    os.environ.pop(PRELOADED, None)  # it is meant for this process, not for those that it starts
    pipes = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return pipes


def limit_memory(mib: int) -> None:
    """Lets this process take `mib` MiB more than it has now. Under a sanitizer, only its parent limits it."""
    if not os.environ.get(SANITIZER):
        limit = mib << 20
        with suppress(OSError):  # not every system says how much address space the process has already
            limit += int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
