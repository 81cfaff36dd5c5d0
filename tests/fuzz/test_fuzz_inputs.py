"""The inputs of a campaign: the tokens of a dictionary, and changes that a seed determines."""

from __future__ import annotations

import re

import made
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoding_conformance.fuzz.corpus import LONGEST, as_text, tokens, units
from encoding_conformance.fuzz.mutator import Mutator

TOKEN = re.compile(r'"((?:\\x[0-9A-F]{2})+)"')

OF_UTF_8 = {
    "edges of one and two bytes": ["7F", "C280", "DFBF"],
    "of three and four": ["E0A080", "EFBFBF", "F0908080", "F48FBFBF"],
    "beyond the last": ["F4908080"],
    "too long": ["C080", "E08080", "F0808080", "E09FBF", "F08FBFBF"],
    "surrogates": ["EDA080", "EDBFBF"],
    "leads, trails, and bytes that never occur": ["C2", "80", "BF", "FF"],
}
"""As hexadecimal; RFC 3629, sections 3 and 4."""


def test_tokens_have_all_forms() -> None:
    found = set(tokens(made.encoding("utf-8")))
    assert {form: [each for each in tokens if bytes.fromhex(each) not in found] for form, tokens in OF_UTF_8.items()} == {
        form: [] for form in OF_UTF_8
    }
    surrogates = {text.encode("utf-16-be", "surrogatepass") for text in ("\ud800", "\udc00", "\U00010000", "\U0010ffff")}
    assert surrogates <= set(tokens(made.encoding("utf-16-be")))


@pytest.mark.parametrize("id", made.encodings())
def test_a_dictionary_reads_back(id: str) -> None:
    """A line is a token in quotes, in which `\\xAB` is a byte (libFuzzer, "Dictionaries"). Tokens and units come once."""
    encoding = made.encoding(id)
    found, parts = tokens(encoding), units(encoding)
    lines = as_text(found).splitlines()
    assert [bytes.fromhex(TOKEN.fullmatch(line)[1].replace(r"\x", "")) for line in lines] == found
    assert 0 < len(found) == len(set(found)) and max(map(len, found)) <= LONGEST
    assert len(parts) == len(set(parts)) and b"" not in parts


WORD = b"abcdefgh"


@given(st.binary(max_size=40), st.integers(0, (1 << 64) - 1), st.integers(0, 64))
def test_a_seed_always_gives_the_same_bytes_which_are_no_more_than_the_most(data: bytes, seed: int, most: int) -> None:
    mutator = Mutator(made.encoding("ascii"))
    assert mutator(data, most, seed) == Mutator(made.encoding("ascii"))(data, most, seed)
    assert len(mutator(data, most, seed)) <= most


def put_in(piece: bytes, at: int, over: int = 0) -> bytes:
    return WORD[:at] + piece + WORD[at + over :]


PARTS = [(start, end) for start in range(len(WORD)) for end in range(start + 1, len(WORD) + 1)]


def test_each_change_is_made() -> None:
    encoding = made.encoding("utf-8")
    mutator, pieces, parts = Mutator(encoding), tokens(encoding), units(encoding)
    changed = {mutator(WORD, 1024, seed) for seed in range(4000)}
    expected = {
        "a value put in": {put_in(token, at) for token in pieces if len(token) > 2 for at in range(8)},
        "a value put over others": {put_in(token, at, len(token)) for token in pieces if len(token) > 1 for at in range(7)},
        "a unit put in": {put_in(unit, at) for unit in parts for at in range(9)},
        "a unit in place of another": {put_in(unit, at, 1) for unit in parts for at in range(8)},
        "a part twice": {put_in(WORD[a:b], at) for a, b in PARTS for at in range(9)},
        "parts exchanged": {WORD[:a] + WORD[m:b] + WORD[a:m] + WORD[b:] for a, b in PARTS for m in range(a + 1, b)},
        "a part taken out": {WORD[:a] + WORD[b:] for a, b in PARTS if b < len(WORD)},
        "broken off": {WORD[:end] for end in range(8)},
        "one byte made another": {put_in(bytes([byte]), at, 1) for byte in range(0x20, 0x60) for at in range(8)},
    }
    assert [change for change, results in expected.items() if not changed & results] == []
    assert len(changed) > 2000, "few seeds differ in what they make"
