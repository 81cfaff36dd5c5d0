"""The sizes that the project keeps to."""

from __future__ import annotations

from pathlib import Path

HOME = Path(__file__).parents[2]
WORKSHOP = sorted((HOME / "workshop" / "workshop").rglob("*.py"))


def lines(paths: list[Path]) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def test_the_workshop_has_at_most_6000_lines() -> None:
    assert lines(WORKSHOP) <= 6_000
