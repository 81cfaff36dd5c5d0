"""How mutants are made: what is mutated by syntax, where a mutant is planted by hand, and that the lists fit the code."""

from __future__ import annotations

from pathlib import Path

import pytest
from project import suite

from mutants import named, syntax
from mutants.quotation import Source
from reference_codecs import CODECS


def mutated(source: str) -> set[str]:
    return {mutation.source for mutation in syntax.mutations(source)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("a  <=  b", {"a  <  b", "a  >  b"}),
        ("a in b", {"a not in b"}),
        ("a // b", {"a * b"}),
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
        ("class A:\n    def __str__(self):\n        return 1 < 2\n", set()),
    ],
)
def test_comparisons_constants_operators_and_branches_are_mutated(source: str, expected: set[str]) -> None:
    assert mutated(source) == expected


PLAIN = """
class Codec(Base):
    size = 3

    def __init__(self, known=(), start=0, *others, most=1 << 4, **more):
        self.start = start
        self.known = {0: 1}

    def decode(self, data, final=False): return [byte + 1 for byte in data]
"""

ANNOTATED = """
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

class Codec(Base[int | None, Literal[1]]):
    size: Literal[3] | None = 3
    kept: dict[int, bytes | None]

    def __init__(self, known: tuple[int | str, ...] = (), start: int=0, *others: A, most: int | None = 1 << 4, **more: C) -> None:
        self.start: int | None = start
        self.known: dict[int, Literal[-1]] = {0: 1}

    def decode(self, data: A | B, final: bool = False) -> Callable[[A | B], None]: return [byte + 1 for byte in data]
"""


def test_annotations_are_not_mutated_and_are_in_no_id() -> None:
    plain, annotated = ([(each.was, each.now) for each in syntax.mutations(source)] for source in (PLAIN, ANNOTATED))

    assert annotated == plain
    assert {ANNOTATED.replace("= 3", "= 4"), ANNOTATED.replace("self.start: int | None = start", "pass")} <= mutated(ANNOTATED)


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


def test_an_unknown_equivalent_mutant_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    listed = tmp_path / "equivalent.yaml"
    listed.write_text('- {module: kim.py, was: "no", now: such, reason: line}\n')
    monkeypatch.setattr(syntax, "EQUIVALENT", listed)

    with pytest.raises(ValueError, match="no such mutants: kim.py: no => such"):
        syntax.mutants.__wrapped__()


def test_every_named_mutant_has_its_own_name_and_breaks_requirements_of_its_encoding() -> None:
    mutants, requirements = named.mutants(), suite().requirements

    assert len({mutant.id for mutant in mutants}) == len(mutants)
    assert [mutant.id for mutant in mutants if not mutant.breaks] == []
    broken = [(mutant.encodings[0], id) for mutant in mutants for id in mutant.breaks]
    assert [(encoding, id) for encoding, id in broken if encoding not in requirements[id].encodings] == []
    assert requirements.keys() == {id for _, id in broken}


def test_every_quotation_of_a_named_mutant_is_found() -> None:
    """A codec is made when it is first used, and raises ValueError if its module lacks what the mutant quotes."""
    for mutant in named.mutants():
        for codec in mutant.load().values():
            assert callable(codec.encode), mutant.id


HALF = '''
def half(value: int, least: "int | None" = 1) -> int:
    """Half of a value."""
    size: int = 2  # two halves
    if (
        value < least  # nothing
    ):
        return 0
    else:
        value += 0
    rest, of = [value, 100], 0
    return rest[of] // size


result = half(value)
'''


def half_of(value: int, source: Source, *edits: tuple[str, str]) -> object:
    module: dict[str, object] = {"value": value}
    exec(source.rewritten(edits), module)
    return module["result"]


@pytest.mark.parametrize(
    ("was", "now", "of_8", "of_0"),
    [
        ("value < least", "value < least + 9", 0, 0),
        ("if value < least:", "value += 1\nif value < least:", 4, 0),
        ("if value < least:", "while value < least:", 4, 0),
        ("if value < least:\n  return 0\nelse:\n  value += 0", "value += 2", 5, 1),
        ("if value < least:\n  return 0\nelse:\n  value += 0", "", 4, 0),
        ("size = 2\nif value < least:", "size = 1\nif value < least - 1:", 8, 0),
        ("[value, 0x64]", "[100, value]", 50, 0),
        ("def half(value, least=1):", "def half(value, least=9):", 0, 0),
    ],
)
def test_a_quotation_is_replaced(was: str, now: str, of_8: int, of_0: int) -> None:
    source = Source("half", HALF)

    assert half_of(8, source, (was, now)) == of_8
    assert half_of(0, source, (was, now)) == of_0


def test_quotations_are_replaced_in_any_order_and_the_source_stays_as_it_is() -> None:
    source = Source("half", HALF)
    edits = [("if value < least:", "if value <= least:"), ("return 0", "return 77"), ("size = 2", "three = 3\nsize = three")]

    for given in edits, edits[::-1]:
        assert half_of(1, source, *given) == 77
        assert half_of(9, source, *given) == 3
    assert half_of(8, source) == 4


@pytest.mark.parametrize(
    ("was", "times"),
    [
        ("value > least", 0),
        ("value", 3),
        ("size: int", 0),
        ("if value < least:\n  return 0", 0),
        ("size = 2\nreturn rest[of] // size", 0),
        ("# two halves", 0),
    ],
)
def test_a_quotation_that_is_not_found_once_is_an_error(was: str, times: int) -> None:
    with pytest.raises(ValueError) as raised:
        Source("half", HALF).rewritten([(was, "pass")])

    assert str(raised.value) == f"half: expected this quotation once, found it {times} times: {was}"
