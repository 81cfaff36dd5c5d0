"""The table of speeds marks figures that are worse than the recorded ones by more than a fifth."""

from importlib import import_module
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"


def test_a_figure_that_is_worse_by_more_than_a_fifth_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCH)
    table, measure = import_module("table"), import_module("measure")
    for better, figure, recorded, behind in (
        ("LESS", 1.19, 1.0, False),
        ("LESS", 1.21, 1.0, True),
        ("MORE", 0.84, 1.0, False),
        ("MORE", 0.83, 1.0, True),
        ("LESS", 9.0, None, False),
    ):
        row = measure.Row("CPU", figure, "one pair", better=measure.Better[better])
        assert table.line(row, recorded).endswith("CPU (one pair)" + "  FELL BEHIND" * behind)
    with pytest.raises(SystemExit, match="^bench: unknown argument 'pipes'; choose from programs, "):
        table.main(["pipes"])
