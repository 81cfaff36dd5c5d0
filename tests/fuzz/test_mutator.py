"""Changes of inputs: told by a seed, bounded, and each of them reachable."""

from __future__ import annotations

import made
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoding_conformance.fuzz.corpus import tokens, units
from encoding_conformance.fuzz.mutator import Mutator

ENCODINGS = made.encodings()
SEEDS = [0, 1, 2, 3, 0xFFFFFFFF, 0x7FFFFFFF, 12345, 1 << 63]
INPUTS = [b"", b"a", b"abcdefgh", bytes(range(256)), b"\xff" * 1024]
WORD = b"abcdefgh"


@pytest.mark.parametrize("id", ENCODINGS)
def test_all_inputs_and_seeds_give_bytes_of_no_more_than_the_most(id: str) -> None:
    mutator = Mutator(made.encoding(id))
    for data in INPUTS:
        for seed in SEEDS:
            for most in (1, 16, 1024):
                assert len(mutator(data, most, seed)) <= most


@given(st.binary(max_size=40), st.integers(0, (1 << 32) - 1), st.integers(0, 64))
def test_a_seed_always_gives_the_same(data: bytes, seed: int, most: int) -> None:
    one, other = Mutator(made.encoding("utf-8")), Mutator(made.encoding("utf-8"))
    assert one(data, most, seed) == one(data, most, seed) == other(data, most, seed)


def changed(seeds: int = 4000) -> set[bytes]:
    mutator = Mutator(made.encoding("utf-8"))
    return {mutator(WORD, 1024, seed) for seed in range(seeds)}


def put_in(piece: bytes, place: int, over: int = 0) -> bytes:
    return WORD[:place] + piece + WORD[place + over :]


def pieces() -> list[tuple[int, int]]:
    return [(start, end) for start in range(len(WORD)) for end in range(start + 1, len(WORD) + 1)]


KINDS = {
    "a value put in": lambda: {
        put_in(token, at) for token in tokens(made.encoding("utf-8")) if len(token) > 2 for at in range(8)
    },
    "a value put over others": lambda: {
        put_in(token, at, len(token)) for token in tokens(made.encoding("utf-8")) if len(token) > 1 for at in range(7)
    },
    "a unit put in": lambda: {put_in(unit, at) for unit in units(made.encoding("utf-8")) for at in range(9)},
    "a unit in place of another": lambda: {put_in(unit, at, 1) for unit in units(made.encoding("utf-8")) for at in range(8)},
    "a part twice": lambda: {put_in(WORD[a:b], at) for a, b in pieces() for at in range(9)},
    "parts exchanged": lambda: {WORD[:a] + WORD[m:b] + WORD[a:m] + WORD[b:] for a, b in pieces() for m in range(a + 1, b)},
    "a part taken out": lambda: {WORD[:a] + WORD[b:] for a, b in pieces() if b < len(WORD)},
    "broken off": lambda: {WORD[:end] for end in range(8)},
    "one byte made another": lambda: {put_in(bytes([byte]), at, 1) for byte in range(0x20, 0x60) for at in range(8)},
}
"""What each change makes of WORD, by its own rule."""


@pytest.mark.parametrize("kind", KINDS)
def test_each_change_is_made(kind: str) -> None:
    assert changed() & KINDS[kind]()


def test_seeds_differ_in_what_they_make() -> None:
    assert len(changed(1000)) > 500
