"""utf8proc's plug-in, compared with the library called from Python (docs/protocol.md)."""

import ctypes

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("utf8proc")


@pytest.fixture(scope="module")
def library(c_library):
    library = c_library("utf8proc")
    library.utf8proc_iterate.restype = ctypes.c_ssize_t
    library.utf8proc_iterate.argtypes = [ctypes.c_char_p, ctypes.c_ssize_t, ctypes.POINTER(ctypes.c_int32)]
    return library


def test_results_and_where_they_stop(talk, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "encode utf-8 -": "ok -",
        "decode utf-8 4100F09F91A9": "ok 41,0,1F469",
        "decode utf-8 C3A9E282": "reject 2",
        "encode utf-8 41,0,1F469": "ok 4100F09F91A9",
        "encode utf-8 41,D800": "ok 41EDA080",
        "encode utf-8 41,110000": "reject 1",
        "encode utf-8 7FFFFFFF": "reject 0",
        "encode utf-8 80000000": "unsupported",
        "encode utf-8 100000041": "unsupported",
    }
    assert numbered(talk, expected) == expected


@pytest.mark.parametrize("data", ["41", "C3A9", "EFBFBE", "F48FBFBF", "80", "C080", "E282", "EDA080", "F4908080", "FF"])
def test_a_code_point_is_what_utf8proc_iterate_gives(talk, library, data):
    value = ctypes.c_int32()
    taken = library.utf8proc_iterate(bytes.fromhex(data), len(data) // 2, value)
    (reply,) = talk([f"1 decode utf-8 {data}"])
    assert reply.startswith(f"1 ok {value.value:X}" if taken > 0 else "1 reject 0 ")
