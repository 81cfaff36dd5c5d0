"""What is due of an implementation that replaces, against witnesses that were written apart from the models: the tables of
Unicode, CPython's error handler, and the decoders of the WHATWG's standard in Node.js."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from project import suite

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import AS_UNICODE_RECOMMENDS, REJECTS, Per, Replacing, Substitute
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import model_of, permitted
from encoding_conformance.models.model import step_model_of
from encoding_conformance.models.replacement import begins, can_be_replaced, instead

RECOMMENDED = Replacing(AS_UNICODE_RECOMMENDS)

UNICODE = ("utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le")
OF_PYTHON = (*UNICODE, "ascii", "cp437", *(f"iso-8859-{part}" for part in range(1, 17) if part != 12))
OF_THE_WHATWG = ("utf-8", "utf-16-be", "utf-16-le", *(f"iso-8859-{part}" for part in (3, 6, 7, 8)))
"""Encodings that have the same name there, the same table, and something ill-formed."""


def expected(encoding: Encoding, operation: Operation, replacing: Replacing) -> tuple[Permitted, ...]:
    """The outcomes that the tables permit an implementation that replaces in this way."""
    return instead(encoding, operation, permitted(encoding, operation), replacing)


@cache
def replaced(encoding: str, data: bytes, substitute: Substitute = AS_UNICODE_RECOMMENDS) -> tuple[int, ...]:
    (outcome,) = expected(suite().encodings[encoding], Decode(encoding, data), Replacing(substitute))
    assert isinstance(outcome, Decoded)
    return outcome.value


SHORT = 1000
"""Bytes of an input that gets something before and after it. A longer one ends as a shorter one does."""


def ill_formed(encoding: str) -> list[bytes]:
    """The inputs of all vectors that must be rejected, alone and, if they are short, with something before and after them."""
    alone = [
        vector.operation.input
        for vector in suite().vectors_of(encoding)
        if isinstance(vector.operation, Decode) and isinstance(vector.permitted[0], Rejection)
    ]
    short = [data for data in alone if len(data) <= SHORT]
    letter = model_of(suite().encodings[encoding]).encode((0x41,))[0].value
    return [*alone, *(letter + data for data in short), *(data + letter for data in short), *(data + data for data in short)]


def bytes_of_each_kind(encoding: str) -> st.SearchStrategy[bytes]:
    """Bytes that begin, continue and break off codes, rather than any."""
    telling = [0x00, 0x10, 0x11, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xD8, 0xDB, 0xDC, 0xDF, 0xE0]
    return st.lists(st.sampled_from([*telling, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xF8, 0xFF]) | st.integers(0, 0xFF)).map(bytes)


# The Unicode Standard, 15.0, tables 3-8 to 3-11; the last row is table 3-8 of 5.2 to 10.0. A dash is U+FFFD.
@pytest.mark.parametrize(
    "data, values",
    [
        ("C0 AF E0 80 BF F0 81 82 41", "- - - - - - - - 41"),
        ("ED A0 80 ED BF BF ED AF 41", "- - - - - - - - 41"),
        ("F4 91 92 93 FF 41 80 BF 42", "- - - - - 41 - - 42"),
        ("E1 80 E2 F0 91 92 F1 BF 41", "- - - - 41"),
        ("61 F1 80 80 E1 80 C2 62 80 63 80 BF 64", "61 - - - 62 - 63 - - 64"),
    ],
)
def test_the_tables_of_the_unicode_standard(data: str, values: str) -> None:
    expected = tuple(0xFFFD if value == "-" else int(value, 16) for value in values.split())
    assert replaced("utf-8", bytes.fromhex(data)) == expected


# By hand, from the definitions in docs/plug-ins.md
@pytest.mark.parametrize(
    "encoding, data, counts",
    [
        #                            maximal subparts, bytes, code units, code points, whole codes
        ("utf-8", "E2 82", (1, 2, 2, 1, 2)),
        ("utf-8", "C0 AF", (2, 2, 2, 1, 1)),
        ("utf-8", "ED A0 80", (3, 3, 3, 1, 1)),
        ("utf-8", "F4 90 80 80", (4, 4, 4, 1, 1)),
        ("utf-8", "F8 88 80 80 80", (5, 5, 5, 5, 5)),
        ("utf-8", "F0 9F 92 E2 82", (2, 5, 5, 2, 5)),
        ("utf-8", "80 BF", (2, 2, 2, 2, 2)),
        ("utf-16-be", "D8 00", (1, 2, 1, 1, 1)),
        ("utf-16-be", "DC 00 D8 00", (2, 4, 2, 2, 2)),
        ("utf-16-be", "D8", (1, 1, 1, 1, 1)),
        ("utf-16-be", "D8 00 41", (1, 3, 2, 2, 2)),
        ("utf-16-le", "00 DC 41", (2, 3, 2, 2, 2)),
        ("utf-32-be", "00 11 00 00", (1, 4, 1, 1, 1)),
        ("utf-32-le", "00 D8 00 00 41 00", (2, 6, 2, 2, 2)),
        ("iso-8859-3", "A5 AE", (2, 2, 2, 2, 2)),
        ("ascii", "80", (1, 1, 1, 1, 1)),
    ],
)
def test_what_counts_as_one(encoding: str, data: str, counts: tuple[int, ...]) -> None:
    found = {per: replaced(encoding, bytes.fromhex(data), Substitute(0x3F, per)) for per in Per}
    assert found == {per: (0x3F,) * count for per, count in zip(Per, counts, strict=True)}


@pytest.mark.parametrize("per, values", [("byte", (0x41, 0x3F, 0x3F, 0x42)), ("maximal-subpart", (0x41, 0x3F, 0x42))])
def test_what_is_well_formed_stays(per: Per, values: tuple[int, ...]) -> None:
    assert replaced("utf-8", b"A\xe2\x82B", Substitute(0x3F, per)) == values


@pytest.mark.parametrize("per, count", [("byte", 2), ("code-unit", 1)])
def test_the_next_code_unit_begins_where_it_would_have(per: Per, count: int) -> None:
    assert replaced("utf-16-be", b"\xd8\x00\x00\x41", Substitute(0x3F, per)) == (0x3F,) * count + (0x41,)


@pytest.mark.parametrize("encoding", OF_PYTHON)
def test_the_handler_of_cpython_gives_the_same(encoding: str) -> None:
    for data in ill_formed(encoding):
        assert replaced(encoding, data) == tuple(map(ord, data.decode(encoding, "replace"))), data.hex()


@pytest.mark.parametrize("encoding", [*UNICODE, "ascii", "iso-8859-3"])
@settings(max_examples=300)
@given(data=st.data())
def test_the_handler_of_cpython_gives_the_same_for_any_bytes(encoding: str, data: st.DataObject) -> None:
    octets = data.draw(bytes_of_each_kind(encoding))
    assert replaced(encoding, octets) == tuple(map(ord, octets.decode(encoding, "replace")))


_DECODE = """
const inputs = JSON.parse(require("fs").readFileSync(0, "utf8"));
const read = ([name, data]) =>
  Array.from(new TextDecoder(name, { ignoreBOM: true }).decode(Buffer.from(data, "hex")), (one) => one.codePointAt(0));
