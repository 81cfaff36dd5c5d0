"""The plug-in of D's std.utf and std.encoding, spoken to by hand (docs/protocol.md)."""

import sys

import pytest

ORDER = "le" if sys.byteorder == "little" else "be"


@pytest.fixture(scope="module", params=["gdc", "gdc-encoding"])
def library(request):
    return request.param


@pytest.fixture(scope="module")
def talk(plugin, library):
    return plugin(library)


def units(size: int, *codes: int) -> str:
    """The code units as they are in memory, in hex digits."""
    return b"".join(code.to_bytes(size, sys.byteorder) for code in codes).hex().upper()


def test_the_version(plugin):
    (version,) = plugin("gdc", "./plugin", "version")([])
    assert version.startswith("GDC, D 2.")


def test_known_values(talk, numbered):
    utf_16, utf_32 = units(2, 0x41, 0xD83D, 0xDC69), units(4, 0x41, 0x1F469)
    expected = {
        "encode utf-8 0,41,1F469": "ok 0041F09F91A9",
        "decode utf-8 0041f09f91a9": "ok 0,41,1F469",
        f"encode utf-16-{ORDER} 41,1F469": f"ok {utf_16}",
        f"decode utf-16-{ORDER} {utf_16}": "ok 41,1F469",
        f"encode utf-32-{ORDER} 41,1F469": f"ok {utf_32}",
        f"decode utf-32-{ORDER} {utf_32}": "ok 41,1F469",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
        "encode utf-8 00000000000000000041": "ok 41",
    }
    assert numbered(talk, expected) == expected


def test_a_rejection_is_where_the_library_stops(talk, numbered):
    expected = {
        "encode utf-8 41,42,D800": "reject 2",
        "encode utf-8 FFFFFFFF": "reject 0",
        f"encode utf-16-{ORDER} 41,D800": "reject 1",
        "decode utf-8 C3A9C080": "reject 2",
        "decode utf-8 41F09F91": "reject 1",
        f"decode utf-16-{ORDER} {units(2, 0x41, 0xDC69)}": "reject 2",
        f"decode utf-32-{ORDER} {units(4, 0x41, 0xD800)}": "reject 4",
    }
    assert numbered(talk, expected) == expected


# The names are those of EncodingScheme's documentation
def test_only_std_encoding_has_tables(library, talk, numbered):
    if library == "gdc-encoding":
        expected = {
            "decode iso-8859-2 A1": "ok 104",
            "encode iso-8859-2 104": "ok A1",
            "encode iso-8859-1 E9,104": "reject 1",
            "decode ascii 4180": "reject 1",
        }
    else:
        expected = {"decode iso-8859-2 A1": "unsupported", "encode ascii 41": "unsupported"}
    assert numbered(talk, expected) == expected


def test_what_the_library_cannot_hold_is_unsupported(talk, numbered):
    requests = [f"decode utf-16-{ORDER} 00", f"decode utf-32-{ORDER} 0000", "encode utf-8 100000041"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}
