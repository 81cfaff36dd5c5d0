"""The plug-in of Emacs's coding systems, spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("emacs")


def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "decode utf-8 0D0A41f09f91a9": "ok D,A,41,1F469",
        "decode utf-8 41C080": "reject -",
        "encode utf-16-le 1F469": "ok 3DD869DC",
        "decode utf-16-be 00410D0A": "ok 41,D0A",
        "decode iso-8859-3 41A5": "reject -",
        "encode cp437 2554": "ok C9",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
        "encode utf-8-31bit 3FFF7F": "ok F88FBFBDBF",
        "decode utf-8-31bit F88FBFBDBF": "ok 3FFF7F",
        "decode utf-8-31bit F88FBFBE80": "reject -",
        "encode utf-8 3FFF80": "unsupported",
        f"encode utf-8 {'F' * 40}": "unsupported",
    }
    assert numbered(talk, expected) == expected


def test_the_default_character_is_passed_on(talk, numbered):
    expected = {
        "encode ascii 41,E9": "ok 413F",
        "encode iso-8859-1 41,20AC": "ok 4120",
        "encode utf-16-be 110000": "ok 0020",
    }
    assert numbered(talk, expected) == expected


# As the reports have it
def test_unpaired_surrogates_are_what_emacs_makes_of_them(talk, numbered):
    expected = {
        "decode utf-16-be D83D0041": "ok D8,3D,41",
        "decode utf-16-be DC690041": "ok DC69,41",
        "decode utf-16-be 0041D83D": "ok 41",
        "decode utf-16-be 0041004243": "ok 41,42,43",
        "decode utf-16-be 00410042C3": "reject -",
        "encode utf-8-31bit D800": "ok EDA080",
        "decode utf-8-31bit EDA080": "reject -",
    }
    assert numbered(talk, expected) == expected
