"""The file of outcomes of known deviations, as it is written and read."""

from __future__ import annotations

import json
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
  - {kind: limit, what: x, requirements: [], outcome: GOT, ids: ["utf-8/a", "utf-8/check/*"]}
"""


def test_written_outcomes_are_read_without_free_text(tmp_path: Path) -> None:
    assert read_outcomes(tmp_path / "without") == {}
    assert outcomes_text(OUTCOMES) == LINES
    (tmp_path / IN_FILE).write_text(LINES, encoding="utf-8")
    assert read_outcomes(tmp_path) == {f"utf-8/{row['id'][-1]}": row["outcome"] for row in map(json.loads, LINES.splitlines())}
    assert outcomes_text({A: Malformed("a\nb")}).count("\n") == 1


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (LINES + "{\n", 6, "'{' is not an id with an outcome; expected {\"id\": "),
        (LINES + "\n", 6, "'' is not an id with an outcome"),
        ('["utf-8/a", "ok 0"]\n', 1, "is not an id with an outcome"),
        ('{"id": "utf-8/a", "outcome": 0}\n', 1, "is not an id with an outcome"),
        ('{"id": "utf-8/a", "outcome": "ok 0", "x": "y"}\n', 1, "is not an id with an outcome"),
        (LINES + '{"id": "utf-8/b", "outcome": "ok -"}\n', 6, "utf-8/b is recorded twice; keep one"),
        ('{"id": "utf-8/a", "outcome": "ok G"}\n', 1, "'ok G' is not an outcome; `conform run -i FOLDER --write-deviations`"),
        ('{"id": "utf-8/a", "outcome": "outcomes.jsonl"}\n', 1, "'outcomes.jsonl' is not an outcome"),
        (b"\xff", 1, "not UTF-8"),
        ("[" * 100_000, 1, "is not an id with an outcome"),
        (None, 0, "cannot be read"),
    ],
)
def test_a_problem_of_the_file_has_its_line(tmp_path: Path, data: str | bytes | None, line: int, message: str) -> None:
    """Without data, a folder is in place of the file."""
    file = tmp_path / IN_FILE
    if data is None:
        file.mkdir()
    else:
        file.write_bytes(data if isinstance(data, bytes) else data.encode())
    with pytest.raises(DataError) as raised:
        read_outcomes(tmp_path)
    (problem,) = map(str, raised.value.problems)
    assert problem.startswith(f"{file}:{line}: " if line else str(file)) and message in problem


def test_an_entry_knows_the_outcome_that_the_file_has_of_each_vector_and_none_of_a_check(folder: Folder) -> None:
    (entry,) = manifest.read(folder(MANIFEST.replace("GOT", IN_FILE), **{IN_FILE: LINES})).deviations
    assert [entry.known(id) for id in (A, B, vector_id("utf-8", "f"))] == ["ok FFFD 41*5000", "ok -", None]
    assert entry.known(check_id("utf-8", "layout")) is None


def test_the_file_is_read_if_an_entry_refers_to_it(folder: Folder) -> None:
    encodings = {"utf-8": Encoding("utf-8", "", "", "naturals", EVERY_NATURAL, Tables())}
    place = folder(MANIFEST.replace("GOT", "ok 0"), **{IN_FILE: "{"})
    (implementation,) = registry.selected([str(place)], encodings)
    assert {implementation.deviations[0].known(id) for id in (A, check_id("utf-8", "layout"))} == {"ok 0"}
    with pytest.raises(DataError, match="is not an id with an outcome"):
        registry.selected([str(folder(MANIFEST.replace("GOT", IN_FILE)))], encodings)


def test_outcomes_that_stand_for_too_much_are_refused(tmp_path: Path) -> None:
    (tmp_path / IN_FILE).write_text('{"id": "utf-8/x", "outcome": "ok 41*4000000"}\n' * 10, encoding="utf-8")
    with pytest.raises(DataError, match="stands for more than 33,554,432 bytes and values"):
        read_outcomes(tmp_path)
