"""What a codec object returns or raises, and the outcome that it becomes."""

from __future__ import annotations

import pytest

from encoding_conformance.adapters.codec import RegistryCodec
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Malformed, Outcome, Rejection, Unsupported


class Gives:
    """A codec that gives the same for whatever it is asked; an exception is raised."""

    def __init__(self, what: object):
        self.what = what

    def encode(self, values: object) -> object:
        if isinstance(self.what, Exception):
            raise self.what
        return self.what

    def decode(self, data: object, final: bool = True) -> object:
        return self.encode(data)

    def incremental_decoder(self) -> Gives:
        return self


ITEMS = "decode returned items that are not integers of 0 or more"
AT_2 = UnicodeDecodeError("x", b"abc", 2, 3, "bad")


@pytest.mark.parametrize(
    ("what", "outcome"),
    [
        ([0x41, 1 << 200], Decoded((0x41, 1 << 200))),
        ((), Decoded(())),
        (range(2), Decoded((0, 1))),
        (ValueError("no"), Rejection(None, "no")),
        (AT_2, Rejection(2, str(AT_2))),
        (NotImplemented, Unsupported()),
        (OverflowError("big"), Crash("OverflowError: big", "test_adapters_codec.py:Gives.encode")),
        (NotImplementedError("x"), Crash("NotImplementedError: x", "test_adapters_codec.py:Gives.encode")),
        ([-65], Malformed(ITEMS)),
        ([True], Malformed(ITEMS)),
        (["A"], Malformed(ITEMS)),
        ("A", Malformed("decode returned str; expected a sequence of integers, such as list(map(ord, text))")),
        (None, Malformed("decode returned NoneType; expected a sequence of integers")),
    ],
)
def test_what_becomes_of_a_decode(what: object, outcome: Outcome) -> None:
    assert InProcess(Gives(what)).ask(Decode("x", b"abc")) == outcome


@pytest.mark.parametrize(
    ("what", "outcome"),
    [
        (b"A", Encoded(b"A")),
        (bytearray(b"A"), Encoded(b"A")),
        (NotImplemented, Unsupported()),
        ("A", Malformed("encode returned str; expected bytes")),
        ([0x41], Malformed("encode returned list; expected bytes")),
    ],
)
def test_what_becomes_of_an_encode(what: object, outcome: Outcome) -> None:
    assert InProcess(Gives(what)).ask(Encode("x", (0x41,))) == outcome


@pytest.mark.parametrize(
    ("what", "outcome"),
    [
        ([0x41], Decoded((0x41, 0x41))),
        (NotImplemented, Unsupported()),
        ("A", Malformed("decode returned str; expected a sequence of integers, such as list(map(ord, text))")),
        (None, Malformed("decode returned NoneType; expected a sequence of integers")),
        ([-65], Malformed(ITEMS)),
    ],
)
def test_what_becomes_of_a_decode_in_pieces(what: object, outcome: Outcome) -> None:
    assert InProcess(Gives(what)).ask(Decode("x", b"abc", (1,))) == outcome


def test_the_incremental_decoder_of_a_registry_is_one_that_is_reset():
    codec = RegistryCodec("utf-16-be")
    decoder = codec.incremental_decoder()
    assert decoder.decode(b"\x00A\xd8", False) == [0x41]
    assert codec.incremental_decoder() is decoder
    assert decoder.decode(b"\x00B", True) == [0x42]
