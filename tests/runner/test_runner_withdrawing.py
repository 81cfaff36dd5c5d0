"""Stale patterns, taken out of the text of a manifest, and the version written into it."""

from __future__ import annotations

import pytest

from encoding_conformance.core.verdict import PatternPlace
from encoding_conformance.runner.dating import dated
from encoding_conformance.runner.manifest_text import CannotWrite
from encoding_conformance.runner.withdrawing import withdrawn

HEAD = "# About it.\nname: toy\nencodings: {ascii: {}}\n"
KEY = "known_deviations:\n"
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
AFTER = "\n# The end.\nlimits: {seconds: 1}\n"
WHOLE = HEAD + KEY + FIRST + SECOND + AFTER


def without(*places: tuple[int, int], text: str = WHOLE) -> str:
    return withdrawn(text, [PatternPlace(*place) for place in places])


A, B, C, D, E = (0, 0), (0, 1), (0, 2), (1, 0), (1, 1)


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        ([], WHOLE),
        ([A, B, C], HEAD + KEY + SECOND + AFTER),
        ([D, E], HEAD + KEY + FIRST + AFTER),
        ([A, B, C, D, E], HEAD + AFTER),
        ([A], WHOLE.replace('"ascii/a", ', "")),
        ([B], WHOLE.replace("ascii/b,\n          ", "")),
        ([C], WHOLE.replace(",\n          'ascii/c'", "")),
        ([A, B], WHOLE.replace('"ascii/a", ascii/b,\n          ', "")),
        ([A, C], WHOLE.replace('"ascii/a", ', "").replace(",\n          'ascii/c'", "")),
        ([C, B], WHOLE.replace(", ascii/b,\n          'ascii/c'", "")),
        ([D], WHOLE.replace("      - ascii/d\n", "")),
        ([E], WHOLE.replace('      - "ascii/e"\n', "")),
        ([A, B, C, E], (HEAD + KEY + SECOND + AFTER).replace('      - "ascii/e"\n', "")),
    ],
)
def test_what_is_stale_goes_and_nothing_else_changes(gone: list[tuple[int, int]], left: str) -> None:
    for end in ("\n", "\r\n"):
        assert without(*gone, text=WHOLE.replace("\n", end)) == left.replace("\n", end)


def test_an_entry_that_cannot_be_taken_out_is_told_with_its_line() -> None:
    text = HEAD + KEY + "  -\n    kind: bug\n    ids: [x]\n  - {kind: bug, ids: [y]}\n"
    with pytest.raises(CannotWrite, match="in line 6 of the manifest is stale; remove it by hand"):
        without((0, 0), text=text)


OF = 'deviations_of: "One 1 é"\n'


@pytest.mark.parametrize(
    ("text", "version", "new"),
    [
        (WHOLE, "One 1 é", HEAD + OF + KEY + FIRST + SECOND + AFTER),
        (WHOLE, "", WHOLE),
        (HEAD + "# They are known.\n" + KEY + FIRST, "One 1 é", HEAD + OF + "# They are known.\n" + KEY + FIRST),
        (HEAD, "One 1 é", HEAD),
        (HEAD + "deviations_of: 'One 0' # seen\n" + KEY + FIRST, "One 1 é", HEAD + OF[:-1] + " # seen\n" + KEY + FIRST),
        (HEAD + "deviations_on: Windows\n" + KEY + FIRST, "One 1 é", HEAD + 'deviations_on: "Linux x"\n' + OF + KEY + FIRST),
    ],
)
def test_the_version_stands_above_the_deviations(text: str, version: str, new: str) -> None:
    for end in ("\n", "\r\n"):
        assert dated(text.replace("\n", end), version, "Linux x") == new.replace("\n", end)
    assert dated(new, version, "Linux x") == new


def test_a_version_that_cannot_be_written_is_told() -> None:
    with pytest.raises(CannotWrite, match='write it by hand: deviations_of: "1"'):
        dated("deviations_of: |\n  One\nknown_deviations: []\n", "1", "Linux x")
