"""Causes of failures, written into a manifest as known deviations."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoding_conformance.adapters import manifest
from encoding_conformance.core.identity import Id, check_id, vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.verdict import Cause, Judgement, Status, judged
from encoding_conformance.runner.declaring import written
from encoding_conformance.runner.manifest_text import CannotWrite
from encoding_conformance.specification.faults import DataError

HEAD = """\
# A manifest with comments.
name: toy
title: 'A toy'   # what it is
process: [toy]
encodings: {ascii: {}}
"""
LISTED = """\
known_deviations:
  # It is so.
  - kind: bug
    what: "reads
      on"
    requirements: []
    ids: ["ascii/x"]  # one
"""


def cause(title: str, requirement: str, *ids: Id) -> Cause:
    asked = Decode("ascii", b"\x80"), (Rejection(0, "bad-lead"),), Decoded((0x80,))
    return Cause(
        "toy", "ascii", title, requirement, ids, judged("toy", "ascii", ids[0], (), Judgement(Status.FAIL, "why"), *asked)
    )


ONE = cause("decode accepts bit 7", "ascii/upper-half-absent", vector_id("ascii", "byte-80"), check_id("ascii", "layout"))
TWO = cause("two\nlines", "", vector_id("ascii", "a[b]*?"))

ADDED = """\
  # decode accepts bit 7
  # decode 80; due: reject 0 bad-lead; came: ok 80
  - kind: bug
    what: ""
    requirements: [ascii/upper-half-absent]
    ids: ["ascii/byte-80", "ascii/check/layout"]
  # two\\nlines
  # decode 80; due: reject 0 bad-lead; came: ok 80
  - kind: bug
    what: ""
    requirements: []
    ids: ["ascii/a[[]b][*][?]"]
"""


def outdented(text: str) -> str:
    return "".join(line.removeprefix("  ") for line in text.splitlines(keepends=True))


KEY = "known_deviations:\n"
FOLDED = "    since: >-\n      1.2\n"
"""A text that ends where the next line begins, whatever blank lines stand between."""
AFTER = "\n# About what follows.\nlimits: {seconds: 1}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD, HEAD + KEY + ADDED),
        (HEAD.rstrip(), HEAD + KEY + ADDED),
        (HEAD + "\n# the end\n", HEAD + "\n# the end\n" + KEY + ADDED),
        (HEAD + LISTED, HEAD + LISTED + ADDED),
        (HEAD + LISTED.rstrip(), HEAD + LISTED.rstrip() + "\n" + ADDED),
        (HEAD + LISTED + AFTER, HEAD + LISTED + ADDED + AFTER),
        (HEAD + KEY + outdented(LISTED[len(KEY) :]) + AFTER, HEAD + KEY + outdented(LISTED[len(KEY) :] + ADDED) + AFTER),
        (
            HEAD + LISTED + "    since: >-\n      1.2\n" + AFTER,
            HEAD + LISTED + "    since: >-\n      1.2\n\n" + ADDED + AFTER[1:],
        ),
        (HEAD + KEY + "- {kind: bug,\n   what: x,\n   requirements: [], ids: [x]}\n" + AFTER, None),
        ("\ufeff" + HEAD + LISTED, "\ufeff" + HEAD + LISTED + ADDED),
    ],
)
def test_entries_are_added_behind_the_others_and_nothing_else_changes(text: str, expected: str | None) -> None:
    for end in ("\n", "\r\n"):
        found = written(text.replace("\n", end), [ONE, TWO])
        if expected is None:
            expected = text.removesuffix(AFTER) + outdented(ADDED) + AFTER
        assert found == expected.replace("\n", end)


def test_many_ids_have_a_line_each() -> None:
    found = written(HEAD, [cause("much", "", *(vector_id("ascii", f"a-vector-with-a-name-{number}") for number in range(4)))])
    assert found.splitlines()[-6:] == [
        "    requirements: []",
        "    ids:",
        *(f'      - "ascii/a-vector-with-a-name-{number}"' for number in range(4)),
    ]


def test_without_causes_nothing_changes() -> None:
    assert written(HEAD + LISTED, []) == HEAD + LISTED


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{name: toy, title: A toy}\n", "between braces"),
        (HEAD + "known_deviations: []\n", "known_deviations is written between brackets"),
        (HEAD + "known_deviations: [{kind: bug}]\n", "known_deviations is written between brackets"),
    ],
)
def test_a_form_to_which_nothing_can_be_added_is_refused_before_there_are_causes(text: str, said: str) -> None:
    for causes in ([], [ONE]):
        with pytest.raises(CannotWrite, match=said):
            written(text, causes)


def test_what_would_become_something_else_is_refused() -> None:
    with pytest.raises(CannotWrite, match="add it by hand"):
        written(HEAD + "...\n", [ONE])


def test_what_was_written_is_read_once_a_person_has_said_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / manifest.FILE
    text = written(HEAD + LISTED, [ONE, TWO])
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as raised:
        manifest.read(tmp_path)
    assert [str(fault).removeprefix(f"{file}:").partition(";")[0] for fault in raised.value.faults] == [
        "16: known_deviations.what: empty",
        "22: known_deviations.what: empty",
    ]
    file.write_text(text.replace('what: ""', "what: reads on"), encoding="utf-8")
    assert [len(entry.ids) for entry in manifest.read(tmp_path).deviations] == [1, 2, 1]
