"""The plug-in of Nim's module unicode, spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("nim")


def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 0,41,1F469": "ok 0041F09F91A9",
        "decode utf-8 0041f09f91a9": "ok 0,41,1F469",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
        "encode utf-8 7FFFFFFF": "ok FDBFBFBFBFBF",
        "encode utf-8 80000000": "unsupported",
        f"encode utf-8 {'F' * 40}": "unsupported",
        f"encode utf-8 {'0' * 40}41": "ok 41",
    }
    assert numbered(talk, expected) == expected


# As the issues say that the manifest names
def test_what_validate_utf8_takes_is_passed_on(talk, numbered):
    expected = {
        "decode utf-8 41C080": "reject 1",
        "decode utf-8 4180": "reject 1",
        "decode utf-8 E282": "reject 0",
        "decode utf-8 E080AF": "ok 2F",
        "decode utf-8 EDA080": "ok D800",
        "decode utf-8 F7BFBFBF": "ok 1FFFFF",
        "encode utf-8 D800": "ok EDA080",
    }
    assert numbered(talk, expected) == expected
