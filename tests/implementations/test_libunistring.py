"""libunistring's plug-in, compared with the library called from Python (docs/protocol.md)."""

import ctypes

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("libunistring")


@pytest.fixture(scope="module")
def library(c_library):
    library = c_library("unistring")
    library.u8_check.restype = ctypes.c_void_p
    library.u8_check.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    return library


def test_results_and_where_they_stop(talk, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "encode utf-8 -": "ok -",
        "decode utf-16-le -": "ok -",
        "encode utf-16-le -": "ok -",
        "decode utf-8 4100F09F91A9": "ok 41,0,1F469",
        "encode utf-8 41,0,1F469": "ok 4100F09F91A9",
        "encode utf-8 41,D800": "reject 1",
        "encode utf-8 41,E9,110000": "reject 2",
        "encode utf-8 100000041": "unsupported",
        "decode utf-16-le 3DD869DC4100": "ok 1F469,41",
        "encode utf-16-le 1F469,41": "ok 3DD869DC4100",
        "decode utf-16-le 3DD84100": "reject 0",
        "decode utf-16-le 410069DC": "reject 2",
        "decode utf-16-le 41003DD8": "reject 2",
        "decode utf-16-le 410041": "unsupported",
    }
    assert numbered(talk, expected) == expected


@pytest.mark.parametrize("data", ["80", "C3A9C080", "41E282", "EDA080", "41F4908080", "4142FF43", "41F09F9142"])
def test_a_rejection_is_where_u8_check_points(talk, library, data):
    text = ctypes.create_string_buffer(bytes.fromhex(data))
    offset = library.u8_check(ctypes.addressof(text), len(data) // 2) - ctypes.addressof(text)
    assert talk([f"1 decode utf-8 {data}"]) == [f"1 reject {offset} EILSEQ"]
