"""`conform machine`: what is shown, what is drawn, and what is said of bad input."""

from __future__ import annotations

from pathlib import Path

import pytest

SHOWN = """\
utf-16-be: 4 states; kinds of bytes that are treated alike: 3

0  where a code begins
   0..D7 E0..FF                  state 1
   D8..DB                        state 2
   any other byte                ill-formed

1  behind 00
   0..FF                         complete
   This state differs from all others in which of these bytes complete the code: 00

2  behind D8
   0..FF                         state 3
   This state differs from all others in which of these bytes complete the code: 00, DC 00, 00 DC 00

3  behind D8 00
   DC..DF                        state 1
   any other byte                ill-formed
   This state differs from all others in which of these bytes complete the code: 00, DC 00
"""


def test_what_is_shown(conform) -> None:
    """The figures follow from Notes, UTF-16: D8..DB begin a pair, and DC..DF its second unit."""
    ended = conform("machine", "utf-16-be")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, SHOWN, "")


def test_an_encoding_without_end_says_which_codes_its_machine_leaves_out(conform) -> None:
    said = "are ill-formed to this machine"
    assert f"Codes of more than 7 bytes {said}" in conform("machine", "utf-inf-8").stdout
    assert said not in conform("machine", "kim-count").stdout  # three states read counts of any size


def test_a_graph_has_the_states_and_what_is_silent_is_dashed(conform) -> None:
    ended = conform("machine", "kim", "--dot", "kim.dot")
    assert ended.returncode == 0
    graph = (conform.folder / "kim.dot").read_text(encoding="utf-8")
    assert graph.startswith('digraph "kim" {') and graph.count("shape=doublecircle") == 1
    assert 's0 -> s3 [label="C4..FF"];' in graph
    assert 's1 -> end [label="0..7F", style=dashed];' in graph


def test_graphviz_draws_the_graph(conform, monkeypatch: pytest.MonkeyPatch) -> None:
    program = conform.folder / "dot"
    program.write_text("#!/bin/sh\necho drawn with $1\ncat\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(conform.folder), prepend=":")
    assert conform("machine", "ascii", "--svg", "ascii.svg").returncode == 0
    assert (conform.folder / "ascii.svg").read_text(encoding="utf-8").startswith('drawn with -Tsvg\ndigraph "ascii" {')


def test_wrong_usage_is_one_line(conform, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {
        ("utf8",): "no encoding 'utf8'; did you mean utf-8?",
        ("kim-text",): "kim-text has no tables that go value by value, so it has no machine of one code",
        (): "Missing argument 'ENCODING'",
        ("utf-8", "--dot", "no/such/file"): "no/such/file: No such file or directory",
    }
    for words, said in wrong.items():
        ended = conform("machine", *words)
        assert (ended.returncode, ended.stdout) == (2, "") and said in ended.stderr and "Traceback" not in ended.stderr
    monkeypatch.setenv("PATH", str(Path("no-programs").absolute()))
    ended = conform("machine", "utf-8", "--svg", "utf-8.svg")
    assert ended.returncode != 0 and "the program dot of Graphviz draws machines, and is not installed" in ended.stderr


def test_what_graphviz_does_not_draw_is_one_line(conform, monkeypatch: pytest.MonkeyPatch) -> None:
    program = conform.folder / "dot"
    program.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(conform.folder), prepend=":")
    ended = conform("machine", "utf-8", "--svg", "utf-8.svg")
    assert ended.returncode != 0 and "the program dot of Graphviz did not draw utf-8: " in ended.stderr
