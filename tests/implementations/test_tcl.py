"""The plug-in of Tcl's command encoding, asked by hand and compared with Tcl itself (docs/protocol.md)."""

import subprocess
import sys

import pytest

UTF_16 = "utf-16-le" if sys.byteorder == "little" else "utf-16-be"


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("tcl")


def units(*codes: int) -> str:
    """The code units as they are in memory, in hex digits."""
    return b"".join(code.to_bytes(2, sys.byteorder) for code in codes).hex()


def test_the_version(plugin):
    (version,) = plugin("tcl", "tclsh8.6", "plugin.tcl", "--version")([])
    assert version.startswith("Tcl 8.6.")


# Digits that an expression would take for numbers are among them
def test_known_values(talk, numbered):
    expected = {
        "encode utf-8 0,41,1F469": "ok 0041f09f91a9",
        "decode utf-8 0041F09F91A9": "ok 0,41,1F469",
        "encode ascii 0": "ok 00",
        "encode ascii 10,0": "ok 1000",
        "encode utf-8 10000,10FFFF": "ok f0908080f48fbfbf",
        f"encode {UTF_16} 41,1F469": f"ok {units(0x41, 0xD83D, 0xDC69)}",
        f"decode {UTF_16} {units(0x41, 0xD83D, 0xDC69)}": "ok 41,1F469",
        "decode iso-8859-2 A1": "ok 104",
        "encode cp437 2554,2550,2557": "ok c9cdbb",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
        "encode utf-8 00000000000000000041": "ok 41",
    }
    assert numbered(talk, expected) == expected


@pytest.mark.parametrize("data", ["41C080", "EDA080", "F4908080", "C3", "FF41", "EDA0BDEDB1A9"])
def test_what_is_ill_formed_is_as_tcl_has_it(talk, data):
    text = f"[encoding convertfrom utf-8 [binary decode hex {data}]]"
    program = f"puts [lmap character [split {text} {{}}] {{ scan $character %c }}]"
    (reply,) = talk([f"1 decode utf-8 {data}"])
    said = subprocess.run(["tclsh8.6"], input=program, capture_output=True, text=True, check=True).stdout
    assert reply == "1 ok " + ",".join(f"{int(code):X}" for code in said.split())


def test_what_tcl_drops_or_replaces_is_passed_on(talk, numbered):
    expected = {
        "encode ascii 41,7F": "ok 413f",
        "encode iso-8859-1 20AC": "ok 3f",
        f"decode {UTF_16} {units(0x41)}42": "ok 41",
        "encode utf-8 D800": "ok eda080",
    }
    assert numbered(talk, expected) == expected


def test_what_the_library_cannot_hold_is_unsupported(talk, numbered):
    requests = ["encode utf-8 110000", f"encode utf-8 {'F' * 40}"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}
