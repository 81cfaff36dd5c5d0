"""The expected output of an implementation that replaces, compared with witnesses that were written apart from the models: the
tables of Unicode, and CPython's error handler."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from project import suite

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import REJECTS, Per, Replacing, Substitute
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import model_of, permitted
from encoding_conformance.models.replacement import can_be_replaced, instead

AS_UNICODE_RECOMMENDS = Substitute(0xFFFD, Per.MAXIMAL_SUBPART)
RECOMMENDED = Replacing(AS_UNICODE_RECOMMENDS)
SHORT = 100
"""The most bytes of an input. A longer one ends as a shorter one does."""


def expected(encoding: Encoding, operation: Operation, replacing: Replacing) -> tuple[Permitted, ...]:
    """The outcomes that the tables permit an implementation that replaces in this way."""
    return instead(encoding, operation, permitted(encoding, operation), replacing)


@cache
def replaced(encoding: str, data: bytes, substitute: Substitute = AS_UNICODE_RECOMMENDS) -> tuple[int, ...]:
    (outcome,) = expected(suite().encodings[encoding], Decode(encoding, data), Replacing(substitute))
    assert isinstance(outcome, Decoded)
    return outcome.value


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


# By hand, from the definitions in docs/reference.md
@pytest.mark.parametrize(
    "encoding, data, counts",
    [
        #                            maximal subparts, bytes, code units, code points, whole codes
        ("utf-8", "E2 82", (1, 2, 2, 1, 2)),
        ("utf-8", "C0 AF", (2, 2, 2, 1, 1)),
        ("utf-8", "F4 90 80 80", (4, 4, 4, 1, 1)),
        ("utf-8", "F8 88 80 80 80", (5, 5, 5, 5, 5)),
        ("utf-8", "F0 9F 92 E2 82", (2, 5, 5, 2, 5)),
        ("utf-16-be", "D8 00", (1, 2, 1, 1, 1)),
        ("utf-16-be", "D8", (1, 1, 1, 1, 1)),
        ("utf-16-be", "D8 00 41", (1, 3, 2, 2, 2)),
        ("utf-16-le", "00 DC 41", (2, 3, 2, 2, 2)),
        ("utf-32-be", "00 11 00 00", (1, 4, 1, 1, 1)),
        ("utf-32-le", "00 D8 00 00 41 00", (2, 6, 2, 2, 2)),
        ("iso-8859-3", "A5 AE", (2, 2, 2, 2, 2)),
    ],
)
def test_each_way_to_count_ill_formed_parts(encoding: str, data: str, counts: tuple[int, ...]) -> None:
    found = {per: replaced(encoding, bytes.fromhex(data), Substitute(0x3F, per)) for per in Per}
    assert found == {per: (0x3F,) * count for per, count in zip(Per, counts, strict=True)}


def test_the_next_code_unit_begins_where_it_would_have() -> None:
    assert replaced("utf-8", b"A\xe2\x82B", Substitute(0x3F, Per.BYTE)) == (0x41, 0x3F, 0x3F, 0x42)
    assert replaced("utf-16-be", b"\xd8\x00\x00\x41", Substitute(0x3F, Per.BYTE)) == (0x3F, 0x3F, 0x41)
    assert replaced("utf-16-be", b"\xd8\x00\x00\x41", Substitute(0x3F, Per.CODE_UNIT)) == (0x3F, 0x41)


def ill_formed(encoding: str) -> list[bytes]:
    """The short inputs of vectors that must be rejected, alone, between two letters and twice."""
    alone = [
        vector.operation.input
        for vector in suite().vectors_of(encoding)
        if isinstance(vector.operation, Decode)
        and isinstance(vector.permitted[0], Rejection)
        and len(vector.operation.input) <= SHORT
    ]
    letter = model_of(suite().encodings[encoding]).encode((0x41,))[0].value
    return [*alone, *(letter + data + letter for data in alone), *(data + data for data in alone)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-32-be", "ascii", "iso-8859-3"])
def test_the_handler_of_cpython_decodes_alike(encoding: str) -> None:
    random, special = Random(0), bytes.fromhex("00 10 11 41 7F 80 8F 90 9F A0 BF C0 C2 D8 DB DC DF E0 ED EF F0 F4 F5 F8 FF")
    drawn = (bytes(random.choices(special, k=random.randrange(12))) for _ in range(300))
    for data in (*ill_formed(encoding), *drawn):
        assert replaced(encoding, data) == tuple(map(ord, data.decode(encoding, "replace"))), data.hex()


@pytest.mark.parametrize("encoding", ["utf-16-le", "ascii", "cp437", "iso-8859-3"])
def test_the_handler_of_cpython_encodes_alike(encoding: str) -> None:
    """CPython writes a question mark for a value that an encoding lacks."""
    described, replacing, tried = suite().encodings[encoding], Replacing(encode=0x3F), 0
    for vector in suite().vectors_of(encoding):
        values = vector.operation.input
        if isinstance(vector.operation, Encode) and isinstance(vector.permitted[0], Rejection) and max(values) <= 0x10FFFF:
            (outcome,) = expected(described, Encode(encoding, values), replacing)
            assert outcome == Encoded("".join(map(chr, values)).encode(encoding, "replace")), values
            tried += 1
    assert tried


def test_a_codec_that_rejects_is_permitted_what_the_specification_permits() -> None:
    for encoding in ("utf-8", "kim-text"):
        for vector in suite().vectors_of(encoding):
            assert instead(suite().encodings[encoding], vector.operation, vector.permitted, REJECTS) == vector.permitted


def test_decode_and_encode_are_replaced_each_by_itself() -> None:
    ascii = suite().encodings["ascii"]
    decode, encode = Decode("ascii", b"\x80"), Encode("ascii", (0x80,))
    assert expected(ascii, decode, Replacing(encode=0x3F)) == permitted(ascii, decode)
    assert expected(ascii, encode, RECOMMENDED) == permitted(ascii, encode)
    assert expected(ascii, encode, Replacing(encode=0x3F)) == (Encoded(b"?"),)


def test_accepted_input_has_no_replacement() -> None:
    ascii = suite().encodings["ascii"]
    assert instead(ascii, Decode("ascii", b"A"), (Rejection(0),), RECOMMENDED) == (Rejection(0),)
    assert instead(ascii, Encode("ascii", (0x41,)), (Rejection(0),), Replacing(encode=0x3F)) == (Rejection(0),)


# 80 41 is a longer form, of which the specification of Kim does not say whether it is well-formed.
def test_where_the_specification_is_silent_the_value_and_its_replacement_are_permitted() -> None:
    kim = suite().encodings["kim"]
    assert expected(kim, Decode("kim", b"\x80\x41"), RECOMMENDED) == (Decoded((0x41,)), Decoded((0xFFFD, 0x41)))


@pytest.mark.parametrize(
    ("id", "known"),
    [("utf-8", True), ("kim", True), ("bocu-1", False), ("kim-text", False), ("utf-inf-8", False), ("wtf-8", False)],
)
def test_the_replacement_is_known_if_codes_are_limited_and_do_not_depend_on_others(id: str, known: bool) -> None:
    assert can_be_replaced(suite().encodings[id]) == known
