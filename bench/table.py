"""`python bench/table.py`: the table of speeds. Where possible, each figure is a ratio within this run.

docs/performance.md says what the figures mean, and what limits them. Arguments select modules: `python bench/table.py vectors
pipe` measures only these two. A figure that is more than a fifth worse than the recorded one is marked. With `--record`, the
figures replace the recorded ones of the same rows.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import yaml
from measure import Row

MODULES = ("programs", "vectors", "generators", "pipe", "library", "causes", "fuzz")
RECORDED = Path(__file__).with_name("recorded.yaml")
RECORD = "--record"


def main(words: list[str]) -> None:
    wanted = [word for word in words if word != RECORD]
    for unknown in set(wanted) - set(MODULES):
        sys.exit(f"bench: unknown argument {unknown!r}; choose from {', '.join([*MODULES, RECORD])}")
    recorded: dict[str, float] = yaml.safe_load(RECORDED.read_text())
    figures: dict[str, float] = {}
    print(f"{'figure':>8}  {'goal':>5}  {'recorded':>8}  title (how it was measured)")
    for name in wanted or MODULES:
        for row in import_module(name).rows():
            print(line(row, recorded.get(row.title)), flush=True)
            figures[row.title] = float(f"{row.figure:.3g}")
    if RECORD in words:
        RECORDED.write_text(yaml.safe_dump({**recorded, **figures}, width=200))


def line(row: Row, recorded: float | None) -> str:
    """Returns a row as a line of the table."""
    goal, before = (f"{number:.3g}" if number is not None else "-" for number in (row.goal, recorded))
    mark = "  FELL BEHIND" if recorded is not None and row.fell_behind(recorded) else ""
    return f"{row.figure:8.3g}  {goal:>5}  {before:>8}  {row.title} ({row.how}){mark}"


if __name__ == "__main__":
    main(sys.argv[1:])
