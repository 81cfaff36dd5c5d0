"""Inputs in pieces, values of any size, and lengths that promise more than there is: a decoder waits only where more bytes can
make the input well-formed, and its work is in proportion to the input."""

import sys
import tracemalloc

import pytest

from reference_codecs import CODECS, Rejection

NOTHING_COMPLETES = {
    # Beginnings whose last byte leaves nothing that is well-formed
    "utf-8": ["C1", "F8", "E0 9F", "ED A0", "F0 8F", "F4 90"],
    "utf-8-31bit": ["F8 87", "FE"],
    "utf-inf-8": ["E0 9F", "FE 81", "FF 80 80 80 80 80 80"],
    "cesu-8": ["ED B0", "ED A0 80 ED A0", "ED A0 80 41"],
    "modified-utf-8": ["00", "C0 81"],
    "wtf-8": ["F4 90"],
    "utf-16-be": ["DC 00", "D8 00 00 41"],
    "utf-32-le": ["00 00 11 00"],
    "kim": ["C4 80", "81 80 80"],
    "bocu-1": ["4F", "FE FF", "21"],
}
MORE_COMPLETES = {
    "utf-8": ["C2", "E0", "E0 A0", "ED 9F", "F4 8F BF"],
    "utf-8-31bit": ["ED A0", "F8 88", "FD BF BF BF BF"],
    "utf-inf-8": ["FE 82", "FF", "FF 80 80 80 80 80 81", "FF A0", "FF B4 A1"],
    "cesu-8": ["ED A0 80", "ED A0 80 ED", "ED A0 80 ED BF"],
    "modified-utf-8": ["C0"],
    "wtf-8": ["ED B0"],
    "utf-16-be": ["DC", "D8 00", "D8 00 41"],  # half a code unit says nothing
    "utf-32-be": ["00 11 00"],
    "kim": ["C4", "C3 FF", "80 80"],
    "kim-count": ["80 80 80 80"],
    "bocu-1": ["D0", "FE 19 B3"],
}


def rejected(operation, *arguments):
    """Returns the rejection."""
    with pytest.raises(Rejection) as caught:
        operation(*arguments)
    return caught.value


@pytest.mark.parametrize("encoding", NOTHING_COMPLETES)
def test_a_beginning_that_nothing_completes_is_rejected_at_once(encoding):
    codec, before = CODECS[encoding], CODECS[encoding].encode([0x41])
    for begun in map(bytes.fromhex, NOTHING_COMPLETES[encoding]):
        decoder = codec.incremental_decoder()
        assert decoder.decode(before + begun[:-1]) == [0x41]
        assert rejected(decoder.decode, begun[-1:]).start == len(before)


@pytest.mark.parametrize("encoding", MORE_COMPLETES)
def test_a_beginning_that_more_can_complete_is_kept(encoding):
    for begun in map(bytes.fromhex, MORE_COMPLETES[encoding]):
        decoder = CODECS[encoding].incremental_decoder()
        assert decoder.decode(begun) == []
        rejection = rejected(decoder.decode, b"", True)
        assert (rejection.reason, rejection.start) == ("truncated", 0)


def test_the_code_point_before_decides_in_wtf_8():
    decoder = CODECS["wtf-8"].incremental_decoder()

    assert decoder.decode(bytes.fromhex("ED A0 BD ED")) == [0xD83D]
    rejection = rejected(decoder.decode, b"\xb1")
    assert (rejection.reason, rejection.start) == ("overlong", 3)


@pytest.mark.parametrize("encoding", CODECS)
def test_each_value_is_given_with_its_last_byte(encoding):
    codec, values = CODECS[encoding], [0x41, 0x7E, 0x5A]
    decoder, seen = codec.incremental_decoder(), []
    ends = [len(codec.encode(values[:count])) for count in (1, 2, 3)]

    for fed, byte in enumerate(codec.encode(values), start=1):
        seen += decoder.decode(bytes([byte]))
        assert seen == values[: sum(end <= fed for end in ends)]
    assert decoder.decode(b"", True) == []


BITS = 100_000
HOSTILE = b"\xff" + b"\xb4" * 12 + b"\xaf" * 13  # NUD is 16 to the 13th and more

LINES_A_BYTE = 10
"""The most lines that a codec may execute for each byte of a long input; the worst takes four."""


def lines_of(operation, *arguments):
    """Returns the result, and how many lines of the reference were executed for it."""
    lines = 0

    def on_line(frame, event, argument):
        nonlocal lines
        lines += event == "line"
        return on_line

    def on_call(frame, event, argument):
        return on_line if frame.f_globals["__name__"].startswith("reference_codecs.") else None

    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        result = operation(*arguments)
    finally:
        sys.settrace(before)
    return result, lines


@pytest.mark.parametrize("encoding", ["utf-inf-8", "kim-count"])
def test_a_value_of_100_000_bits(encoding):
    codec, value = CODECS[encoding], (1 << BITS) // 3
    encoded, to_encode = lines_of(codec.encode, [0x41, value, 0x41])
    decoded, to_decode = lines_of(codec.decode, encoded)

    assert decoded == [0x41, value, 0x41]
    assert max(to_encode, to_decode) < LINES_A_BYTE * len(encoded)

    decoder = codec.incremental_decoder()
    pieces = (decoder.decode(encoded[begin : begin + 1000]) for begin in range(0, len(encoded), 1000))
    assert [one for piece in pieces for one in piece] == decoded


@pytest.mark.parametrize(
    "encoding, data, offset",
    [
        ("utf-inf-8", HOSTILE, 0),
        ("utf-inf-8", HOSTILE + b"\x80" * 10, 0),
        ("utf-inf-8", b"\xff" + b"\xb4" * 500 + b"\xaf" * 501, 0),
        ("kim-text", b"\xff" * 50 + b"\x7f" + b"AB", 53),
        ("kim", b"\xff" * 100, 0),
    ],
)
def test_a_hostile_length_costs_no_more_than_the_input(encoding, data, offset):
    for operation in [CODECS[encoding].decode, lambda data: CODECS[encoding].incremental_decoder().decode(data, True)]:
        rejection, lines = lines_of(rejected, operation, data)
        tracemalloc.start()
        rejected(operation, data)
        memory = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()

        assert rejection.start == offset
        assert rejection.reason == ("out-of-range" if encoding == "kim" else "truncated")
        assert 0 < lines < LINES_A_BYTE * (len(data) + 10)
        assert memory < 200_000


def test_a_hostile_length_waits_for_more_where_more_may_come():
    decoder = CODECS["utf-inf-8"].incremental_decoder()

    assert decoder.decode(b"A" + HOSTILE, False) == [0x41]
    rejection = rejected(decoder.decode, b"\x80", True)
    assert (rejection.reason, rejection.start) == ("truncated", 1)


def fed_byte_by_byte(pairs):
    """Returns the number of values that a decoder gives for this number of pairs of values."""
    data = CODECS["bocu-1"].encode([0x3042, 0x4E00] * pairs)
    decoder = CODECS["bocu-1"].incremental_decoder()
    return sum(len(decoder.decode(data[at : at + 1], False)) for at in range(len(data)))


def test_a_long_text_in_small_pieces_takes_work_in_proportion():
    (few, for_few), (many, for_many) = (lines_of(fed_byte_by_byte, pairs) for pairs in (100, 1000))

    assert (few, many) == (200, 2000)
    assert for_many < 11 * for_few
