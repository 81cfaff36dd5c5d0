"""GNAT's plug-in, asked by hand and compared with what the library's source says (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("gnat")


def test_the_version(plugin):
    (version,) = plugin("gnat", "./plugin", "--version")([])
    assert version.startswith("GNAT ")


def test_known_values(talk, numbered):
    expected = {
        "encode utf-8 0,41,1F469": "ok 0041F09F91A9",
        "decode utf-8 0041f09f91a9": "ok 0,41,1F469",
        "encode utf-16-be 41,1F469": "ok 0041D83DDC69",
        "decode utf-16-le 41003DD869DC": "ok 41,1F469",
        "encode utf-8 -": "ok -",
        "decode utf-16-be -": "ok -",
        "encode utf-8 00000000000000000041": "ok 41",
        "encode utf-8 7FFFFFFF": "reject -",
        "encode utf-8 80000000": "unsupported",
    }
    assert numbered(talk, expected) == expected


# As the reports and a-suezst.adb have it
def test_what_the_library_takes_or_drops_is_passed_on(talk, numbered):
    expected = {
        "decode utf-8 C0AF": "ok 2F",
        "decode utf-8 EDA080": "ok D800",
        "decode utf-8 F7BFBFBF": "ok 1FFFFF",
        "decode utf-16-be FEFFFEFF": "ok -",
        "encode utf-16-be FEFF,41": "ok 0041",
        "encode utf-8 FEFF,41": "ok EFBBBF41",
    }
    assert numbered(talk, expected) == expected


def test_what_encoding_error_says_is_the_free_text_and_no_offset(talk):
    assert talk(["7 decode utf-8 C3A9C3", "8 encode utf-8 41,D800"]) == [
        "7 reject - bad input at Item (3)",
        "8 reject - bad input at Item (2)",
    ]
