"""The plug-in of Rust's std, started as a process and spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("rust")


def test_the_version(plugin):
    (version,) = plugin("rust", "./plugin", "--version")([])
    assert version.startswith("rustc ")


# Notes, UTF-16, UTF-8 and UTF-32
def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "decode utf-8 41f09f91a9": "ok 41,1F469",
        "encode utf-16-le 41,1F469": "ok 41003DD869DC",
        "decode utf-16-be 0041D83DDC69": "ok 41,1F469",
        "encode utf-32-be 0041,10FFFF": "ok 000000410010FFFF",
        "decode utf-32-le 69F40100": "ok 1F469",
        "encode iso-8859-1 FF": "ok FF",
        "decode iso-8859-1 80": "ok 80",
        "encode utf-8 -": "ok -",
        "decode utf-16-le -": "ok -",
    }
    assert numbered(talk, expected) == expected


def test_the_first_fault_is_told(talk, numbered):
    expected = {
        "encode utf-8 1F469,41,D800": "reject 2",
        "encode utf-32-be 41,110000": "reject 1",
        "encode utf-16-be D83D,DC69": "reject 0",
        "encode utf-8 FFFFFFFF": "reject 0",
        "encode iso-8859-1 41,100": "reject 1",
        "decode utf-8 41F09F91": "reject 1",
        "decode utf-16-be D83DDC69DC00": "reject 4",
        "decode utf-16-be DC000041": "reject 0",
        "decode utf-32-le 4100000000D80000": "reject 4",
    }
    assert numbered(talk, expected) == expected


def test_what_the_library_cannot_hold_is_unsupported(talk, numbered):
    requests = ["encode utf-8 100000000", "decode utf-16-be D80041", "decode utf-32-le 41000000410000"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}
