"""libxml2's plug-in, compared with the library called from Python (docs/protocol.md)."""

import ctypes

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("libxml2")


@pytest.fixture(scope="module")
def library(c_library):
    return c_library("xml2")


def test_results_and_where_they_stop(talk, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "encode utf-8 -": "ok -",
        "decode utf-8 4100F09F91A9": "ok 41,0,1F469",
        "decode utf-8 C3A9E282": "reject 2",
        "encode utf-8 41,0,1F469": "ok 4100F09F91A9",
        "encode utf-8 41,D800": "ok 41EDA080",
        "encode utf-8 41,110000": "reject 1",
        "encode utf-8 80000041": "unsupported",
    }
    assert numbered(talk, expected) == expected


@pytest.mark.parametrize("data", ["41", "C3A9", "F48FBFBF", "80BF", "80", "C080", "E282", "EDA080", "F4908080", "FF"])
def test_a_character_is_what_xml_get_utf8_char_gives(talk, library, data):
    size = ctypes.c_int(len(data) // 2)
    value = library.xmlGetUTF8Char(bytes.fromhex(data), ctypes.byref(size))
    (reply,) = talk([f"1 decode utf-8 {data}"])
    assert reply == (f"1 ok {value:X}" if value >= 0 else "1 reject 0 xmlGetUTF8Char")
