"""The plug-in of Mono's encodings, spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("mono")


# Each as csharp, Mono's shell, shows it of GetBytes and GetString
def test_what_mono_gives(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "decode utf-8 41f09f91a9": "ok 41,1F469",
        "decode utf-8 41C080": "reject -",
        "encode utf-8 41,D800": "reject 1",
        "encode utf-16-be 41,1F469,D800,42": "reject 2",
        "decode utf-16-be D800": "reject -",
        "encode utf-16-le 1F469": "ok 3DD869DC",
        "decode utf-32-be 0001F469": "ok 1F469",
        "decode iso-8859-3 A5": "ok 3F",
        "decode iso-8859-6 A1": "ok F7C8",
        "encode iso-8859-2 FF21": "ok 41",
        "encode iso-8859-1 41,42,FF21": "reject 2",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
    }
    assert numbered(talk, expected) == expected


def test_a_decoder_keeps_what_a_piece_leaves(talk, numbered):
    expected = {
        "decode utf-8 41F0/9F/91A9": "ok 41,1F469",
        "decode utf-8 /41//": "ok 41",
        "decode utf-16-be D8/3DDC/69": "ok 1F469",
        "decode utf-8 41F0/9F": "reject -",
    }
    assert numbered(talk, expected) == expected


def test_what_the_library_cannot_hold_is_unsupported(talk, numbered):
    requests = ["encode utf-8 110000", f"encode utf-8 {'F' * 40}", "encode utf-8 D83D,DC69"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}
