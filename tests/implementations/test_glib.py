"""GLib's plug-in, compared with the library called from Python (docs/protocol.md)."""

import ctypes
import ctypes.util

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("glib")


@pytest.fixture(scope="module")
def validated(plugin):
    return plugin("glib-validate")


@pytest.fixture(scope="module")
def to_ucs4():
    """g_utf8_to_ucs4 of the library: the values, or None for an error."""
    name = ctypes.util.find_library("glib-2.0")
    if name is None:
        pytest.skip("the library glib-2.0 is not there")
    function = ctypes.CDLL(name).g_utf8_to_ucs4
    function.restype = ctypes.POINTER(ctypes.c_uint32)
    written_to = ctypes.POINTER(ctypes.c_long)
    function.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_void_p, written_to, ctypes.c_void_p]

    def convert(data: bytes) -> list[int] | None:
        written = ctypes.c_long()
        result = function(data, len(data), None, written, None)
        return result[: written.value] if result else None

    return convert


def test_results_and_where_they_stop(talk, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "encode utf-8 -": "ok -",
        "decode utf-16-be -": "ok -",
        "encode utf-16-be -": "ok -",
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "decode utf-8 C3A9C080": "reject 2",
        "decode utf-8 41E282": "reject 1",
        "encode utf-8 41,80000000": "reject 1",
        "encode utf-8 100000041": "unsupported",
        "decode utf-8-31bit FDBFBFBFBFBF": "ok 7FFFFFFF",
        "decode utf-8-31bit 41C080": "reject 1",
        "decode utf-8-31bit 41C3A9E282": "reject 3",
        "decode utf-16-le 3DD869DC": "ok 1F469",
        "decode utf-16-be D83DDC69": "ok 1F469",
        "decode utf-16-be 0041DC69": "reject -",
        "encode utf-16-be 1F469,41": "ok D83DDC690041",
        "encode utf-16-le 1F469,41": "ok 3DD869DC4100",
        "encode utf-16-le 41,D800": "reject 1",
        "decode utf-16-le 410041": "unsupported",
    }
    assert numbered(talk, expected) == expected


@pytest.mark.parametrize("data", ["41C3A9", "41004200", "EDA080", "F4908080", "80", "C080", "E282", "FE80"])
def test_the_values_are_those_of_the_library(talk, to_ucs4, data):
    values = to_ucs4(bytes.fromhex(data))
    (reply,) = talk([f"1 decode utf-8-31bit {data}"])
    assert reply.startswith("1 reject 0 " if values is None else f"1 ok {','.join(f'{v:X}' for v in values)}")


def test_a_nul_ends_a_string(talk, numbered):
    expected = {
        "decode utf-8-31bit 410042": "ok 41",
        "decode utf-8 410042": "ok 41",
        "encode utf-8 41,0,42": "ok 41",
        "decode utf-16-be 004100000042": "ok 41",
        "encode utf-16-be 0": "ok -",
    }
    assert numbered(talk, expected) == expected


# The manual of g_utf8_validate_len: it rejects a NUL, and tells where the valid part ends.
def test_what_is_validated_is_converted(validated, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "decode utf-8 410042": "reject 1",
        "decode utf-8 41EDA080": "reject 1",
        "decode utf-8 C3A9F4908080": "reject 2",
        "encode utf-8 D800": "ok EDA080",
        "decode utf-16-be 0041": "unsupported",
    }
    assert numbered(validated, expected) == expected
