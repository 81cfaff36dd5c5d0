"""What tests of adapters share."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from shell import hold_that_none_is_left, running


@pytest.fixture
def nobody_left() -> Iterator[None]:
    """Checks afterwards that no process that the test has started still runs."""
    before = running()
    yield
    hold_that_none_is_left(before)


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """Makes a folder with a manifest and other files, by name."""

    def make(manifest: str, **files: str) -> Path:
        (tmp_path / "implementation.yaml").write_text(manifest, encoding="utf-8")
        for name, text in files.items():
            (tmp_path / name.replace("_py", ".py")).write_text(text, encoding="utf-8")
        return tmp_path

    return make
