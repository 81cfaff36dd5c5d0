"""The plug-in of Racket's strings and byte converters, spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("racket")


def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41f09f91a9",
        "decode utf-8 41F09F91A9": "ok 41,1f469",
        "encode utf-16-le 1F469": "ok 3dd869dc",
        "encode iso-8859-1 E9": "ok e9",
        "encode iso-8859-1 100": "reject -",
        "encode utf-8 41,42,D800": "reject 2",
        f"encode utf-8 41,{'F' * 40}": "reject 1",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
    }
    assert numbered(talk, expected) == expected


def test_where_a_converter_stops_in_pieces(talk, numbered):
    expected = {
        "decode utf-8 41/C3/A9/C080": "reject 3",
        "decode utf-8 41/F0/9F//91": "reject 1",
        "decode utf-8 41/ED/A0/80": "reject 1",
        "decode utf-16-le 3D/D869/DC": "ok 1f469",
        "decode utf-16-le 3DD8/4100": "reject -",
        "decode utf-16-le 41003DD8": "reject -",
        "decode utf-16-le 69DC": "reject -",
        "decode iso-8859-1 /E9/": "ok e9",
    }
    assert numbered(talk, expected) == expected
