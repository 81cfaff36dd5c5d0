"""The plug-in of Zig's std.unicode, spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("zig")


def test_the_version(plugin):
    (version,) = plugin("zig", "./plugin", "--version")([])
    assert version.startswith("Zig ")


def test_results_and_refusals(talk, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "encode utf-8 -": "ok -",
        "decode utf-16-le -": "ok -",
        "encode utf-16-le -": "ok -",
        "decode utf-8 4100F09F91A9": "ok 41,0,1F469",
        "encode utf-8 41,0,1F469": "ok 4100F09F91A9",
        "encode utf-8 41,D800": "reject 1",
        "encode utf-8 41,E9,110000": "reject 2",
        "encode utf-8 41,200000": "unsupported",
        "decode utf-8 41C080": "reject -",
        "decode utf-16-le 3DD869DC4100": "ok 1F469,41",
        "encode utf-16-le 1F469,41": "ok 3DD869DC4100",
        "encode utf-16-le 41,DC00": "reject 1",
        "decode utf-16-le 3DD84100": "reject -",
        "decode utf-16-le 410041": "unsupported",
    }
    assert numbered(talk, expected) == expected
