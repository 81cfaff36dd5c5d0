"""The plug-ins of Qt 5 and Qt 6, spoken to by hand (docs/protocol.md)."""

import pytest


# The manuals of QTextDecoder and QStringConverter say how they tell of a failure
@pytest.mark.parametrize("name", ["qt5", "qt6"])
def test_what_they_tell_of(plugin, numbered, name):
    expected = {
        "encode utf-8 FEFF,41,1F469": "ok EFBBBF41F09F91A9",
        "encode utf-8 D83D,41": "reject -",
        "encode utf-8 D83D,DC69": "unsupported",
        "encode utf-8 110000": "unsupported",
        "encode utf-16-be FEFF,1F469": "ok FEFFD83DDC69",
        "decode utf-8 EFBBBFF09F91A9": "ok FEFF,1F469",
        "decode utf-8 F09F91": "reject -",
        "decode utf-8 41FF": "reject -",
        "decode utf-16-le FFFE3DD869DC": "ok FEFF,1F469",
        "decode utf-16-be D83D": "ok D83D",
        "decode utf-32-le FFFE000069F40100": "ok FEFF,1F469",
    }
    assert numbered(plugin(name), expected) == expected


def test_what_is_cut_is_put_together(plugin, numbered):
    expected = {
        "decode utf-8 F0/9F91/A9": "ok 1F469",
        "decode utf-8 41/F09F": "reject -",
        "decode utf-16-be D8/3DDC/69": "ok 1F469",
        "decode iso-8859-3 41/A5": "ok 41,FFFD",
    }
    assert numbered(plugin("qt5"), expected) == expected


# implementations/qt5/REPORT-memory.md
def test_qt_5_adds_bytes_to_utf_32(plugin):
    (reply,) = plugin("qt5")(["1 encode utf-32-be 1F469"])
    assert reply.startswith("1 ok 0001F469") and len(reply) == len("1 ok 0001F469") + 8
