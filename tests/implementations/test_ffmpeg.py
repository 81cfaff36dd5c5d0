"""FFmpeg's plug-ins, compared with the library called from Python (docs/protocol.md)."""

import ctypes
import ctypes.util

import pytest

ACCEPT_NON_CHARACTERS = 2  # AV_UTF8_FLAG_ACCEPT_NON_CHARACTERS


@pytest.fixture(scope="module")
def macros(plugin):
    return plugin("ffmpeg")


@pytest.fixture(scope="module")
def strict(plugin):
    return plugin("ffmpeg-strict")


@pytest.fixture(scope="module")
def av_utf8_decode():
    name = ctypes.util.find_library("avutil")
    if name is None:
        pytest.skip("the library avutil is not there")
    return ctypes.CDLL(name).av_utf8_decode


def test_the_macros(macros, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "encode utf-8 -": "ok -",
        "decode utf-8 4100F09F91A9": "ok 41,0,1F469",
        "decode utf-8 C080": "ok 0",
        "decode utf-8 C3A980": "reject 2",
        "decode utf-8 41E282": "reject 1",
        "decode utf-8 41FE80": "reject 1",
        "encode utf-8 D800,7FFFFFFF": "ok EDA080FDBFBFBFBFBF",
        "encode utf-8 100000041": "unsupported",
        "decode utf-16-be D83DDC690041": "ok 1F469,41",
        "decode utf-16-le 3DD869DC4100": "ok 1F469,41",
        "decode utf-16-be 0041D83D": "reject 2",
        "decode utf-16-be 0041DC69": "reject 2",
        "decode utf-16-be 004100": "unsupported",
        "encode utf-16-be 1F469,41": "ok D83DDC690041",
        "encode utf-16-le 1F469,41": "ok 3DD869DC4100",
    }
    assert numbered(macros, expected) == expected


@pytest.mark.parametrize("data", ["41", "C3A9", "EFBFBE", "F48FBFBF", "80", "C080", "E282", "EDA080", "F4908080", "FF"])
def test_a_code_point_is_what_av_utf8_decode_gives(strict, av_utf8_decode, data):
    text = ctypes.create_string_buffer(bytes.fromhex(data))
    at, value = ctypes.c_void_p(ctypes.addressof(text)), ctypes.c_int32()
    end = ctypes.c_void_p(at.value + len(data) // 2)
    status = av_utf8_decode(ctypes.byref(value), ctypes.byref(at), end, ACCEPT_NON_CHARACTERS)
    (reply,) = strict([f"1 decode utf-8 {data}"])
    assert reply.startswith(f"1 ok {value.value:X}" if status >= 0 else "1 reject 0 ")


def test_an_offset_is_where_the_code_point_begins(strict, numbered):
    expected = {"decode utf-8 41C3A9E282": "reject 3", "decode utf-8 4180": "reject 1"}
    assert numbered(strict, expected) == expected
