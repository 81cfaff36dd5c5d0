"""The plug-in of uconv, spoken to by hand (docs/protocol.md)."""


# As `uconv -f … -t …; echo $?` shows it; implementations/uconv/REPORT.md is about the one that should be rejected
def test_the_exit_status_decides(plugin, numbered):
    expected = {
        "decode iso-8859-3 41A1": "ok 41,126",
        "decode iso-8859-3 41A5": "reject -",
        "decode iso-8859-3 A541A5": "reject -",
        "decode iso-8859-3 A5": "ok -",
        "encode iso-8859-3 41,126": "ok 41A1",
        "encode iso-8859-3 41,20AC": "reject -",
        "encode iso-8859-3 100000000": "unsupported",
        "encode iso-8859-3 -": "ok -",
    }
    assert numbered(plugin("uconv"), expected) == expected
