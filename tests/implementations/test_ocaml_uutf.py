"""The plug-in of OCaml's Uutf, started as a process and spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("ocaml-uutf")


# A U+FEFF at the start is folded over like any other, says Uutf's documentation of its folds
def test_known_values(talk, numbered):
    expected = {
        "encode utf-8 0,41,1F469": "ok 0041F09F91A9",
        "decode utf-8 0041f09f91a9": "ok 0,41,1F469",
        "encode utf-16-be 41,1F469": "ok 0041D83DDC69",
        "decode utf-16-le 41003DD869DC": "ok 41,1F469",
        "decode utf-8 EFBBBF41": "ok FEFF,41",
        "decode utf-16-le FFFE4100": "ok FEFF,41",
        "encode utf-8 -": "ok -",
        "decode utf-16-be -": "ok -",
        "encode utf-8 00000000000000000041": "ok 41",
    }
    assert numbered(talk, expected) == expected


def test_the_first_that_is_malformed_is_the_rejection(talk, numbered):
    expected = {
        "decode utf-8 41C08041FF": "reject 1",
        "decode utf-8 C3A9F09F91": "reject 2",
        "decode utf-16-be 0041DC690041": "reject 2",
        "decode utf-16-le 410042": "reject 2",
        "encode utf-8 41,42,D800": "reject 2",
        "encode utf-16-be 110000": "reject 0",
        f"encode utf-8 41,{'F' * 15}": "reject 1",
    }
    assert numbered(talk, expected) == expected


def test_what_the_library_cannot_hold_is_unsupported(talk, numbered):
    requests = [f"encode utf-8 1{'0' * 15}", f"encode utf-8 {'F' * 40}"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}
