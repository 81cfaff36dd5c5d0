"""The results of the last whole run of the museum's models. `python -m workshop museum` writes them for the page and the site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = Path(__file__).with_name("found.json")


@dataclass(frozen=True)
class Found:
    """How many vectors and checks fail on a model, and the id of the first. `thorough`: only a thorough run finds it."""

    failures: int
    first: str
    thorough: bool = False


def read() -> dict[str, Found]:
    """Returns the result of each model, by the id of its entry."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    return {id: Found(**each) for id, each in stored.items()}


def write(found: Mapping[str, Found]) -> None:
    """Writes the results. Raises OSError."""
    lines = (f"{json.dumps(id)}: {json.dumps(asdict(each), ensure_ascii=False)}" for id, each in sorted(found.items()))
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
