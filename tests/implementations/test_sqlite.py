"""The plug-in of SQLite, spoken to by hand (docs/protocol.md)."""


# What a comment in src/utf.c of SQLite says of ill-formed UTF-8, and https://sqlite.org/invalidutf.html of all else
def test_it_encodes_by_sql_and_decodes_by_conversion(plugin, numbered):
    expected = {
        "encode utf-8 41,0,E9,1F469": "ok 4100C3A9F09F91A9",
        "encode utf-8 110000,D800": "ok EFBFBDEDA080",
        "encode utf-16-be 1F469,FEFF,D800": "ok D83DDC69FEFFFFFD",
        "encode utf-16-le 1F469": "ok 3DD869DC",
        "encode utf-16-le -": "ok -",
        "decode utf-8 4100C3A9F09F91A9": "ok 41,0,E9,1F469",
        "decode utf-8 80C3EDA080": "ok 80,FFFD,FFFD",
        "decode utf-16-be D83DDC690041": "ok 1F469,41",
        "decode utf-16-be DC69D83D": "ok 2A43D",
        "decode utf-16-le 00D8": "ok D800",
        "decode utf-16-le 410042": "ok 41",
        "decode utf-8 -": "ok -",
    }
    assert numbered(plugin("sqlite"), expected) == expected
