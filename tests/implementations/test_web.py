"""The plug-ins of programs that have TextDecoder and TextEncoder beside Node.js, spoken to by hand (docs/protocol.md)."""

import pytest

NAMES = ["bun", "chromium", "deno", "node-current"]


# The Encoding Standard, 7.1 and 7.4, as in the test of Node.js
@pytest.mark.parametrize("name", NAMES)
def test_the_text_decoder_and_encoder(plugin, numbered, name):
    expected = {
        "decode utf-8 F0/9F91/A9": "ok 1F469",
        "decode utf-8 EFBBBF41": "ok FEFF,41",
        "decode utf-8 F09F91": "reject -",
        "decode utf-16-be D83DDC69": "ok 1F469",
        "decode utf-16-le 00D8": "reject -",
        "decode iso-8859-16 A4": "ok 20AC",
        "decode iso-8859-8 FF": "reject -",
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "encode utf-8 D83D": "ok EFBFBD",
        "encode utf-8 D83D,DC69": "unsupported",
        "encode iso-8859-2 41": "unsupported",
    }
    assert numbered(plugin(name), expected) == expected


@pytest.mark.parametrize("name", ["bun-buffer", "deno-buffer", "node-current-buffer"])
def test_the_buffer_replaces(plugin, numbered, name):
    expected = {
        "decode utf-8 41E28241": "ok 41,FFFD,41",
        "decode utf-8 EDA080": "ok FFFD,FFFD,FFFD",
        "encode utf-8 1F469,D800": "ok F09F91A9EFBFBD",
    }
    assert numbered(plugin(name), expected) == expected
