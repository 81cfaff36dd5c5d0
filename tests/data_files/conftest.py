"""A small family of encodings without faults, to be spoilt one place at a time."""

from collections.abc import Callable
from pathlib import Path

import pytest
from toys import ENCODINGS, REQUIREMENTS

from encoding_conformance.data_files.loader import read_suite
from encoding_conformance.data_files.problems import DataError

Faults = Callable[..., list[str]]


@pytest.fixture
def family(tmp_path: Path) -> Path:
    """The folder of the family, with its definitions and no vectors."""
    folder = tmp_path / "toys"
    (folder / "vectors").mkdir(parents=True)
    (folder / "encodings.yaml").write_text(ENCODINGS)
    (folder / "requirements.yaml").write_text(REQUIREMENTS)
    return folder


@pytest.fixture
def faults(family: Path) -> Faults:
    """Writes files, named by their paths in the family's folder, and returns the faults that loading reports:
    lines without the folder's path."""

    def write_and_load(files: dict[str, str | bytes]) -> list[str]:
        for name, content in files.items():
            (family / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        try:
            read_suite([family.parent])
        except DataError as error:
            return str(error).replace(f"{family}/", "").split("\n")
        return []

    return write_and_load
