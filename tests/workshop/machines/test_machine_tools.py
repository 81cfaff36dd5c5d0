"""The machine of an encoding, what is learned of a decoder, and the page of all decoders."""

from __future__ import annotations

from pathlib import Path

import pytest
from project import suite

from encoding_conformance.runner import plan, registry
from workshop.machines.decoder import CannotLearn
from workshop.machines.learn import learn
from workshop.machines.page import Learned, page

LIARS = Path(__file__).parents[2] / "liars"

UTF_16 = """\
utf-16-be: 4 states; classes of bytes: 3

0  at the start of a value
   0..D7 E0..FF                  state 1
   D8..DB                        state 2
   any other byte                ill-formed

1  after 00
   0..FF                         complete
   This state differs from all others in which of these bytes complete the value: 00

2  after D8
   0..FF                         state 3
   This state differs from all others in which of these bytes complete the value: 00, DC 00, 00 DC 00

3  after D8 00
   DC..DF                        state 1
   any other byte                ill-formed
   This state differs from all others in which of these bytes complete the value: 00, DC 00
"""


def test_the_machine_of_an_encoding(tool) -> None:
    """The figures follow from Notes, UTF-16: D8..DB begin a pair, and DC..DF its second unit."""
    assert tool("machine", "utf-16-be") == (0, UTF_16, "")
    assert "This machine treats values of more than 7 bytes as ill-formed" in tool("machine", "utf-inf-8").out


def test_a_graph_has_the_states_and_dashes_where_the_specification_is_silent(tool) -> None:
    assert tool("machine", "kim", "--dot", "kim.dot").status == 0
    graph = (tool.folder / "kim.dot").read_text(encoding="utf-8")
    assert graph.startswith('digraph "kim" {') and graph.count("shape=doublecircle") == 1
    assert 's0 -> s3 [label="C4..FF"];' in graph
    assert 's1 -> end [label="0..7F", style=dashed];' in graph


def test_graphviz_draws_the_graph(tool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tool.folder))
    ended = tool("machine", "ascii", "--svg", "ascii.svg")
    assert ended.status == 2 and "the program dot of Graphviz, which draws machines, is not installed" in ended.err
    program = tool.folder / "dot"
    for script, status, said in (
        ("#!/bin/sh\nexit 3\n", 2, "the program dot of Graphviz did not draw ascii: "),
        ('#!/bin/sh\necho drawn with $1\nwhile read -r line; do echo "$line"; done\n', 0, ""),
    ):
        program.write_text(script, encoding="utf-8")
        program.chmod(0o755)
        ended = tool("machine", "ascii", "--svg", "ascii.svg")
        assert ended.status == status and said in ended.err
    assert (tool.folder / "ascii.svg").read_text(encoding="utf-8").startswith('drawn with -Tsvg\ndigraph "ascii" {')


LENIENT = """\
class Codec:
    def decode(self, data):
        return [byte & 0x7F if byte < 0x82 else ord(bytes([byte]).decode("ascii")) for byte in data]

codec = Codec()
"""
SHOWN = """\
lenient, ascii: the decoder is not the machine of the specification.
1 state in the specification, 1 in the decoder; {inputs} run; 1 difference.

at the start of a value
   80..81        expected ill-formed, got complete
                 80: expected reject 0 bad-lead, got ok 0

to explain the first input: conform explain ascii decode 80
to run all vectors and checks: conform run -i lenient -e ascii
"""


def test_a_difference_comes_with_the_shortest_input_and_is_red(tool, manifest) -> None:
    manifest("lenient", "python: codec:codec\noperations: [decode]", codec=LENIENT)
    ended = tool("learn", "-i", "lenient", "-e", "ascii", "--dot", "x.dot")
    inputs = ended.out.splitlines()[1].split("; ")[1].removesuffix(" run")
    assert ended == (1, SHOWN.format(inputs=inputs), "")
    graph = (tool.folder / "x.dot").read_text(encoding="utf-8")
    assert 'label="the specification"' in graph and 'label="lenient"' in graph
    assert '[label="80..81", color=red, fontcolor=red]' in graph


def test_a_decoder_that_is_the_machine(tool) -> None:
    ended = tool("learn", "-i", "reference", "-e", "ascii")
    first, second = ended.out.splitlines()
    assert (ended.status, ended.err) == (0, "")
    assert first == "reference, ascii: the decoder is the machine of the specification."
    assert second.endswith(" run; 0 differences.")


@pytest.mark.parametrize(
    ("liar", "status", "said"),
    [
        ("rejects-everything", 1, "-: expected ok -, got reject 0\n   0..7F         expected complete, got ill-formed\n"),
        ("supports-nothing", 1, "00: expected ok 0, got unsupported\n"),
        ("object-segfaults", 1, "41            expected complete, got a crash\n"),
        ("object-returns-negative", 1, "41            expected complete, got a malformed reply\n"),
        (
            "object-leaks-state",
            1,
            "decode ascii 00: its answer was a wrong result at first, and complete when it was run again",
        ),
        ("garbage", 3, "garbage, ascii: the machine of the decoder cannot be learned.\ndecode ascii 41: broken protocol: "),
        ("no-program", 3, "conform: no-program: cannot start ./no-such-program"),
    ],
)
def test_liars(tool, liar: str, status: int, said: str) -> None:
    ended = tool("learn", "-i", LIARS / liar, "-e", "ascii")
    assert ended.status == status
    assert said in ended.out + ended.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("machine utf8", "no encoding 'utf8'; did you mean utf-8?"),
        ("machine kim-text", "kim-text is not encoded value by value, so it has no machine"),
        ("machine", "Missing argument 'ENCODING'"),
        ("machine ascii --dot no/such/file", "no/such/file: No such file or directory"),
        ("learn -e utf-8", "Missing option '-i'"),
        ("learn -i cpython -e kim reference", "did you mean -i reference?"),
        ("learn -i referenc -e utf-8", "no implementation 'referenc'; did you mean reference?"),
        ("learn -i reference -e bocu-1", "in bocu-1, bytes depend on the values before them"),
        ("learn -i cpython -e kim", "cpython has no kim"),
        ("learn -i all -e kim", "-i all: one implementation is learned at a time"),
    ],
)
def test_wrong_usage_is_one_line(tool, words: str, said: str) -> None:
    ended = tool(*words.split())
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err


def test_a_machine_that_differs_has_a_section_and_a_picture() -> None:
    selectors = ["reference", str(LIARS / "accepts-everything"), str(LIARS / "rejects-everything")]
    same, other, unsteady = plan.units(suite(), [registry.find(each) for each in selectors], ["ascii"])
    cannot = CannotLearn(b"\x00", "its answers differ")
    text = page([Learned(same, learn(same)), Learned(other, learn(other)), Learned(unsteady, cannot)], "machines")
    links = "[accepts-everything](#accepts-everything-ascii), [rejects-everything](#rejects-everything-ascii)"
    assert "The decoders of 3 implementations, all that were installed, were learned" in text
    assert f"| ascii | 1 | {links} |" in text
    assert "reference" not in text
    assert "![Both machines](machines/accepts-everything-ascii.svg)" in text
    assert "   80..FF        expected ill-formed, got complete\n" in text
    assert "The machine cannot be learned: decode 00: its answers differ" in text
    assert "rejects-everything-ascii.svg" not in text
