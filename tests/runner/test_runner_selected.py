"""The implementations that names and paths select, and the vectors that patterns select."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from encoding_conformance.adapters.manifest import FILE
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.runner.plan import Selection, units
from encoding_conformance.runner.registry import find, oracle

MANIFEST = 'name: my\ntitle: A toy\npython: "toy:CODEC"\nencodings: {utf-8: {}}\n'


def test_a_folder_with_the_name_of_an_own_implementation_needs_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "perl").mkdir()
    (tmp_path / "perl" / FILE).write_text(MANIFEST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WrongUsage, match=r"perl is one of the project's own, and a folder here; write ./perl for the folder"):
        find("perl")
    found = find("./perl")
    assert (found.title, found.selector, find(found.selector).folder) == ("A toy", "./perl", found.folder)
    monkeypatch.chdir(IMPLEMENTATIONS)
    assert find("perl").is_own


SOME = ("kim", "bocu-1", "utf-8", "modified-utf-8", "ascii", "cp437")
"""The encodings of the suite in these tests, so that not all vectors are read."""


def reading_noted(suite: Suite, read: set[str]) -> Suite:
    """Returns a part of the suite, which notes the encodings whose vectors are read."""

    def noted(id: str) -> Callable[[], Mapping[str, Mapping[str, Vector]]]:
        return lambda: read.add(id) or suite.readers[id]()

    return replace(suite, encodings={id: suite.encodings[id] for id in SOME}, readers={id: noted(id) for id in SOME})


@pytest.mark.parametrize(
    "wanted, unwanted, expected",
    [
        (("kim/e-acute",), (), {"kim"}),
        (("kim/*",), ("kim/check/*",), {"kim"}),
        (("utf-8/first-of-two-bytes/decode",), (), {"utf-8", "modified-utf-8"}),
        (("kim/e-acute", "bocu-1/*"), (), {"kim", "bocu-1"}),
        (("edge/row-00",), (), None),
        (("*/check/*",), (), None),
        ((), ("kim/*",), None),
    ],
)
def test_only_the_vectors_of_encodings_that_the_patterns_are_about_are_read(
    suite: Suite, wanted: tuple[str, ...], unwanted: tuple[str, ...], expected: set[str] | None
) -> None:
    read: set[str] = set()
    selection, part = Selection(wanted, unwanted), reading_noted(suite, read)
    found = units(part, [oracle()], (), selection)
    assert read == (set(SOME) if expected is None else expected)
    whole = [str(vector.id) for vector in part.all_vectors if str(vector.id) in selection]
    assert [str(vector.id) for unit in found for vector in unit.vectors] == whole


def test_a_pattern_that_matches_nothing_is_compared_with_all_ids(suite: Suite) -> None:
    with pytest.raises(WrongUsage, match=r"-k 'kim/e-acut/decode' matches no vector .* did you mean kim/e-acute/decode"):
        units(suite, [oracle()], (), Selection(("kim/e-acut/decode",)))
    with pytest.raises(WrongUsage, match=r"-k 'kim/e-acute' matches no vector"):
        units(suite, [oracle()], ["utf-8"], Selection(("kim/e-acute",)))
