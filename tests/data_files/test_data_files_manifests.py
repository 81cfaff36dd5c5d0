"""Every fault of a manifest, in one line with its place and what is expected."""

import pytest

from encoding_conformance.adapters import manifest
from encoding_conformance.data_files.problems import DataError

SOUND = """\
name: toy
title: A toy
python: "toy:CODEC"
encodings:
  utf-8: {max_value: "FF"}
"""


DEVIATIONS = [
    (
        '{kind: bug, what: "", requirements: [], outcome: reject, ids: [x]}',
        ".what: empty; expected a few words that say what the implementation does other than specified",
    ),
    (
        "{kind: fault, what: x, requirements: [], outcome: reject, ids: [x]}",
        '.kind: invalid value "fault"; expected one of bug, choice, limit',
    ),
    ("{kind: bug, what: x, requirements: [], outcome: reject, ids: [x, x]}", ".ids: two entries are the same; take one out"),
    (
        "{kind: bug, what: x, requirements: [], outcome: reject, ids: [x], url: example.org}",
        '.url: invalid value "example.org"; expected the address of a page',
    ),
    (
        "{kind: bug, what: x, requirements: [], outcome: reject, ids: [x], report: REPORT.md}",
        ".report: no file REPORT.md beside the manifest",
    ),
    (
        "{kind: bug, what: x, requirements: [], outcome: reject, ids: [x], report: ../x}",
        '.report: invalid value "../x"; expected the name of a file beside the manifest, such as REPORT.md',
    ),
]


def _told(folder, text: str) -> list[str]:
    (folder / manifest.FILE).write_text(text)
    try:
        manifest.read(folder)
    except DataError as error:
        return str(error).replace(f"{folder}/{manifest.FILE}:", "").split("\n")
    return []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("title", "titel", ["2: titel: unknown key; did you mean title?"]),
        ("name: toy", "name: a toy", ['1: name: invalid value "a toy"; expected a word of letters, digits and . _ + -']),
        ("toy:CODEC", "toy", ['3: python: invalid value "toy"; expected module:attribute']),
        ("toy:CODEC", "toy.py:CODEC", ["3: python: toy.py is a file; expected its module, toy:CODEC"]),
        ('python: "toy:CODEC"\n', "", ["4: missing one of process, python, codec and library, which says how to run it"]),
        (
            "title: A toy",
            "title: A toy\nprocess: [toy]",
            ["4: process and python; expected only one of process, python, codec and library"],
        ),
        (
            "title: A toy",
            "title: A toy\nprocess: toy",
            ['3: process: "toy" is not a list; expected a list of a program and its arguments'],
        ),
        (
            "title: A toy",
            "title: A toy\nenvironment: {A B: x, THREADS: 2, SAFE: yes, EMPTY: ''}",
            [
                '3: environment.A B: invalid value "A B"; expected letters, digits and _ for a name',
                '3: environment.THREADS: 2 is without quotes; write "2"',
            ],
        ),
        ('"FF"', "FF", ['5: encodings.utf-8.max_value: FF is without quotes; write "FF"']),
        (
            '"FF"',
            "255",
            ['5: encodings.utf-8.max_value: 255 is without quotes; write "255" if it is hexadecimal, and "FF" if it is decimal'],
        ),
        ('"FF"', '"ff"', ["5: encodings.utf-8.max_value: 'ff' is not an upper-case hexadecimal number such as 1F469 or 7F{17}"]),
        (
            '{max_value: "FF"}',
            "",
            [
                "5: encodings.utf-8: an empty value is not a mapping; "
                "expected a mapping: {} or with max_value, operations, codec or replaces"
            ],
        ),
        (
            "title: A toy",
            "title: A toy\noperations: [decode, validate]",
            ["3: operations: decode and validate; expected one of them, because decode also validates"],
        ),
        (
            'python: "toy:CODEC"',
            "codec: utf-8\noperations: [validate]",
            ["4: operations: validate; expected decode, because a codec of Python's registry has no validator"],
        ),
        ('{max_value: "FF"}', "{codec: utf-8}", ["5: codec and python; expected only one of them"]),
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
            "title: A toy\nknown_deviations:\n  - {what: x, ids: []}",
            [
                "4: known_deviations.ids: invalid value []; expected a list of one or more ids or patterns",
                "4: known_deviations: keys 'kind', 'requirements', 'outcome' are missing; expected a mapping with kind, "
                "what, requirements, ids and outcome",
            ],
        ),
        *(
            ("title: A toy", f"title: A toy\nknown_deviations:\n  - {entry}", [f"4: known_deviations{said}"])
            for entry, said in DEVIATIONS
        ),
    ],
)
def test_a_manifest_is_whole(tmp_path, old, new, expected):
    assert _told(tmp_path, SOUND.replace(old, new, 1)) == expected


def test_keys_given_twice_hide_no_other_fault(tmp_path):
    twice, unknown = _told(tmp_path, SOUND + "name: b\ncolour: red\n")
    assert twice.startswith("6: key 'name' is given twice") and unknown.startswith("7: colour: unknown key")
