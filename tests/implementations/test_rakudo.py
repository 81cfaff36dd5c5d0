"""The plug-in of Raku's strings and blobs, spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("rakudo")


def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "decode utf-8 41C080": "reject -",
        "encode utf-8 41,D800": "reject -",
        "encode utf-8 110000": "reject -",
        "encode utf-16-le 1F469": "ok 3DD869DC",
        "decode utf-16-be D83D0041": "reject -",
        "decode ascii 80": "reject -",
        "encode iso-8859-1 E9": "ok E9",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
        f"encode utf-8 {'F' * 40}": "unsupported",
    }
    assert numbered(talk, expected) == expected


def test_a_string_is_normalized_and_a_mark_is_dropped(talk, numbered):
    expected = {"encode utf-8 65,301": "ok C3A9", "decode utf-8 65CC81": "ok E9", "decode utf-8 EFBBBF41": "ok 41"}
    assert numbered(talk, expected) == expected


# As REPORT.md has it
def test_unpaired_surrogates_are_written_as_utf_16(talk, numbered):
    expected = {"encode utf-16-be 41,D800": "ok 0041D800", "decode utf-16-be 0041D800": "reject -"}
    assert numbered(talk, expected) == expected
