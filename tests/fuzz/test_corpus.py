"""Tokens: what they hold, and how they are written."""

from __future__ import annotations

import re

import made
import pytest

from encoding_conformance.fuzz.corpus import LONGEST, as_text, tokens, units

ENCODINGS = made.encodings()
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


@pytest.mark.parametrize("forms", OF_UTF_8.values(), ids=OF_UTF_8)
def test_utf_8_has_all_forms(forms: list[str]) -> None:
    assert set(map(bytes.fromhex, forms)) - set(tokens(made.encoding("utf-8"))) == set()


@pytest.mark.parametrize("order", ["be", "le"])
def test_utf_16_has_surrogates_alone_and_in_either_order(order: str) -> None:
    found = tokens(made.encoding(f"utf-16-{order}"))
    codec = f"utf-16-{order}"
    for text in ("\ud800", "\udc00", "\U00010000", "\U0010ffff", "\uffff"):
        assert text.encode(codec, "surrogatepass") in found


@pytest.mark.parametrize("id", ENCODINGS)
def test_tokens_come_once_and_are_no_longer_than_libfuzzer_takes(id: str) -> None:
    found = tokens(made.encoding(id))
    assert found and len(found) == len(set(found))
    assert {len(token) for token in found} <= set(range(1, LONGEST + 1))
    assert found == tokens(made.encoding(id))


@pytest.mark.parametrize("id", ENCODINGS)
def test_units_come_once(id: str) -> None:
    found = units(made.encoding(id))
    assert len(found) == len(set(found)) and b"" not in found


@pytest.mark.parametrize("id", ENCODINGS)
def test_a_dictionary_reads_back(id: str) -> None:
    """A line is a token in quotes, in which `\\xAB` is a byte (libFuzzer, "Dictionaries")."""
    found = tokens(made.encoding(id))
    lines = as_text(found).splitlines()
    assert [bytes.fromhex(TOKEN.fullmatch(line)[1].replace(r"\x", "")) for line in lines] == found
