"""Values of any size, and lengths that promise more than there is."""

import tracemalloc
from time import perf_counter

import pytest
from reference_codecs import CODECS, Rejection

BITS = 100_000
HOSTILE = b"\xff" + b"\xb4" * 12 + b"\xaf" * 13  # NUD is 16 to the 13th and more


@pytest.mark.parametrize("encoding", ["utf-inf-8", "kim-count"])
@pytest.mark.parametrize(
    "value", [1 << BITS, (1 << BITS) - 1, (1 << BITS) // 3], ids=["power", "ones", "mixed"]
)
def test_a_value_of_100_000_bits(encoding, value):
    codec = CODECS[encoding]
    began = perf_counter()
    encoded = codec.encode([0x41, value, 0x41])
    decoded = codec.decode(encoded)
    seconds = perf_counter() - began

    assert decoded == [0x41, value, 0x41]
    assert seconds < 1


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


def measured(operation, *arguments):
    """The rejection, the seconds that it took, and the most bytes that were allocated."""
    tracemalloc.start()
    began = perf_counter()
    with pytest.raises(Rejection) as caught:
        operation(*arguments)
    seconds = perf_counter() - began
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return caught.value, seconds, peak


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
        rejection, seconds, peak = measured(operation, data)

        assert rejection.start == offset
        assert rejection.reason == ("out-of-range" if encoding == "kim" else "truncated")
        assert seconds < 0.1
        assert peak < 200_000


def test_a_hostile_length_waits_for_more_where_more_may_come():
    decoder = CODECS["utf-inf-8"].incremental_decoder()

    assert decoder.decode(b"A" + HOSTILE, False) == [0x41]
    rejection, _, _ = measured(decoder.decode, b"\x80", True)
    assert (rejection.reason, rejection.start) == ("truncated", 1)


def test_a_long_text_in_small_pieces_takes_time_in_proportion():
    data = CODECS["bocu-1"].encode([0x3042, 0x4E00] * 20_000)
    decoder = CODECS["bocu-1"].incremental_decoder()
    began = perf_counter()
    count = sum(len(decoder.decode(data[at : at + 1], False)) for at in range(len(data)))

    assert count == 40_000
    assert perf_counter() - began < 3
