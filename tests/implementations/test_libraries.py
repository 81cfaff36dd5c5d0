"""Implementations that are shared libraries, asked through `conform serve`."""

import sys

import pytest

SERVE = (sys.executable, "-m", "encoding_conformance", "serve", "-i", ".")

# The Unicode Standard, tables 3-6 and 3-7, and 3.9, D91; UTS #40, 2.5; the registered table of ISO 8859-15
UTF_8 = {
    "encode utf-8 41,E9,20AC,1F469": "ok 41C3A9E282ACF09F91A9",
    "decode utf-8 41C3A9E282ACF09F91A9": "ok 41,E9,20AC,1F469",
    "decode utf-8 41F09F91": "reject 1",
    "decode utf-8 41EDA080": "reject 1",
    "encode utf-8 1F469,41,D800": "reject 2",
    f"encode utf-8 {'F' * 16}": "unsupported",
    f"decode utf-8 {'E282AC' * 5000}": f"ok {','.join(['000020AC'] * 5000)}",
    f"encode utf-8 {','.join(['20AC'] * 5000)}": f"ok {'E282AC' * 5000}",
    "encode utf-8 -": "ok -",
    "decode utf-8 -": "ok -",
}
UTF_16 = {
    "encode utf-16-le 41,1F469": "ok 41003DD869DC",
    "decode utf-16-be 0041D83DDC69": "ok 41,1F469",
    "decode utf-16-be 0041DC690041": "reject 2",
    "encode utf-16-be 41,DC00": "reject 1",
}
HALF_A_UNIT = {"decode utf-16-le 410041": "unsupported"}
OTHERS = {
    "decode bocu-1 FBEE28": "ok FEFF",
    "decode bocu-1 91D0": "reject 1",
    "encode iso-8859-15 41,20AC": "ok 41A4",
    "encode iso-8859-15 41,A4": "reject 1",
}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("icu-library", {**UTF_8, **UTF_16, **OTHERS}),
        ("simdutf", {**UTF_8, **UTF_16, **HALF_A_UNIT}),
        ("simdutf-fallback", {**UTF_8, **UTF_16, **HALF_A_UNIT}),
    ],
)
def test_known_bytes_and_where_faults_begin(plugin, numbered, name, expected):
    assert numbered(plugin(name, *SERVE), expected) == expected
