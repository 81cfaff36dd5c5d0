"""The plug-in of Haskell's package text, spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("haskell-text")


def test_the_version(plugin):
    (version,) = plugin("haskell-text", "./plugin", "--version")([])
    assert version.startswith("text ")


def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41f09f91a9",
        "decode utf-8 41F09F91A9": "ok 41,1f469",
        "decode utf-8 41C080": "reject -",
        "encode utf-16-le 1F469": "ok 3dd869dc",
        "encode utf-32-be 1F469": "ok 0001f469",
        "decode utf-32-le 41000000000000": "reject -",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
        "encode utf-8 110000": "unsupported",
        f"encode utf-8 {'F' * 40}": "unsupported",
    }
    assert numbered(talk, expected) == expected


def test_a_surrogate_is_replaced_by_pack(talk, numbered):
    expected = {"encode utf-8 41,D800": "ok 41efbfbd", "encode utf-16-be DFFF,41": "ok fffd0041"}
    assert numbered(talk, expected) == expected


def test_chunks_that_cut_characters(talk, numbered):
    expected = {
        "decode utf-8 F0/9F91/A9/41": "ok 1f469,41",
        "decode utf-8 F0/9F91/": "reject -",
        "decode utf-16-be D8/3D/DC/69": "ok 1f469",
        "decode utf-32-le 69/F4//0100": "ok 1f469",
    }
    assert numbered(talk, expected) == expected
