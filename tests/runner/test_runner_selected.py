"""The implementations that names and paths select."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoding_conformance.adapters.manifest import FILE
from encoding_conformance.runner.registry import find

MANIFEST = 'name: my\ntitle: A toy\npython: "toy:CODEC"\nencodings: {utf-8: {}}\n'


def test_a_folder_with_the_name_of_a_known_implementation_keeps_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "reference").mkdir()
    (tmp_path / "reference" / FILE).write_text(MANIFEST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found = find("./reference")
    assert (found.title, found.selector, find(found.selector).folder) == ("A toy", "./reference", found.folder)
    assert find("reference").is_own
