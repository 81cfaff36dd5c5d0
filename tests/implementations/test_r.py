"""The plug-in of R's utf8ToInt and intToUtf8, spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("r")


def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41f09f91a9",
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "decode utf-8 41C080": "reject -",
        "decode utf-8 EDA080": "reject -",
        "encode utf-8 41,D800": "reject -",
        "encode utf-8 7FFFFFFF": "reject -",
        "encode utf-8 80000000": "unsupported",
        f"encode utf-8 {'F' * 40}": "unsupported",
        f"encode utf-8 {'0' * 40}41": "ok 41",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
    }
    assert numbered(talk, expected) == expected


def test_nul_is_dropped_or_cannot_be_asked(talk, numbered):
    expected = {"encode utf-8 41,0,42": "ok 4142", "decode utf-8 410042": "unsupported"}
    assert numbered(talk, expected) == expected
