"""The plug-in of encoding_rs, spoken to by hand (docs/protocol.md)."""


# The manual of encoding_rs says of Malformed how many bytes are ill-formed, and how many were read after them
def test_the_place_of_a_fault(plugin, numbered):
    expected = {
        "decode utf-8 41F0/9F/41": "reject 1",
        "decode utf-8 41F0/9F91/A9": "ok 41,1F469",
        "decode utf-8 41/42F09F": "reject 2",
        "decode utf-16-be 0041D8/3D0041": "reject 2",
        "decode utf-16-le 3DD869DC4100": "ok 1F469,41",
        "decode iso-8859-3 41/A5": "reject 1",
        "decode iso-8859-1 80/FF": "ok 80,FF",
        "encode iso-8859-7 41,20AC": "ok 41A4",
        "encode iso-8859-2 41,1F469,20AC": "reject 1",
        "encode iso-8859-1 E9,FF,100": "reject 2",
        "encode utf-16-be 1F469": "ok D83DDC69",
        "encode utf-8 41,D800": "reject 1",
    }
    assert numbered(plugin("encoding-rs"), expected) == expected


def test_the_decoder_that_replaces(plugin, numbered):
    expected = {
        "decode utf-8 E28241": "ok FFFD,41",
        "decode utf-8 E2/82": "ok FFFD",
        "decode utf-16-be D83D00": "ok FFFD",
        "decode iso-8859-3 A5": "ok FFFD",
    }
    assert numbered(plugin("encoding-rs-replace"), expected) == expected
