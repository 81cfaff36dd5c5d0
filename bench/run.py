"""(c) Seconds and memory of a default `conform run -i reference` over all encodings, on two jobs.

Memory is that of the whole tree of processes at its largest, shared pages counted once for each process that has
them (proportional set size where the system tells it).
"""

from __future__ import annotations

import subprocess
import sys
import time

import psutil

_LOOK = 0.05
"""Seconds between two looks at the memory."""


def main() -> None:
    start = time.perf_counter()
    command = [sys.executable, "-m", "harness", "run", "-i", "reference", "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        most = 0
        while process.poll() is None:
            most = max(most, _memory(psutil.Process(process.pid)))
            time.sleep(_LOOK)
    print(f"conform run -i reference --jobs 2: {time.perf_counter() - start:.1f} s, {most >> 20} MiB, "
          f"exit status {process.returncode}")


def _memory(process: psutil.Process) -> int:
    total = 0
    try:
        for member in [process, *process.children(recursive=True)]:
            try:
                used = member.memory_full_info()
                total += getattr(used, "pss", used.uss)
            except psutil.Error:
                pass
    except psutil.Error:
        pass
    return total


if __name__ == "__main__":
    main()
