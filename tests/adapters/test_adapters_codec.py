"""What a codec object returns or raises, and the outcome that it becomes."""

from __future__ import annotations

import re
import sys
from types import SimpleNamespace

import pytest

from encoding_conformance.adapters.codec import RegistryCodec, load
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Malformed, Outcome, Rejection, Unsupported


class Gives:
    """A codec that always returns the same, or raises it if it is an exception."""

    def __init__(self, what: object):
        self.what = what

    def encode(self, values: object) -> object:
        if isinstance(self.what, BaseException):
            raise self.what
        return self.what

    def decode(self, data: object, final: bool = True) -> object:
        return self.encode(data)

    def incremental_decoder(self) -> Gives:
        return self


ITEMS = "decode returned items that are not integers of 0 or more"
AT_2 = UnicodeDecodeError("x", b"abc", 2, 3, "bad")


NO_SEQUENCE = "decode returned NoneType; expected a sequence of integers"
A_STRING = "decode returned str; expected a sequence of integers, such as list(map(ord, text))"
DECODE, IN_CHUNKS, ENCODE = Decode("x", b"abc"), Decode("x", b"abc", (1,)), Encode("x", (0x41,))


@pytest.mark.parametrize(
    ("operation", "given", "outcome"),
    [
        (DECODE, [0x41, 1 << 200], Decoded((0x41, 1 << 200))),
        (DECODE, range(2), Decoded((0, 1))),
        (DECODE, ValueError("no"), Rejection(None, "no")),
        (DECODE, AT_2, Rejection(2, str(AT_2))),
        (DECODE, NotImplemented, Unsupported()),
        (DECODE, OverflowError("big"), Crash("OverflowError: big", "test_adapters_codec.py:Gives.encode")),
        (DECODE, SystemExit(0), Crash("SystemExit: 0", "test_adapters_codec.py:Gives.encode")),
        (DECODE, ValueError("x" * 999 + "the end"), Rejection(None, "x" * 150 + "…" + "x" * 142 + "the end")),
        (DECODE, type("A\n::b", (Exception,), {})(), Crash(r"A\n::b", "test_adapters_codec.py:Gives.encode")),
        (DECODE, [-65], Malformed(ITEMS)),
        (DECODE, [True], Malformed(ITEMS)),
        (DECODE, [65.0], Malformed(ITEMS)),
        (DECODE, [None], Malformed(ITEMS)),
        (DECODE, "A", Malformed(A_STRING)),
        (DECODE, None, Malformed(NO_SEQUENCE)),
        (IN_CHUNKS, [0x41], Decoded((0x41, 0x41))),
        (IN_CHUNKS, NotImplemented, Unsupported()),
        (IN_CHUNKS, None, Malformed(NO_SEQUENCE)),
        (IN_CHUNKS, [-65], Malformed(ITEMS)),
        (ENCODE, b"A", Encoded(b"A")),
        (ENCODE, bytearray(b"A"), Encoded(b"A")),
        (ENCODE, NotImplemented, Unsupported()),
        (ENCODE, "A", Malformed("encode returned str; expected bytes")),
    ],
)
def test_an_object_s_result_or_exception_becomes_an_outcome(operation: Operation, given: object, outcome: Outcome) -> None:
    assert InProcess(Gives(given)).ask(operation) == outcome


@pytest.mark.parametrize(
    ("name", "word", "message"),
    [
        ("Gives", "decode", "Gives is a class; expected an object, such as Gives()"),
        ("ENCODER", "decode", "its object has no method decode; expected one, or operations: [encode] in the manifest"),
    ],
)
def test_an_object_without_the_declared_methods_is_not_loaded(name: str, word: str, message: str, monkeypatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys.modules[__name__], "ENCODER", SimpleNamespace(encode=bytes), raising=False)
    with pytest.raises(ValueError, match=re.escape(message)):
        load(f"{__name__}:{name}", "nowhere", {"x": ""}, {"x": [word]})


def test_one_object_is_not_loaded_for_several_encodings(monkeypatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(ValueError, match=re.escape("is one object for 2 encodings; expected a mapping, such as {'x': ...}")):
        load(f"{__name__}:load", "nowhere", {"x": "", "y": ""}, {"x": ["decode"], "y": ["decode"]})


def test_the_incremental_decoder_of_a_registry_is_one_that_is_reset():
    codec = RegistryCodec("utf-16-be")
    decoder = codec.incremental_decoder()
    assert decoder.decode(b"\x00A\xd8", False) == [0x41]
    assert codec.incremental_decoder() is decoder
    assert decoder.decode(b"\x00B", True) == [0x42]
