"""The command that repeats a verdict."""

from __future__ import annotations

import shlex

from encoding_conformance.runner.plan import Unit


def repeat_command(unit: Unit, id: str = "", seed: int = 0, exhaustive: bool = False) -> str:
    """The command that repeats the verdict with this id, or all verdicts of the unit."""
    words = ["conform", "run", "-i", unit.registered.selector, "-e", unit.encoding.id, *(["-k", id] if id else [])]
    for folder in unit.suite.added:
        words += ["--vectors", str(folder)]
    words += ["--seed", str(seed)] if seed else []
    return shlex.join(words + ["--exhaustive"] * exhaustive)
