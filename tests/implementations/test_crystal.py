"""The plug-in of Crystal's strings, spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("crystal")


def test_the_version(plugin):
    (version,) = plugin("crystal", "./plugin", "--version")([])
    assert version.startswith("Crystal ")


def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41f09f91a9",
        "decode utf-8 41F09F91A9": "ok 41,1f469",
        "encode utf-16-le 1F469": "ok 3dd869dc",
        "decode utf-16-le 3DD869DC": "ok 1f469",
        "decode utf-16-le 41": "unsupported",
        "encode utf-8 41,D800": "reject 1",
        "encode utf-8 41,42,110000": "reject 2",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
        f"encode utf-8 {'F' * 40}": "unsupported",
    }
    assert numbered(talk, expected) == expected


def test_what_is_ill_formed_is_replaced(talk, numbered):
    expected = {
        "decode utf-8 41E282": "ok 41,fffd,fffd",
        "decode utf-8 EDA080": "ok fffd,fffd,fffd",
        "decode utf-16-le 3DD84100": "ok fffd,41",
    }
    assert numbered(talk, expected) == expected
