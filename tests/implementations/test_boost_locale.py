"""The plug-in of Boost.Locale's utf_to_utf, spoken to by hand (docs/protocol.md)."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("boost-locale")


def test_the_version(plugin):
    (version,) = plugin("boost-locale", "./plugin", "--version")([])
    assert version.startswith("Boost 1.")


def test_results_and_refusals(talk, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "encode utf-16-le -": "ok -",
        "decode utf-8 4100F09F91A9": "ok 41,0,1F469",
        "encode utf-8 41,0,1F469": "ok 4100F09F91A9",
        "encode utf-8 D800": "reject -",
        "decode utf-8 F4908080": "reject -",
        "encode utf-8 100000041": "unsupported",
        "decode utf-16-le 3DD869DC4100": "ok 1F469,41",
        "encode utf-16-le 1F469,41": "ok 3DD869DC4100",
        "decode utf-16-le 3DD84100": "reject -",
        "decode utf-16-le 410041": "unsupported",
    }
    assert numbered(talk, expected) == expected
