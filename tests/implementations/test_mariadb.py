"""The plug-in of MariaDB's character sets, spoken to by hand (docs/protocol.md)."""


# As `SELECT HEX(CONVERT(_utf8mb4 X'…' USING …))` shows it
def test_mb_wc_and_wc_mb(plugin, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "encode utf-16-be 1F469": "ok D83DDC69",
        "encode utf-16-be 41,D83D": "reject 1",
        "encode utf-32-be D83D": "ok 0000D83D",
        "encode iso-8859-7 41,20AC": "reject 1",
        "decode utf-8 41EDA080": "ok 41,D800",
        "decode utf-8 41E282": "reject 1",
        "decode utf-16-le 41003DD8": "reject 2",
        "decode utf-32-be 00110000": "reject 0",
        "decode iso-8859-8 AF": "ok 203E",
        "decode ascii 4180": "reject 1",
    }
    assert numbered(plugin("mariadb"), expected) == expected
