"""The plug-ins of Go's standard library and of x/text, spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("go")


@pytest.fixture(scope="module")
def talk_to_text(plugin):
    return plugin("go-text")


@pytest.mark.parametrize(("name", "version"), [("go", "go1."), ("go-text", "golang.org/x/text ")])
def test_the_version(plugin, name, version):
    (line,) = plugin(name, "./plugin", "--version")([])
    assert line.startswith(version)


# The documentation of utf8.DecodeRune and AppendRune, and the source of utf16.Encode and Decode
def test_the_standard_library(talk, numbered):
    expected = {
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "decode utf-8 EFBFBD": "ok FFFD",
        "decode utf-8 41F09F91": "reject 1",
        "encode utf-8 41,D800,110000,7FFFFFFF": "ok 41EFBFBDEFBFBDEFBFBD",
        "encode utf-16-be 1F469": "ok D83DDC69",
        "encode utf-16-le D83D,DC69": "ok FDFFFDFF",
        "decode utf-16-be D800DC69": "ok 10069",
        "decode utf-16-be DC690041": "ok FFFD,41",
        "decode utf-16-le 410042": "unsupported",
        "decode utf-16-be DC0041": "unsupported",
        "decode utf-16-be 41": "unsupported",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
        "decode utf-16-be -": "ok -",
    }
    assert numbered(talk, expected) == expected


# The documentation of encoding.Decoder and Encoder, and package charmap's tables
def test_x_text(talk_to_text, numbered):
    expected = {
        "encode iso-8859-2 41,104": "ok 41A1",
        "encode iso-8859-2 41,A1": "reject -",
        "encode iso-8859-2 FFFD": "reject -",
        "decode iso-8859-8 41FF": "ok 41,FFFD",
        "decode utf-8 F09F9141": "ok FFFD,41",
        "decode utf-32-be 0000D800": "ok FFFD",
        "decode utf-16-be FEFF0041": "ok FEFF,41",
        "encode utf-32-le 1F469": "ok 69F40100",
        "encode utf-8 D800": "unsupported",
        "encode utf-8 110000": "unsupported",
    }
    assert numbered(talk_to_text, expected) == expected


def test_what_the_library_cannot_hold_is_unsupported(talk, numbered):
    requests = ["encode utf-8 80000000", f"encode utf-8 {'F' * 400}"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}


def test_a_decoder_reads_pieces(plugin, numbered):
    expected = {
        "decode utf-8 F0/9F92/A9": "ok 1F4A9",
        "decode utf-8 /41//": "ok 41",
        "decode utf-8 F0/9F": "ok FFFD",
        "decode utf-8 4/1": "unsupported",
        "decode utf-16-le 3DD8/69/DC": "ok 1F469",
    }
    assert numbered(plugin("go-text"), expected) == expected
