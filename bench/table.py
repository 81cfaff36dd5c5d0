"""`make bench`: the table of speeds. Where possible, each figure is a ratio within this run.

docs/performance.md says what the figures mean, and what limits them. Words behind the command select rows: `python
bench/table.py vectors pipe` measures those two modules only.
"""

from __future__ import annotations

import sys
from importlib import import_module

MODULES = ("programs", "vectors", "pipe", "library", "fuzz")


def main(wanted: list[str]) -> None:
    for unknown in set(wanted) - set(MODULES):
        sys.exit(f"bench: {unknown!r} is none of {', '.join(MODULES)}")
    print(f"{'figure':>10}  {'goal':>8}  what (how it came about)")
    for name in wanted or MODULES:
        for row in import_module(name).rows():
            print(f"{row.figure:>10}  {row.goal or '-':>8}  {row.what} ({row.how})", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
