"""The mutants themselves: what is mutated, that each is one change, and that the lists fit the code."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest

from encoding_conformance.data_files.loader import load_suite
from mutants import named, syntax
from mutants.operators import others
from reference_codecs import CODECS


def mutated(source: str) -> set[str]:
    return {mutation.source for mutation in syntax.mutations(source)}


PLAIN = """
class Codec(Base):
    size = 3

    def __init__(self, known=(), start=0, *others, most=1 << 4, **more):
        self.known, self.most = {}, most
        self.start = start
        self.known = {0: 1}

    def decode(self, data, final=False): return [byte + 1 for byte in data]
"""

ANNOTATED = """
from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

class Codec(Base[int | None, Literal[1]]):
    size: Literal[3] | None = 3
    kept: dict[int, bytes | None]

    def __init__(self, known: tuple[int | str, ...] = (), start: int=0, *others: A, most: int | None = 1 << 4, **more: C) -> None:
        self.known, self.most = {}, most
        self.start: int | None = start
        self.known: dict[int, Literal[-1]] = {0: 1}

    def decode(self, data: A | B, final: bool = False) -> Callable[[A | B], None]: return [byte + 1 for byte in data]
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("a == b", {"a != b"}),
        ("a in b", {"a not in b"}),
        ("a // b", {"a * b"}),
        ("a << b", {"a >> b"}),
        ("a and b", {"a or b"}),
        ("not a", {"a"}),
        ("-a", {"a"}),
        ("+a", set()),
        ("a += b", {"a -= b", "pass"}),
        ("0x3F", {"0x40", "0x3E"}),
        ("0", {"1", "(-1)"}),
        ("a if b else c", {"a if True else c", "a if False else c"}),
        ("[a for a in b if c]", {"[a for a in b if True]", "[a for a in b if False]"}),
        ("self.a = b", {"pass"}),
        ("raise a", {"pass"}),
        ("a = b", set()),
    ],
)
def test_comparisons_constants_operators_and_branches_are_made_others(source: str, expected: set[str]) -> None:
    assert mutated(source) == expected


def test_what_is_told_to_people_is_left_as_it_is() -> None:
    assert mutated("class A:\n    def __str__(self):\n        return 1 < 2\n") == set()


def test_annotations_are_left_as_they_are_and_are_in_no_id() -> None:
    plain, annotated = ([(each.was, each.now) for each in syntax.mutations(source)] for source in (PLAIN, ANNOTATED))

    assert annotated == plain
    changed = [("= 3", "= 4"), (" start: int=0", " start: int=1"), ("1 << 4", "1 >> 4"), ("1 << 4", "1 << 5"), ("{0:", "{1:")]
    dropped = [
        (f"self.{statement}", "pass") for statement in ("start: int | None = start", "known: dict[int, Literal[-1]] = {0: 1}")
    ]
    for was, now in changed + dropped:
        assert ANNOTATED.replace(was, now) in mutated(ANNOTATED)


def test_every_mutant_by_syntax_is_another_program() -> None:
    mutants = syntax.mutants()

    assert len({mutant.id for mutant in mutants}) == len(mutants)
    changes = [mutant.id.partition(": ")[2].partition(" => ") for mutant in mutants]
    assert not [was for was, _, now in changes if was == now]


def test_a_module_is_loaded_with_its_mutant_and_the_reference_stays_sound() -> None:
    mutants = {mutant.id: mutant for mutant in syntax.mutants()}

    faulty = mutants["kim.py: LONGEST_CHARACTER = 3 => LONGEST_CHARACTER = 2"].load()["kim"]

    with pytest.raises(ValueError):
        faulty.decode(b"\x84\x80\x00")
    assert CODECS["kim"].decode(b"\x84\x80\x00") == [0x10000]


def test_an_equivalent_mutant_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    listed = tmp_path / "equivalent.yaml"
    listed.write_text("- {module: kim.py, was: no, now: such, reason: line}\n".replace("no,", '"no",'))
    monkeypatch.setattr(syntax, "EQUIVALENT", listed)

    with pytest.raises(ValueError, match="these are no mutants: kim.py: no => such"):
        syntax.mutants.__wrapped__()


def test_every_named_mutant_is_of_an_encoding_and_breaks_requirements_that_bind_it() -> None:
    suite = load_suite()

    for mutant in named.mutants():
        assert mutant.encodings[0] in suite.encodings, mutant.id
        assert mutant.breaks, mutant.id
        for id in mutant.breaks:
            assert mutant.encodings[0] in suite.requirements[id].encodings, (mutant.id, id)


def test_every_requirement_is_broken_by_a_mutant() -> None:
    broken = {id for mutant in named.mutants() for id in mutant.breaks}

    assert set(load_suite().requirements) - broken == set()


def test_every_named_mutant_can_be_made() -> None:
    for mutant in named.mutants():
        assert all(codec.encode and codec.decode for codec in mutant.load().values()), mutant.id


def test_no_two_named_mutants_have_one_name() -> None:
    ids = [mutant.id for mutant in named.mutants()]

    assert len(set(ids)) == len(ids)


def test_an_operator_keeps_the_blanks_about_it() -> None:
    (comparison,) = cst.parse_module("a  <=  b").body[0].body[0].value.comparisons

    assert [cst.Module([]).code_for_node(other) for _, other in others(comparison.operator)] == ["  <  ", "  >  "]
