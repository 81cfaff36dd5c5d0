"""`conform learn`: what is said of machines, of what is none, and of wrong usage."""

from __future__ import annotations

from pathlib import Path

import pytest

LIARS = Path(__file__).parents[2] / "liars"

LENIENT = """\
class Codec:
    def decode(self, data):
        if data[:3] == b"\\xEF\\xBB\\xBF":
            data = data.replace(b"\\xC0\\x80", b"A")
        return list(map(ord, data.replace(b"\\xC1\\x80", b"B").decode("utf-8")))

codec = Codec()
"""

# A state for C1; two for the beginning of U+FEFF; behind that ten, of which eight are those of the specification; and one behind
# any first code, where U+FEFF changes nothing. What differs there as it does at the beginning is not repeated.
SHOWN = """\
lenient, utf-8: the decoder is not the machine of the specification.
8 states in the specification, 21 in the decoder; {asked} inputs asked; 2 differences.

where a code begins
   C1            expected ill-formed, got the state behind C1
                 C1 80: expected reject 0 overlong, got ok 42

behind EF BB BF, in an extra state: to the specification, this is the state where a code begins
   C0..C1        expected ill-formed, got the state behind EF BB BF C0
                 EF BB BF C0 80: expected reject 3 overlong, got ok FEFF 41

what the specification does with the first input: conform explain utf-8 decode C1 80
what else is wrong with the implementation: conform run -i lenient -e utf-8
"""


@pytest.fixture
def lenient(conform) -> Path:
    folder = conform.folder / "lenient"
    folder.mkdir()
    (folder / "codec.py").write_text(LENIENT, encoding="utf-8")
    manifest = "name: lenient\\ntitle: a lenient decoder\\npython: codec:codec\\noperations: [decode]\\nencodings: {utf-8: {}}\\n"
    (folder / "implementation.yaml").write_text(manifest.replace("\\n", "\n"), encoding="utf-8")
    return folder


def test_the_reference_is_the_machine(conform) -> None:
    ended = conform("learn", "-i", "reference", "-e", "utf-16-be")
    assert (ended.returncode, ended.stderr) == (0, "")
    first, second = ended.stdout.splitlines()
    assert first == "reference, utf-16-be: the decoder is the machine of the specification."
    assert second.startswith("4 states in the specification, 4 in the decoder; ") and second.endswith(" asked; 0 differences.")


def test_each_difference_comes_with_the_shortest_input(conform, lenient: Path) -> None:
    ended = conform("learn", "-i", "lenient", "-e", "utf-8", "--dot", "lenient.dot")
    asked = ended.stdout.splitlines()[1].split("; ")[1].removesuffix(" inputs asked")
    assert ended.stdout == SHOWN.format(asked=asked)
    assert (ended.returncode, ended.stderr) == (1, "")
    graph = (conform.folder / "lenient.dot").read_text(encoding="utf-8")
    assert 'label="the specification"' in graph and 'label="lenient"' in graph
    assert '[label="C0..C1", color=red, fontcolor=red]' in graph
    assert '[label="C1", color=red, fontcolor=red]' in graph


@pytest.mark.parametrize(
    ("liar", "status", "said"),
    [
        ("accepts-everything", 1, "80..FF        expected ill-formed, got complete\n"),
        ("rejects-everything", 1, "-: expected ok -, got reject 0\n   0..7F         expected complete, got ill-formed\n"),
        ("supports-nothing", 1, "00: expected ok 0, got unsupported\n"),
        ("raises", 1, "41: expected ok 41, got crash: exited with status 1; s"),
        ("object-segfaults", 1, "41            expected complete, got a crash\n"),
        ("object-returns-negative", 1, "41            expected complete, got a malformed reply\n"),
        (
            "object-leaks-state",
            1,
            "decode ascii 00: its answer was a wrong result at first, and complete when it was asked once more",
        ),
        ("never-answers", 1, "not asked: decode was given up after 3 time-outs"),
        ("garbage", 3, "garbage, ascii: the machine of the decoder cannot be learned.\ndecode ascii 41: broken protocol: "),
        ("no-program", 3, "conform: no-program: cannot start ./no-such-program"),
        ("hangs-at-hello", 3, "conform: hangs-at-hello: no reply to hello"),
    ],
)
def test_what_is_said_of_liars(conform, liar: str, status: int, said: str) -> None:
    ended = conform("learn", "-i", LIARS / liar, "-e", "ascii")
    assert ended.returncode == status
    assert said in ended.stdout + ended.stderr and "Traceback" not in ended.stderr


def test_wrong_usage_is_one_line(conform) -> None:
    wrong = {
        ("-e", "utf-8"): "Missing option '-i'",
        ("-i", "reference"): "Missing option '-e'",
        ("-i", "cpython", "-e", "kim", "reference"): "did you mean -i reference?",
        ("-i", "reference", "-e", "utf8"): "no encoding 'utf8'; did you mean utf-8?",
        ("-i", "referenc", "-e", "utf-8"): "no implementation 'referenc'; did you mean reference?",
        ("-i", "reference", "-e", "bocu-1"): "in bocu-1, a code depends on what stands before it",
        ("-i", "reference", "-e", "kim-text"): "in kim-text, a code depends on what stands before it",
        ("-i", "cpython", "-e", "kim"): "cpython has no kim",
        ("-i", "all", "-e", "kim"): "-i all: one implementation is learned at a time",
    }
    for words, said in wrong.items():
        ended = conform("learn", *words)
        assert (ended.returncode, ended.stdout) == (2, ""), words
        assert said in ended.stderr and "Traceback" not in ended.stderr, words
