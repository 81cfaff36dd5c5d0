"""The plug-in of CLISP's encodings, spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("clisp")


def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "decode utf-8 0D0A41f09f91a9": "ok D,A,41,1F469",
        "decode utf-8 41C080": "reject -",
        "decode utf-8 EDA080": "reject -",
        "encode iso-8859-16 20AC": "ok A4",
        "encode utf-32-le 1F469": "ok 69F40100",
        "decode utf-32-be 000000": "reject -",
        "decode ascii 80": "reject -",
        "encode cp437 2554": "ok C9",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
        "encode utf-8 110000": "unsupported",
        f"encode utf-8 {'F' * 40}": "unsupported",
    }
    assert numbered(talk, expected) == expected


# As REPORT.md has it
def test_what_clisp_drops_or_takes_is_passed_on(talk, numbered):
    expected = {
        "decode utf-8 418042": "ok 41,42",
        "decode utf-8 80": "reject -",
        "encode utf-8 D800": "ok EDA080",
        "decode utf-32-be 0000D800": "ok D800",
    }
    assert numbered(talk, expected) == expected
