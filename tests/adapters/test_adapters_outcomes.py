"""The file of outcomes of known deviations: what is read, what is wrong, and what is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.manifest import outcomes_text, read_outcomes
from encoding_conformance.core.encoding import Encoding, Tables
from encoding_conformance.core.identity import check_id, vector_id
from encoding_conformance.core.outcome import Decoded, Encoded, Malformed, Rejection, Unsupported
from encoding_conformance.core.ranges import EVERY_NATURAL
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.models.known_outcome import IN_FILE
from encoding_conformance.runner import registry

Folder = Callable[..., Path]

A, B, C, D, E = (vector_id("utf-8", name) for name in "abcde")
OUTCOMES = {
    A: Decoded((0xFFFD, *[0x41] * 5000)),
    B: Encoded(b""),
    C: Rejection(3, "said"),
    D: Rejection(None, "said"),
    E: Unsupported("said"),
}
LINES = """\
{"id": "utf-8/a", "outcome": "ok FFFD 41*5000"}
{"id": "utf-8/b", "outcome": "ok -"}
{"id": "utf-8/c", "outcome": "reject 3"}
{"id": "utf-8/d", "outcome": "reject"}
{"id": "utf-8/e", "outcome": "unsupported"}
"""
MANIFEST = """\
name: x
title: X
process: ["true"]
encodings: {utf-8: {}}
known_deviations:
  - {kind: limit, what: x, requirements: [], outcome: CAME, ids: ["utf-8/a", "utf-8/check/*"]}
"""


def test_what_is_written_is_read_without_free_text(tmp_path: Path) -> None:
    assert outcomes_text(OUTCOMES) == LINES
    (tmp_path / IN_FILE).write_text(LINES, encoding="utf-8")
    assert read_outcomes(tmp_path) == {
        "utf-8/a": "ok FFFD 41*5000",
        "utf-8/b": "ok -",
        "utf-8/c": "reject 3",
        "utf-8/d": "reject",
        "utf-8/e": "unsupported",
    }


def test_what_is_no_text_of_one_line_is_written_on_one_line() -> None:
    assert outcomes_text({A: Malformed("a\nb")}).count("\n") == 1


def test_nothing_is_recorded_where_there_is_no_file(tmp_path: Path) -> None:
    assert read_outcomes(tmp_path) == {}


@pytest.mark.parametrize(
    ("data", "line", "said"),
    [
        (LINES + "{\n", 6, "'{' is not an id with an outcome; expected {\"id\": "),
        (LINES + "\n", 6, "'' is not an id with an outcome"),
        ('["utf-8/a", "ok 0"]\n', 1, "is not an id with an outcome"),
        ('{"id": "utf-8/a"}\n', 1, "is not an id with an outcome"),
        ('{"id": "utf-8/a", "outcome": 0}\n', 1, "is not an id with an outcome"),
        ('{"id": "utf-8/a", "outcome": "ok 0", "x": "y"}\n', 1, "is not an id with an outcome"),
        (LINES + '{"id": "utf-8/b", "outcome": "ok -"}\n', 6, "utf-8/b is recorded twice; keep one"),
        ('{"id": "utf-8/a", "outcome": "ok G"}\n', 1, "'ok G' is not an outcome; `conform run -i FOLDER --write-deviations`"),
        ('{"id": "utf-8/a", "outcome": "outcomes.jsonl"}\n', 1, "'outcomes.jsonl' is not an outcome"),
        (b"\xff", 1, "not UTF-8"),
        ("[" * 100_000, 1, "is not an id with an outcome"),
    ],
)
def test_a_wrong_file_is_told_with_the_line(tmp_path: Path, data: str | bytes, line: int, said: str) -> None:
    file = tmp_path / IN_FILE
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    with pytest.raises(DataError) as raised:
        read_outcomes(tmp_path)
    (fault,) = map(str, raised.value.problems)
    assert fault.startswith(f"{file}:{line}: ") and said in fault


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / IN_FILE).mkdir()
    with pytest.raises(DataError, match="cannot be read"):
        read_outcomes(tmp_path)


def test_an_entry_knows_the_outcome_that_the_file_has_of_each_vector_and_none_of_a_check(folder: Folder) -> None:
    (entry,) = manifest.read(folder(MANIFEST.replace("CAME", IN_FILE), **{IN_FILE: LINES})).deviations
    assert [entry.known(id) for id in (A, B, vector_id("utf-8", "f"))] == ["ok FFFD 41*5000", "ok -", None]
    assert entry.known(check_id("utf-8", "layout")) is None


@pytest.mark.parametrize(("got", "faults"), [(IN_FILE, 1), ("ok 0", 0)])
def test_a_manifest_that_is_selected_has_no_wrong_file_if_it_refers_to_one(folder: Folder, got: str, faults: int) -> None:
    place = folder(MANIFEST.replace("CAME", got), **{IN_FILE: "{"})
    encodings = {"utf-8": Encoding("utf-8", "", "", "naturals", EVERY_NATURAL, Tables())}
    try:
        registry.selected([str(place)], encodings)
        found = 0
    except DataError as error:
        found = len(error.problems)
    assert found == faults


def test_a_file_that_no_entry_needs_is_not_read(folder: Folder) -> None:
    (entry,) = manifest.read(folder(MANIFEST.replace("CAME", "ok 0"), **{IN_FILE: "{"})).deviations
    assert entry.known(A) == entry.known(check_id("utf-8", "layout")) == "ok 0"
