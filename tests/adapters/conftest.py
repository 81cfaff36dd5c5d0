"""Liars, and what is expected of each."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import psutil
import pytest

_LOOKS, _PAUSE = 20, 0.1
"""How often, and with how many seconds between, a process is given time to be gone."""


@pytest.fixture
def nobody_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Marks all processes that the test starts, and holds afterwards that none is there any more."""
    variable, mark = "CONFORM_LIARS", uuid4().hex
    monkeypatch.setenv(variable, mark)
    yield
    for _ in range(_LOOKS):
        left = [process for process in psutil.process_iter() if _value(process, variable) == mark]
        if not left:
            return
        time.sleep(_PAUSE)
    pytest.fail(f"left behind: {left}")


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """Makes a folder with a manifest and other files, by name."""

    def make(manifest: str, **files: str) -> Path:
        (tmp_path / "implementation.yaml").write_text(manifest, encoding="utf-8")
        for name, text in files.items():
            (tmp_path / name.replace("_py", ".py")).write_text(text, encoding="utf-8")
        return tmp_path

    return make


def _value(process: psutil.Process, variable: str) -> str:
    try:
        return process.environ().get(variable, "")
    except psutil.Error:
        return ""