console.log(JSON.stringify(inputs.map(read)));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")
def test_the_decoders_of_the_whatwg_give_the_same() -> None:
    asked = [(encoding, data) for encoding in OF_THE_WHATWG for data in ill_formed(encoding)]
    names = {"utf-16-be": "utf-16be", "utf-16-le": "utf-16le"}
    text = json.dumps([(names.get(encoding, encoding), data.hex()) for encoding, data in asked])
    ended = subprocess.run(["node", "-e", _DECODE], input=text, capture_output=True, text=True, check=True)
    found = {(*each, tuple(values)) for each, values in zip(asked, json.loads(ended.stdout), strict=True)}
    assert len(asked) > 3000
    assert found - {(*each, replaced(*each)) for each in asked} == set()


# CPython writes a question mark for what an encoding lacks.
@pytest.mark.parametrize("encoding", OF_PYTHON)
def test_the_handler_of_cpython_writes_the_same(encoding: str) -> None:
    described, replacing = suite().encodings[encoding], Replacing(encode=0x3F)
    for values in _unencodable(encoding):
        text = "".join(map(chr, values))
        (outcome,) = expected(described, Encode(encoding, values), replacing)
        assert outcome == Encoded(text.encode(encoding, "replace")), values


def _unencodable(encoding: str) -> Iterator[tuple[int, ...]]:
    """The inputs of vectors that cannot be encoded and that a Python str can hold."""
    for vector in suite().vectors_of(encoding):
        values = vector.operation.input
        if isinstance(vector.operation, Encode) and isinstance(vector.permitted[0], Rejection) and max(values) <= 0x10FFFF:
            yield values


