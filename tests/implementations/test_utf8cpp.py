"""The plug-in of UTF8-CPP, spoken to by hand (docs/protocol.md)."""

import sys

import pytest

UTF_16 = "utf-16-le" if sys.byteorder == "little" else "utf-16-be"


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("utf8cpp")


def units(*codes: int) -> str:
    """The code units as they are in memory, in hex digits."""
    return b"".join(code.to_bytes(2, sys.byteorder) for code in codes).hex().upper()


def test_known_values(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        f"encode {UTF_16} 41,1F469": f"ok {units(0x41, 0xD83D, 0xDC69)}",
        f"decode {UTF_16} {units(0x41, 0xD83D, 0xDC69)}": "ok 41,1F469",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
        f"encode {UTF_16} -": "ok -",
        f"decode {UTF_16} -": "ok -",
    }
    assert numbered(talk, expected) == expected


def test_an_exception_is_a_rejection_where_the_library_tells_where(talk, numbered):
    expected = {
        "encode utf-8 41,42,D800": "reject 2",
        "encode utf-8 FFFFFFFF": "reject 0",
        f"encode {UTF_16} 41,110000": "reject 1",
        "decode utf-8 41C080": "reject 1",
        "decode utf-8 41EDA080": "reject 1",
        "decode utf-8 C3A9F09F91": "reject 2",
        f"decode {UTF_16} {units(0x41, 0xDC69)}": "reject -",
        f"decode {UTF_16} {units(0x41, 0xD83D)}": "reject -",
    }
    assert numbered(talk, expected) == expected


def test_half_a_code_unit_and_a_value_of_more_than_32_bits_cannot_be_asked(talk, numbered):
    requests = [f"decode {UTF_16} 00", "encode utf-8 100000041"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}
