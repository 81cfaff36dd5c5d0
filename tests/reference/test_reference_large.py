"""Values of any size, and lengths that promise more than there is: the work is in proportion to the input."""

import sys
import tracemalloc

import pytest

from reference_codecs import CODECS, Rejection

BITS = 100_000
HOSTILE = b"\xff" + b"\xb4" * 12 + b"\xaf" * 13  # NUD is 16 to the 13th and more

LINES_A_BYTE = 10
"""What a codec may execute for each byte of a long input; the worst takes four."""


def lines_of(operation, *arguments):
    """What comes of it, and how many lines of the reference were executed for that."""
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
@pytest.mark.parametrize("value", [1 << BITS, (1 << BITS) - 1, (1 << BITS) // 3], ids=["power", "ones", "mixed"])
def test_a_value_of_100_000_bits(encoding, value):
    codec = CODECS[encoding]
    encoded, to_encode = lines_of(codec.encode, [0x41, value, 0x41])
    decoded, to_decode = lines_of(codec.decode, encoded)

    assert decoded == [0x41, value, 0x41]
    assert max(to_encode, to_decode) < LINES_A_BYTE * len(encoded)


@pytest.mark.parametrize("encoding", ["utf-inf-8", "kim-count"])
def test_a_value_of_100_000_bits_in_pieces(encoding):
    value = (1 << BITS) // 3
    encoded = CODECS[encoding].encode([value])
    decoder = CODECS[encoding].incremental_decoder()

    decoded = [
        one
        for begin in range(0, len(encoded), 1000)
        for one in decoder.decode(encoded[begin : begin + 1000], begin + 1000 >= len(encoded))
    ]

    assert decoded == [value]


def rejected(operation, *arguments):
    """The rejection."""
    with pytest.raises(Rejection) as caught:
        operation(*arguments)
    return caught.value


def most_memory(operation, *arguments):
    """What comes of it, and the most bytes that were allocated for that."""
    tracemalloc.start()
    result = operation(*arguments)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return result, peak


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
def test_a_hostile_length(encoding, data, offset):
    codec = CODECS[encoding]
    for operation in [codec.decode, lambda data: codec.incremental_decoder().decode(data, True)]:
        rejection, lines = lines_of(rejected, operation, data)
        _, memory = most_memory(rejected, operation, data)

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
    """The number of values that a decoder gives for this number of pairs of values."""
    data = CODECS["bocu-1"].encode([0x3042, 0x4E00] * pairs)
    decoder = CODECS["bocu-1"].incremental_decoder()
    return sum(len(decoder.decode(data[at : at + 1], False)) for at in range(len(data)))


def test_a_long_text_in_small_pieces_takes_work_in_proportion():
    (few, for_few), (many, for_many) = (lines_of(fed_byte_by_byte, pairs) for pairs in (500, 5000))

    assert (few, many) == (1000, 10_000)
    assert for_many < 11 * for_few