@pytest.mark.parametrize("encoding", [*UNICODE, "utf-8-31bit", "kim"])
def test_a_code_begins_with_exactly_the_beginnings_of_the_codes_there_are(encoding: str) -> None:
    described = suite().encodings[encoding]
    model, unit = step_model_of(described), described.code_unit
    edges = [value for row in model.rows for value in described.values.intersection(row.values).edges()]
    beginnings = {data[:end] for value in edges for data in [model.write(value, None)[0]] for end in range(unit, len(data), unit)}
    assert [data.hex() for data in beginnings if not begins(model, data)] == []
    assert not any(begins(model, model.write(value, None)[0]) for value in edges)


# Every sequence of two bytes, by what the last value and the first of a form begin with: Unicode, table 3-7
def test_two_bytes_begin_a_code_of_utf_8_as_the_table_says() -> None:
    model = step_model_of(suite().encodings["utf-8"])
    second = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F), 0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}
    for first in range(0x100):
        low, high = second.get(first, (0x80, 0xBF))
        for byte in range(0x100):
            is_beginning = 0xE0 <= first <= 0xF4 and low <= byte <= high
            assert begins(model, bytes([first, byte])) == is_beginning, (first, byte)
        assert begins(model, bytes([first])) == (0xC2 <= first <= 0xF4)


def test_a_codec_that_rejects_is_permitted_what_the_specification_permits() -> None:
    for encoding in ("utf-8", "bocu-1", "kim-text", "kim-count"):
        for vector in suite().vectors_of(encoding):
            assert instead(suite().encodings[encoding], vector.operation, vector.permitted, REJECTS) == vector.permitted


def test_decode_and_encode_are_replaced_each_by_itself() -> None:
    ascii = suite().encodings["ascii"]
    decode, encode = Decode("ascii", b"\x80"), Encode("ascii", (0x80,))
    assert expected(ascii, decode, Replacing(encode=0x3F)) == permitted(ascii, decode)
    assert expected(ascii, encode, RECOMMENDED) == permitted(ascii, encode)
    assert expected(ascii, encode, Replacing(encode=0x3F)) == (Encoded(b"?"),)


def test_what_the_tables_accept_is_no_replacement() -> None:
    ascii = suite().encodings["ascii"]
    assert instead(ascii, Decode("ascii", b"A"), (Rejection(0),), RECOMMENDED) == (Rejection(0),)
    assert instead(ascii, Encode("ascii", (0x41,)), (Rejection(0),), Replacing(encode=0x3F)) == (Rejection(0),)


# 80 41 is a longer form, of which the specification of Kim does not say whether it is well-formed.
def test_where_the_specification_is_silent_the_value_and_its_replacement_are_permitted() -> None:
    kim = suite().encodings["kim"]
    assert expected(kim, Decode("kim", b"\x80\x41"), RECOMMENDED) == (Decoded((0x41,)), Decoded((0xFFFD, 0x41)))


def test_in_which_encodings_the_due_replacement_is_known() -> None:
    unknown = {id for id, encoding in suite().encodings.items() if not can_be_replaced(encoding)}
    assert unknown == {"bocu-1", "kim-count", "kim-text", "utf-inf-8", "wtf-8"}
