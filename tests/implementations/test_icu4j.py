"""The plug-in of ICU4J's charsets: that it asks ICU4J, where Java's own charsets answer otherwise."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("icu4j")


def test_the_version(plugin):
    (version,) = plugin("icu4j", "./plugin", "--version")([])
    assert version.startswith("ICU4J ")


# UTS #40, 2.5 and Table 1; ICU's table of code page 437; and what Java decodes of surrogates in UTF-32
def test_known_bytes(talk, numbered):
    expected = {
        "encode bocu-1 FEFF": "ok FBEE28",
        "decode bocu-1 9120920A91": "ok 41,20,42,A,41",
        "decode bocu-1 FB/EE/28": "ok FEFF",
        "encode cp437 3BC": "ok E6",
        "decode iso-8859-14 A1": "ok 1E02",
        "decode utf-32-be 0000D800": "reject -",
    }
    assert numbered(talk, expected) == expected


def test_it_tells_no_offset(talk, numbered):
    expected = {
        "encode ascii 41,E9": "reject -",
        "decode utf-8 41F09F91": "reject -",
        "decode bocu-1 91D000": "reject -",
    }
    assert numbered(talk, expected) == expected


# As its decoder does, asked by itself, when the limit of its input is first 1 and then 2: see its REPORT-bocu-1-below-zero.md
def test_a_cut_decides_whether_a_result_below_zero_is_taken(talk, numbered):
    expected = {"decode bocu-1 4FFF": "reject -", "decode bocu-1 4F/FF": "ok FFFF", "decode bocu-1 D0/01": "ok 80"}
    assert numbered(talk, expected) == expected
