"""musl's plug-in, asked by hand, and its pieces (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("musl")


def test_results_and_where_iconv_stops(talk, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "encode utf-8 -": "ok -",
        "decode utf-8 4100F09F91A9": "ok 41,0,1F469",
        "decode utf-8 C3A9C080": "reject 2",
        "decode utf-8 41E282": "reject 1",
        "decode utf-16-be 0041D83D": "reject 2",
        "encode utf-16-be 41,1F469": "ok 0041D83DDC69",
        "encode utf-8 E9,1F469,D800": "reject 2",
        "encode iso-8859-16 20AC": "ok A4",
        "decode iso-8859-8 41FF": "reject 1",
        "encode cp437 2554,2550,2557": "ok C9CDBB",
    }
    assert numbered(talk, expected) == expected


def test_what_a_table_lacks_is_an_asterisk_and_what_is_no_character_is_rejected(talk, numbered):
    expected = {
        "encode ascii 41,E9,42": "ok 412A42",
        "encode iso-8859-1 E9,20AC": "ok E92A",
        "encode iso-8859-1 E9,D800": "reject 1",
        "encode iso-8859-1 110000": "reject 0",
    }
    assert numbered(talk, expected) == expected


def test_pieces_that_cut_sequences(talk, numbered):
    expected = {
        "decode utf-8 F0/9F92/A9": "ok 1F4A9",
        "decode utf-8 //41/E2/82": "reject 1",
        "decode utf-8 41/E2/82/": "reject 1",
        "decode utf-8 41E2/28/41": "reject 1",
        "decode utf-8 C0/E2": "reject 0",
        "decode utf-16-le 3D/D8/69/DC": "ok 1F469",
        "decode utf-32-be 00/00/00/41/00": "reject 4",
        "decode iso-8859-1 /E9/": "ok E9",
    }
    assert numbered(talk, expected) == expected
