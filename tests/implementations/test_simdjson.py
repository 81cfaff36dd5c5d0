"""The plug-in of simdjson, spoken to by hand (docs/protocol.md)."""


# RFC 8259, 7: what a JSON string escapes, and pairs of escapes
def test_strings_of_json(plugin, numbered):
    expected = {
        "encode utf-8 22,5C,0,1F469": "ok 225C00F09F91A9",
        "encode utf-8 41,D83D": "reject -",
        "encode utf-8 D83D,DC69": "unsupported",
        "encode utf-8 110000": "unsupported",
        "encode utf-8 -": "ok -",
        "decode utf-8 225C001FC3A9F09F91A9": "ok 22,5C,0,1F,E9,1F469",
        "decode utf-8 41EDA080": "reject -",
        "decode utf-8 -": "ok -",
    }
    assert numbered(plugin("simdjson"), expected) == expected
