"""The codec objects of PyICU, strict and replacing."""

import pytest


# implementations/pyicu/REPORT.md has one that is wrong
@pytest.mark.parametrize(("data", "at"), [("41C3", 1), ("C3A9FF", 2), ("F09F91A920F09F91", 0)])
def test_the_place_that_the_message_tells(codec_of, data, at):
    with pytest.raises(UnicodeDecodeError) as caught:
        codec_of("pyicu")["utf-8"].decode(bytes.fromhex(data))
    assert caught.value.start == at


def test_what_no_string_holds(codec_of):
    codec = codec_of("pyicu")["utf-16-be"]
    assert codec.encode([0x110000]) is NotImplemented
    assert codec.encode([0xD83D, 0xDC69]) is NotImplemented
    assert codec.encode([0xDC69, 0x1F469]) == bytes.fromhex("FFFDD83DDC69")


def test_it_replaces(codec_of):
    assert codec_of("pyicu-replace")["utf-8"].decode(bytes.fromhex("41E28241")) == [0x41, 0xFFFD, 0x41]
    assert codec_of("pyicu-replace")["iso-8859-2"].encode([0x41, 0x20AC]) == b"A\x1a"
