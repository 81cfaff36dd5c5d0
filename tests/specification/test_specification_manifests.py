"""Every fault of a manifest, in one line with its place and what would be right."""

import pytest

from harness.adapters import manifest
from harness.specification.faults import DataError

SOUND = """\
name: toy
title: A toy
python: "toy:CODEC"
encodings:
  utf-8: {max_value: "FF"}
"""


def _told(folder, text: str) -> list[str]:
    (folder / manifest.FILE).write_text(text)
    try:
        manifest.read(folder)
    except DataError as error:
        return str(error).replace(f"{folder}/{manifest.FILE}:", "").split("\n")
    return []


def test_a_manifest_without_faults_is_read(tmp_path):
    assert _told(tmp_path, SOUND) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "title",
            "titel",
            [
                "1: key 'title' is missing; expected a mapping with name, title, encodings, and one of process, python and codec",
                "2: titel: unknown key; known are name, title, homepage, version, version_command, process, "
                "python, codec, "
                "requires, encodings, limits, known_deviations",
            ],
        ),
        ("name: toy", "name: a toy", ['1: name: invalid value "a toy"; expected a word of letters, digits and . _ + -']),
        ("toy:CODEC", "toy", ['3: python: invalid value "toy"; expected module:attribute']),
        ('python: "toy:CODEC"\n', "", ["4: process, python or codec is missing; one tells how to run it"]),
        ("title: A toy", "title: A toy\nprocess: [toy]", ["4: process and python; only one of process, python and codec"]),
        (
            "title: A toy",
            "title: A toy\nprocess: toy",
            ['3: process: "toy" is not a list; expected a list of a program and its arguments'],
        ),
        ('"FF"', "FF", ['5: encodings.utf-8.max_value: FF stands without quotes; write "FF"']),
        ('"FF"', '"ff"', ["5: encodings.utf-8.max_value: 'ff' is not an upper-case hexadecimal number such as 1F469 or 7F{17}"]),
        (
            '{max_value: "FF"}',
            "",
            ["5: encodings.utf-8: an empty place is not a mapping; expected a mapping: {} or with max_value or codec"],
        ),
        ('{max_value: "FF"}', "{codec: utf-8}", ["5: codec: beside python; one or the other"]),
        ("title: A toy", "title: A toy\nversion: 1", ['3: version: 1 stands without quotes; write "1"']),
        (
            "title: A toy",
            "title: A toy\nlimits: {seconds: 0.5, memory_mib: 99999999999}",
            [
                "3: limits.memory_mib: invalid value 99999999999; expected MiB for the process, from 16 to 1048576 (a TiB)",
                '3: limits.seconds: "0.5" is not a whole number; expected whole seconds for one operation, a day at most',
            ],
        ),
        (
            "title: A toy",
            "title: A toy\nknown_deviations: [{id: x}]",
            ["3: known_deviations: key 'reason' is missing; expected a mapping with id and reason"],
        ),
        ("title: A toy", "title: A toy\ntitle: B", ["3: key 'title' is given twice, first in line 2; keep one"]),
    ],
)
def test_a_manifest_is_whole(tmp_path, old, new, expected):
    assert _told(tmp_path, SOUND.replace(old, new, 1)) == expected


def test_keys_given_twice_hide_no_other_fault(tmp_path):
    assert _told(tmp_path, SOUND + "name: b\ncolour: red\n")[0].startswith("6: key 'name' is given twice")
    assert _told(tmp_path, SOUND + "name: b\ncolour: red\n")[1].startswith("7: colour: unknown key")
