"""The known deviations in a manifest: new ones are added, stale ones go, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoding_conformance.adapters import manifest
from encoding_conformance.core.identity import Id, check_id, vector_id
from encoding_conformance.core.operation import Decode, Kind
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.verdict import Cause, DeviationKind, Judgement, PatternIndex, Status, Verdict
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.models.known_outcome import IN_FILE
from encoding_conformance.runner.manifest_update import CannotUpdate, NewEntry, updated

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
    what: "reads on"
    requirements: []
    outcome: reject
    ids: ["ascii/x"]  # one
"""


def cause(title: str, requirement: str, *ids: Id) -> NewEntry:
    asked = Decode("ascii", b"\x80"), (Rejection(0, "bad-lead"),), Decoded((0x80,))
    example = Verdict("toy", "ascii", ids[0], (), *Judgement(Status.FAIL, "why"), *asked)
    return NewEntry(Cause("toy", "ascii", title, requirement, ids, example), DeviationKind.BUG, "ok 80")


ONE = NewEntry(
    cause("decode accepts bit 7", "ascii/upper-half-absent", vector_id("ascii", "byte-80"), check_id("ascii", "layout")).cause,
    DeviationKind.LIMIT,
    IN_FILE,
    (Kind.DECODE,),
)
TWO = cause("two\nlines", "", vector_id("ascii", "a[b]*?"))

ADDED = """\
  # decode accepts bit 7
  # decode 80; expected: reject 0 bad-lead; got: ok 80
  - kind: limit
    what: ""
    requirements: [ascii/upper-half-absent]
    outcome: outcomes.jsonl
    varies: [decode]
    ids: ["ascii/byte-80", "ascii/check/layout"]
  # two\\nlines
  # decode 80; expected: reject 0 bad-lead; got: ok 80
  - kind: bug
    what: ""
    requirements: []
    outcome: "ok 80"
    ids: ["ascii/a[[]b][*][?]"]
"""


def outdented(text: str) -> str:
    return "".join(line.removeprefix("  ") for line in text.splitlines(keepends=True))


FLOW = "  - {kind: bug, what: x, requirements: [], ids: [x]}\n"
KEY = "known_deviations:\n"
MULTILINE = "- {kind: bug,\n   what: x,\n   requirements: [], ids: [x]}\n"
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
        (HEAD + LISTED.replace("  # one", "") + AFTER, HEAD + LISTED.replace("  # one", "") + ADDED + AFTER),
        (HEAD + KEY + FLOW + AFTER, HEAD + KEY + FLOW + ADDED + AFTER),
        (HEAD + KEY + ADDED + AFTER, HEAD + KEY + ADDED + ADDED + AFTER),
        (HEAD + KEY + MULTILINE + AFTER, HEAD + KEY + MULTILINE + outdented(ADDED) + AFTER),
        (HEAD + LISTED.replace("reads on", "reads\n      on"), HEAD + LISTED.replace("reads on", "reads\n      on") + ADDED),
        ("\ufeff" + HEAD + LISTED, "\ufeff" + HEAD + LISTED + ADDED),
    ],
)
def test_entries_are_added_behind_the_others_and_nothing_else_changes(text: str, expected: str) -> None:
    for end in ("\n", "\r\n"):
        found = updated(text.replace("\n", end), [ONE, TWO])
        assert found == expected.replace("\n", end)


def test_many_ids_have_a_line_each() -> None:
    ids = [vector_id("ascii", f"a-vector-with-a-name-{number}") for number in range(4)]
    found = updated(HEAD, [cause("much", "", *ids)])
    assert found.splitlines()[-7:] == [
        "    requirements: []",
        '    outcome: "ok 80"',
        "    ids:",
        *(f'      - "ascii/a-vector-with-a-name-{number}"' for number in range(4)),
    ]


def test_without_causes_nothing_changes() -> None:
    assert updated(HEAD + LISTED, []) == HEAD + LISTED


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
        with pytest.raises(CannotUpdate, match=said):
            updated(text, causes)


def test_what_would_become_something_else_is_refused() -> None:
    with pytest.raises(CannotUpdate, match="change them by hand"):
        updated(HEAD + "...\n", [ONE])


def test_what_was_written_is_read_once_a_person_has_said_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / manifest.FILE
    text = updated(HEAD + LISTED, [ONE, TWO])
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as raised:
        manifest.read(tmp_path)
    assert [str(fault).removeprefix(f"{file}:").partition(";")[0] for fault in raised.value.problems] == [
        "16: known_deviations.what: empty",
        "24: known_deviations.what: empty",
    ]
    file.write_text(text.replace('what: ""', "what: reads on"), encoding="utf-8")
    assert [len(entry.ids) for entry in manifest.read(tmp_path).deviations] == [1, 2, 1]


