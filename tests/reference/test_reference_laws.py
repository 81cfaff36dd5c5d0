"""Laws that hold for all inputs, and Python's own codecs as a second witness."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reference_codecs import CODECS, Rejection, single_byte

SOME = settings(max_examples=40, deadline=None)

CODE_POINTS = st.integers(0, 0x10FFFF)
SCALARS = CODE_POINTS.filter(lambda value: not 0xD800 <= value <= 0xDFFF)
LARGE = st.integers(0, 600).flatmap(lambda bits: st.integers(0, (1 << bits) - 1))

VALUES = {
    "ascii": st.integers(0, 0x7F),
    "ascii-parity": st.integers(0, 0x7F),
    **{name: st.sampled_from(sorted(table.bytes)) for name, table in single_byte.CODECS.items()},
    **dict.fromkeys(["utf-8", "cesu-8", "modified-utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le"], SCALARS),
    "wtf-8": SCALARS | st.integers(0xD800, 0xDBFF),  # a high surrogate is no pair without a low one
    "utf-8-31bit": st.integers(0, 0x7FFFFFFF),
    "utf-inf-8": LARGE,
    "kim-count": LARGE,
    **dict.fromkeys(["kim", "kim-text", "bocu-1"], CODE_POINTS),
}

# Bytes that are often nearly well-formed: arbitrary ones seldom get beyond the first.
SUSPECTS = st.sampled_from(bytes.fromhex("00 01 02 41 80 81 90 A0 A1 B4 BF C0 C2 D0 D8 DC E0 ED F0 F4 FB FD FE FF"))
BYTES = st.binary(max_size=40) | st.lists(SUSPECTS, max_size=40).map(bytes)


def outcome(decode, *arguments):
    try:
        return decode(*arguments)
    except Rejection as rejection:
        return rejection.reason, rejection.start


def test_every_encoding_has_values():
    assert set(VALUES) == set(CODECS)


@pytest.mark.parametrize("encoding", sorted(CODECS))
class TestEachEncoding:
    @SOME
    @given(data=st.data())
    def test_decode_undoes_encode(self, encoding, data):
        values = data.draw(st.lists(VALUES[encoding], max_size=12))
        codec = CODECS[encoding]

        assert codec.decode(codec.encode(values)) == values

    @SOME
    @given(data=BYTES)
    def test_what_is_decoded_can_be_encoded(self, encoding, data):
        codec = CODECS[encoding]
        try:
            values = codec.decode(data)
        except Rejection as rejection:
            assert 0 <= rejection.start <= rejection.end <= len(data)
            assert rejection.ill_formed == data[rejection.start : rejection.end]
        else:
            assert codec.decode(codec.encode(values)) == values

    @SOME
    @given(data=BYTES)
    def test_what_was_well_formed_before_a_rejection_is_so_alone(self, encoding, data):
        codec = CODECS[encoding]
        rejected = outcome(codec.decode, data)
        if isinstance(rejected, tuple) and encoding != "kim-text":
            codec.decode(data[: rejected[1]])

    @SOME
    @given(data=BYTES, cuts=st.lists(st.integers(0, 40)))
    @example(data=bytes.fromhex("41F09F92A9FFB4A1A0"), cuts=list(range(10)))
    def test_cuts_change_nothing(self, encoding, data, cuts):
        def decode_pieces():
            ends = sorted({min(cut, len(data)) for cut in cuts})
            decoder, values, begin = CODECS[encoding].incremental_decoder(), [], 0
            for end in ends:
                values += decoder.decode(data[begin:end], False)
                begin = end
            return values + decoder.decode(data[begin:], True)

        assert outcome(decode_pieces) == outcome(CODECS[encoding].decode, data)

    @SOME
    @given(data=st.data())
    def test_byte_by_byte_gives_each_value_with_its_last_byte(self, encoding, data):
        values = data.draw(st.lists(VALUES[encoding], max_size=6))
        codec = CODECS[encoding]
        decoder, seen = codec.incremental_decoder(), []
        ends = [len(codec.encode(values[:count])) for count in range(1, len(values) + 1)]

        for fed, byte in enumerate(codec.encode(values), start=1):
            seen += decoder.decode(bytes([byte]), False)
            assert seen == values[: sum(end <= fed for end in ends)]
        assert decoder.decode(b"", True) == []


def test_a_fault_is_reported_with_the_byte_that_shows_it():
    decoder = CODECS["utf-8"].incremental_decoder()

    assert decoder.decode(b"AB\xe2", False) == [0x41, 0x42]
    with pytest.raises(Rejection) as caught:
        decoder.decode(b"C", False)
    assert str(caught.value) == "bad-trail at byte 2: E2"


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le"])
class TestAgainstPython:
    @SOME
    @given(values=st.lists(st.integers(0, 0x7F) | CODE_POINTS))
    def test_encode(self, encoding, values):
        expected = "".join(map(chr, values)).encode(encoding, errors="ignore")
        encodable = expected.decode(encoding)

        assert CODECS[encoding].encode(map(ord, encodable)) == expected

    @SOME
    @given(data=BYTES)
    @example(data=b"A\xed\xa0\x80")
    @example(data=b"\xd8\x3d\xdc\x69\xdc\x69\xd8\x3d")
    def test_decode(self, encoding, data):
        try:
            expected = [ord(character) for character in data.decode(encoding)]
        except UnicodeDecodeError as error:
            with pytest.raises(Rejection) as caught:
                CODECS[encoding].decode(data)
            assert caught.value.start == error.start
        else:
            assert CODECS[encoding].decode(data) == expected


SURROGATES = range(0xD800, 0xE000)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-be", "utf-32-le"])
def test_every_code_point_against_python(encoding):
    values = [value for value in range(0, 0x110000, 7) if value not in SURROGATES]
    encoded = "".join(map(chr, values)).encode(encoding)

    assert CODECS[encoding].encode(values) == encoded
    assert CODECS[encoding].decode(encoded) == values


@SOME
@given(st.lists(CODE_POINTS), st.lists(CODE_POINTS))
def test_bocu_1_keeps_the_order(values, others):
    encode = CODECS["bocu-1"].encode

    assert (encode(values) < encode(others)) == (values < others)


@SOME
@given(st.lists(LARGE), st.lists(LARGE))
def test_utf_inf_8_keeps_the_order(values, others):
    encode = CODECS["utf-inf-8"].encode

    assert (encode(values) < encode(others)) == (values < others)


@SOME
@given(st.lists(CODE_POINTS), st.lists(CODE_POINTS))
def test_a_reset_byte_joins_bocu_1(values, others):
    codec = CODECS["bocu-1"]

    assert codec.decode(codec.encode(values) + b"\xff" + codec.encode(others)) == values + others


@SOME
@given(st.lists(CODE_POINTS, max_size=5), st.lists(CODE_POINTS, max_size=5))
def test_an_operation_leaves_no_state(values, others):
    codec = CODECS["bocu-1"]
    before = codec.encode(values)
    codec.encode(others)

    assert codec.encode(values) == before
