"""The plug-in of Java's charsets, started as a process and spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("jdk")


def test_the_version(plugin):
    (version,) = plugin("jdk", "./plugin", "--version")([])
    assert version.startswith("Java ")


# Each as jshell shows it of String.getBytes and new String
def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "encode utf-16-le 1F469": "ok 3DD869DC",
        "decode utf-32-be 0001F469": "ok 1F469",
        "decode utf-32-be 0000D83D0000DC69": "ok 1F469",
        "decode utf-32-be 0000FEFF00000041": "ok 41",
        "decode utf-16-be FEFF0041": "ok FEFF,41",
        "encode cesu-8 4D,61,F0000": "ok 4D61EDAE80EDB080",
        "decode cesu-8 41EDB080": "ok 41,DC00",
        "encode modified-utf-8 0,1F469,D800": "ok C080EDA0BDEDB1A9EDA080",
        "decode modified-utf-8 C080EDA0BDEDB1A9EDA080": "ok 0,1F469,D800",
        "decode modified-utf-8 C0/80ED/A0BDED/B1A9": "ok 0,1F469",
        "decode modified-utf-8 F09F91A9": "reject -",
        "encode modified-utf-8 -": "ok -",
        "encode cp437 2554,000B5": "ok C9E6",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
    }
    assert numbered(talk, expected) == expected


def test_offsets_count_bytes_and_code_points(talk, numbered):
    expected = {
        "encode utf-8 1F469,41,D800": "reject 2",
        "encode ascii 41,1F469": "reject 1",
        "encode utf-8 D83D,41,DC69": "reject 0",
        "decode utf-8 41F09F91": "reject 1",
        "decode utf-16-be 0041DC69": "reject 2",
        "decode iso-8859-8 41FF": "reject 1",
        "decode utf-8 41/F0/9F/41": "reject 1",
    }
    assert numbered(talk, expected) == expected


def test_a_piece_is_fed_what_the_one_before_left(talk, numbered):
    expected = {
        "decode utf-8 41F0/9F/91A9": "ok 41,1F469",
        "decode utf-8 /41//": "ok 41",
        "decode utf-16-be D8/3DDC/69": "ok 1F469",
        "decode utf-32-be 00/0000/41": "ok 41",
    }
    assert numbered(talk, expected) == expected


def test_what_the_library_cannot_hold_is_unsupported(talk, numbered):
    requests = ["encode utf-8 110000", f"encode utf-8 {'F' * 40}", "encode utf-8 D83D,DC69"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}
