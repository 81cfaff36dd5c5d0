"""What tests of adapters share."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from processes import VARIABLE, hold_that_none_is_left, new_mark


@pytest.fixture
def nobody_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Marks all processes that the test starts, and holds afterwards that none is there any more."""
    mark = new_mark()
    monkeypatch.setenv(VARIABLE, mark)
    yield
    hold_that_none_is_left(mark)


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """Makes a folder with a manifest and other files, by name."""

    def make(manifest: str, **files: str) -> Path:
        (tmp_path / "implementation.yaml").write_text(manifest, encoding="utf-8")
        for name, text in files.items():
            (tmp_path / name.replace("_py", ".py")).write_text(text, encoding="utf-8")
        return tmp_path

    return make
