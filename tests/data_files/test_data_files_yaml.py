"""Files that are not YAML, or YAML that could do harm: one line each, and nothing is expanded, built or run."""

import os
import re
from pathlib import Path

import pytest
import yaml
from toys import HEAD, VECTOR

from encoding_conformance.data_files import yamlfile
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_files.yamlfile import DEEPEST, LARGEST, YamlFile

FILE = "vectors/a.yaml"
DEEP = 100_000
LOOK = "look at the quotes and the indentation, here and above"
ANCHOR = "an anchor or alias; write the value out (the notation has AA*100)"
KEY = "a list or mapping as a key; a key is a word"
NESTED = f"nested more than {DEEPEST} deep; see vectors/README.md for the form"
EMPTY = "empty file; vectors/README.md describes the content"
OUTLINE = "expected a mapping with encodings and vectors"

FAULTY = {
    "empty": ("", 1, EMPTY),
    "an empty document": ("---\n", 2, f"an empty value is not a mapping; {OUTLINE}"),
    "a second document": (HEAD + VECTOR + "---\n" + HEAD, 10, "a second document; one file holds one"),
    "a tab": (HEAD + VECTOR.replace("    bytes", "\tbytes"), 8, "indented with a tab; use spaces"),
    "an open quote": ('encodings: ["toy]\n', 2, f"not YAML: found unexpected end of stream; {LOOK}"),
    "a colon in a text": (
        HEAD + VECTOR + "    note: a: b\n",
        10,
        f"not YAML: mapping values are not allowed in this context; {LOOK}",
    ),
    "not UTF-8": ((HEAD + VECTOR).encode() + b"  # caf\xe9\n", 10, "not UTF-8, byte E9; save the file as UTF-8"),
    "UTF-16": ((HEAD + VECTOR).encode("utf-16"), 1, "not UTF-8, byte FF; save the file as UTF-8"),
    "NUL": (HEAD + VECTOR.replace("one", "o\0ne", 1), 6, "the unseen character U+0000; take it out"),
    "next line": (HEAD + VECTOR + "    note: a\u0085b\n", 10, "the unseen character U+0085; take it out"),
    "line separator": (HEAD + "# \u2028\n" + VECTOR, 6, "the unseen character U+2028; take it out"),
    "a second BOM": ("\ufeff\ufeff" + HEAD + VECTOR, 1, "the unseen character U+FEFF; take it out"),
    "an escaped surrogate": (
        HEAD + VECTOR + '    note: "\\ud800"\n',
        10,
        f"not YAML: found invalid Unicode character escape code; {LOOK}",
    ),
    "billion laughs": (
        "a: &a [x]\n" + "".join(f"{b}: &{b} [{f'*{a}, ' * 9}]\n" for a, b in zip("abcdefgh", "bcdefghi")),
        1,
        ANCHOR,
    ),
    "an anchor": (HEAD + VECTOR.replace("id: one", "id: &x one"), 6, ANCHOR),
    "an alias": (HEAD + VECTOR.replace("id: one", "id: *x"), 6, ANCHOR),
    "merge with an alias": (HEAD + VECTOR + "    <<: *x\n", 10, ANCHOR),
    "a Python object": (
        HEAD + VECTOR.replace("id: one", "id: !!python/object/apply:os.abort []"),
        6,
        "a tag, tag:yaml.org,2002:python/object/apply:os.abort; take it out, only plain values are permitted",
    ),
    "a tag on a key": (
        HEAD + VECTOR.replace("id: one", "!!str id: one"),
        6,
        "a tag, tag:yaml.org,2002:str; take it out, only plain values are permitted",
    ),
    "a list as a key": ("? [a]\n: 1\n", 1, KEY),
    "a mapping as a key": ("{{a: 1}: 2}\n", 1, KEY),
    "nested flow lists": ("[" * DEEP + "]" * DEEP, 1, NESTED),
    "open flow lists": ("[" * DEEP, 1, NESTED),
    "nested flow mappings": ("{a: " * DEEP + "}" * DEEP, 1, NESTED),
    "nested block lists": ("- " * DEEP + "x\n", 1, NESTED),
    "nested block mappings": ("".join(f"{' ' * depth}a:\n" for depth in range(2000)), DEEPEST + 1, NESTED),
    "nested keys": ("? " * DEEP, 1, KEY),
}