START = "# About it.\nname: toy\nencodings: {ascii: {}}\n"
FIRST = """\
  # The first.
  # It is so.
  - kind: bug
    ids: ["ascii/a", ascii/b,
          'ascii/c']  # three
"""
SECOND = """\
  - ids:
      - ascii/d
      # About e.
      - "ascii/e"
    kind: bug
"""
THE_END = "\n# The end.\nlimits: {seconds: 1}\n"
WHOLE = START + KEY + FIRST + SECOND + THE_END


def without(*places: tuple[int, int], text: str = WHOLE) -> str:
    return updated(text, stale=[PatternIndex(*place) for place in places])


A, B, C, D, E = (0, 0), (0, 1), (0, 2), (1, 0), (1, 1)


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        ([], WHOLE),
        ([A, B, C], START + KEY + SECOND + THE_END),
        ([D, E], START + KEY + FIRST + THE_END),
        ([A, B, C, D, E], START + THE_END),
        ([A], WHOLE.replace('"ascii/a", ', "")),
        ([B], WHOLE.replace("ascii/b,\n          ", "")),
        ([C], WHOLE.replace(",\n          'ascii/c'", "")),
        ([A, B], WHOLE.replace('"ascii/a", ascii/b,\n          ', "")),
        ([A, C], WHOLE.replace('"ascii/a", ', "").replace(",\n          'ascii/c'", "")),
        ([C, B], WHOLE.replace(", ascii/b,\n          'ascii/c'", "")),
        ([D], WHOLE.replace("      - ascii/d\n", "")),
        ([E], WHOLE.replace('      - "ascii/e"\n', "")),
        ([A, B, C, E], (START + KEY + SECOND + THE_END).replace('      - "ascii/e"\n', "")),
    ],
)
def test_what_is_stale_goes_and_nothing_else_changes(gone: list[tuple[int, int]], left: str) -> None:
    for end in ("\n", "\r\n"):
        assert without(*gone, text=WHOLE.replace("\n", end)) == left.replace("\n", end)


def test_an_entry_that_cannot_be_taken_out_is_told() -> None:
    text = START + KEY + "  -\n    kind: bug\n    ids: [x]\n  - {kind: bug, ids: [y]}\n"
    with pytest.raises(CannotUpdate, match="change them by hand"):
        without((0, 0), text=text)


def dated(text: str, version: str) -> str:
    return updated(text, version=version, platform="Linux x")


OF = 'deviations_of: "One 1 é"\n'


@pytest.mark.parametrize(
    ("text", "version", "new"),
    [
        (WHOLE, "One 1 é", START + OF + KEY + FIRST + SECOND + THE_END),
        (WHOLE, "", WHOLE),
        (START + "# They are known.\n" + KEY + FIRST, "One 1 é", START + OF + "# They are known.\n" + KEY + FIRST),
        (START, "One 1 é", START),
        (START + "deviations_of: 'One 0' # seen\n" + KEY + FIRST, "One 1 é", START + OF[:-1] + " # seen\n" + KEY + FIRST),
        (START + "deviations_on: Windows\n" + KEY + FIRST, "One 1 é", START + 'deviations_on: "Linux x"\n' + OF + KEY + FIRST),
    ],
)
def test_the_version_stands_above_the_deviations(text: str, version: str, new: str) -> None:
    for end in ("\n", "\r\n"):
        assert dated(text.replace("\n", end), version) == new.replace("\n", end)
    assert dated(new, version) == new


def test_a_version_that_cannot_be_written_is_told() -> None:
    with pytest.raises(CannotUpdate, match="change them by hand"):
        dated("name: x\ndeviations_of: |\n  One\n" + KEY + ADDED, "1")


def test_a_new_list_stands_at_the_end_when_the_old_one_is_gone() -> None:
    stale = [PatternIndex(*place) for place in (A, B, C, D, E)]
    assert updated(WHOLE, [ONE, TWO], stale) == START + THE_END + KEY + ADDED


def test_the_manifests_of_the_project_can_be_changed_and_changed_back() -> None:
    for name in sorted(path.parent.name for path in IMPLEMENTATIONS.glob(f"*/{manifest.FILE}")):
        text = (IMPLEMENTATIONS / name / manifest.FILE).read_text(encoding="utf-8")
        entries = len(manifest.read(IMPLEMENTATIONS / name).deviations)
        more = updated(text, [ONE, TWO])
        assert more.count("\n") > text.count("\n")
        assert updated(more, stale=[PatternIndex(entries + i, j) for i, j in ((0, 0), (0, 1), (1, 0))]) == text
