"""The table of speeds marks what fell behind the recorded figures."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCH)
    return import_module("table")


@pytest.mark.parametrize(
    "better, figure, recorded, behind",
    [
        ("LESS", 1.19, 1.0, False),
        ("LESS", 1.21, 1.0, True),
        ("LESS", 0.5, 1.0, False),
        ("MORE", 0.84, 1.0, False),
        ("MORE", 0.83, 1.0, True),
        ("MORE", 2.0, 1.0, False),
        ("LESS", 9.0, None, False),
    ],
)
def test_what_is_worse_by_more_than_a_fifth_is_marked(
    bench: ModuleType, better: str, figure: float, recorded: float | None, behind: bool
) -> None:
    measure = import_module("measure")
    row = measure.Row("CPU", figure, "one pair", better=measure.Better[better])
    assert bench.line(row, recorded).endswith("CPU (one pair)" + "  FELL BEHIND" * behind)


def test_an_unknown_word_is_one_line(bench: ModuleType) -> None:
    with pytest.raises(SystemExit) as stopped:
        bench.main(["pipes"])
    assert str(stopped.value) == "bench: 'pipes' is none of programs, vectors, generators, pipe, library, causes, fuzz, --record"