@pytest.mark.parametrize(("content", "line", "message"), FAULTY.values())
def test_a_file_that_cannot_be_read_to_its_end(faults, content, line, message):
    assert faults({FILE: content}) == [f"{FILE}:{line}: {message}"]


LOADERS = [loader for loader in (getattr(yaml, "CSafeLoader", None), yaml.SafeLoader) if loader]


@pytest.mark.parametrize("name", [name for name in FAULTY if "nested" in name or "laughs" in name])
@pytest.mark.parametrize("loader", LOADERS, ids=lambda loader: loader.__name__)
def test_no_loader_recurses_or_expands(tmp_path, monkeypatch, loader, name):
    monkeypatch.setattr(yamlfile, "_LOADER", loader)
    path = tmp_path / "a.yaml"
    path.write_text(FAULTY[name][0])
    with pytest.raises(DataError, match="a.yaml:1?[0-9]: (nested|an anchor|a list)"):
        YamlFile(path)


UNKNOWN = "unknown key; known are id, values, bytes, encode, decode, result, reject, permitted, requirements, witnesses, note"


@pytest.mark.parametrize(("key", "shown"), [("<<", "<<"), ("5", "5"), ("~", "~"), ('""', ""), (r'"a\nb"', r"a\nb")])
def test_a_key_is_the_text_that_it_looks_like(faults, key, shown):
    assert faults({FILE: HEAD + VECTOR + f"    {key}: {{note: x}}\n"}) == [f"{FILE}:10: vectors.{shown}: {UNKNOWN}"]


@pytest.mark.parametrize("text", [r'"\e[31m"', r'"\0"', r'"\u2028"'])
def test_escape_sequences_for_unseen_characters_are_rejected(faults, text):
    for line in (f"    {text}: x\n", f"    note: {text}\n"):
        (fault,) = faults({FILE: HEAD + VECTOR + line})
        assert re.fullmatch(rf"{FILE}:10: the unseen character U\+[0-9A-F]{{4}}; take it out", fault)


def test_a_long_key_and_a_long_text_are_shown_in_part(faults):
    (fault,) = faults({FILE: HEAD + VECTOR + f"    ? {'x' * 5000}\n    : 1\n"})
    assert len(fault) < 300 and "xxx…xxx" in fault
    (fault,) = faults({FILE: HEAD + VECTOR.replace('bytes: "41"', f'bytes: "{"x" * 5000}"')})
    assert len(fault) < 700 and fault.endswith("such as 0A")


def test_a_block_of_lines_is_shown_on_one_line(faults):
    spoilt = VECTOR.replace('bytes: "41"', "bytes: |\n      41\n      42")
    message = r"vectors.bytes: 41\n42\n is without quotes; put it between quotes, on one line"
    assert faults({FILE: HEAD + spoilt}) == [f"{FILE}:8: {message}"]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_of_other_systems_are_no_fault(faults, newline, mark):
    assert faults({FILE: (mark + HEAD + VECTOR).replace("\n", newline)}) == []
    spoilt = mark + HEAD + VECTOR.replace('bytes: "41"', "bytes: 80")
    assert faults({FILE: spoilt.replace("\n", newline)}) == [f'{FILE}:8: vectors.bytes: 80 is without quotes; write "80"']


def test_a_file_that_is_too_large_is_not_parsed(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_bytes(b"[" * (20 << 20))
    with pytest.raises(DataError) as error:
        YamlFile(path)
    assert str(error.value) == f"{path}:1: cannot be read: has more than {LARGEST:,} bytes"


def test_faults_before_the_end_of_reading_are_reported_with_it(faults):
    assert faults({FILE: HEAD + VECTOR + "    id: two\n    note: [\n"}) == [
        f"{FILE}:10: key 'id' is given twice, first in line 6; keep one",
        f"{FILE}:12: not YAML: did not find expected node content; {LOOK}",
    ]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (Path.mkdir, "Is a directory"),
        (os.mkfifo, "expected a regular file"),
        (lambda path: None, "No such file or directory"),
        (lambda path: path.symlink_to(path), "Too many levels of symbolic links"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_fault_and_not_waited_for(tmp_path, make, reason):
    path = tmp_path / "a.yaml"
    make(path)
    with pytest.raises(DataError) as error:
        YamlFile(path)
    assert str(error.value) == f"{path}:1: cannot be read: {reason}"
