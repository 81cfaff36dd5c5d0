"""What a worker process of the harness does first: it limits its memory, and keeps its pipes to itself."""

import os
import resource
from contextlib import suppress

SANITIZER = "SANITIZER"
"""The variable that names a sanitizer, such as `address`, as in OSS-Fuzz. A sanitizer reserves more address space than
there is memory."""

PRELOADED = "LD_PRELOAD"
"""The variable that names the libraries that a process loads before all others."""


def take_pipes() -> tuple[int, int]:
    """Returns the standard input and output of this process, and takes them from the implementation's code in it: from then on,
    that code reads nothing, and what it prints goes to standard error."""
    os.environ.pop(PRELOADED, None)  # it is meant for this process, not for those that it starts
    pipes = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return pipes


def limit_memory(mib: int) -> None:
    """Lets this process take `mib` MiB more than it has now. Under a sanitizer, only its parent limits it."""
    if not os.environ.get(SANITIZER):
        limit = mib << 20
        # not every system says how much address space the process has already
        with suppress(OSError), open("/proc/self/statm") as file:
            limit += int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
