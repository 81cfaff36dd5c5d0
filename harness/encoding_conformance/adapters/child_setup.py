"""The first steps of a worker process: it limits its memory, and reserves its pipes."""

import os
import resource
from contextlib import suppress

SANITIZER = "SANITIZER"
"""The variable that names a sanitizer, such as `address`, as in OSS-Fuzz. A sanitizer reserves huge address space."""

PRELOADED = "LD_PRELOAD"
"""The variable with the libraries that a process loads first."""


def take_pipes() -> tuple[int, int]:
    """Returns the standard input and output of this process, and hides them from the implementation's code: from now on, its
    standard input is empty, and its prints go to standard error."""
    os.environ.pop(PRELOADED, None)  # it is for this process, not for its children
    pipes = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return pipes


def limit_memory(mib: int) -> None:
    """Limits this process to `mib` MiB more than it has now. Under a sanitizer, only its parent limits it."""
    if not os.environ.get(SANITIZER):
        limit = mib << 20
        # not every system reports the address space in use
        with suppress(OSError), open("/proc/self/statm") as file:
            limit += int(file.read().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
