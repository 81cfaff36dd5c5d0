"""The plug-in for libraries of npm, started as a process and spoken to by hand (docs/protocol.md), beside
what the libraries say when they are asked in another way."""

import json
import subprocess

import pytest

from encoding_conformance.data_folders import IMPLEMENTATIONS

NPM = IMPLEMENTATIONS / "npm"
OBJECT_IDENTIFIERS = ["node-asn1", "asn1.js", "asn1js", "node-forge"]
UTF_8 = ["iconv-lite", "stablelib-utf8", "text-encoding", "utf8.js", "utfx"]


def javascript(expression):
    """What an expression gives; None if it throws."""
    program = f"let seen = null; try {{ seen = {expression}; }} catch {{}} console.log(JSON.stringify(seen))"
    ended = subprocess.run(["node", "-e", program], cwd=NPM, capture_output=True, check=True, text=True)
    return json.loads(ended.stdout)


@pytest.mark.parametrize("library", OBJECT_IDENTIFIERS)
def test_known_counts(plugin, numbered, library):
    expected = {
        "encode kim-count 0,7F,80,3FFF,4000": "ok 007F8100FF7F818000",
        "decode kim-count 007F8100FF7F818000": "ok 0,7F,80,3FFF,4000",
        "encode kim-count -": "ok -",
        "decode kim-count -": "ok -",
        "decode kim-count 8005": "ok 5",
    }
    assert numbered(plugin(library), expected) == expected


@pytest.mark.parametrize("library", UTF_8)
def test_known_text(plugin, numbered, library):
    expected = {
        "encode utf-8 41,E9,FEFF,1F4A9": "ok 41C3A9EFBBBFF09F92A9",
        "decode utf-8 EFBBBF41F09F92A9": "ok FEFF,41,1F4A9",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
    }
    assert numbered(plugin(library), expected) == expected


TRUNCATED = {
    "node-asn1": "new (require('asn1').Ber.Reader)(bytes).readOID()",
    "asn1.js": "require('asn1.js').define('I', function () { this.objid(); }).decode(bytes, 'der').join('.')",
    "asn1js": "((read) => read.offset < 0 ? null : read.result.getValue())(require('asn1js').fromBER(bytes))",
    "node-forge": "require('node-forge').asn1.derToOid(bytes.subarray(2).toString('latin1'))",
}


@pytest.mark.parametrize("library", OBJECT_IDENTIFIERS)
def test_a_truncated_count_is_what_the_library_says_of_a_truncated_identifier(plugin, numbered, library):
    talk = plugin(library)
    dotted = javascript(TRUNCATED[library].replace("bytes", "Buffer.from('06052b00000581', 'hex')"))
    _, *arcs = dotted.split(".")[3:] if dotted else [None]
    expected = f"ok {','.join(arcs)}" if dotted else "reject -"
    assert numbered(talk, ["decode kim-count 0581"]) == {"decode kim-count 0581": expected}


ILL_FORMED = ["80", "8280", "C3", "C080", "EDA080", "F4908080", "FF41"]
DECODERS = {
    "iconv-lite": "require('iconv-lite').decode(bytes, 'utf-8')",
    "stablelib-utf8": "require('@stablelib/utf8').decode(bytes)",
    "text-encoding": "new (require('text-encoding').TextDecoder)('utf-8', { fatal: true }).decode(bytes)",
    "utf8.js": "require('utf8').decode(bytes.toString('latin1'))",
}


@pytest.mark.parametrize("data", ILL_FORMED)
@pytest.mark.parametrize("library", DECODERS)
def test_ill_formed_bytes_are_what_the_library_says(plugin, numbered, library, data):
    talk = plugin(library)
    text = javascript(DECODERS[library].replace("bytes", f"Buffer.from('{data}', 'hex')"))
    expected = "reject -" if text is None else f"ok {','.join(f'{ord(character):X}' for character in text)}"
    assert numbered(talk, [f"decode utf-8 {data}"]) == {f"decode utf-8 {data}": expected}


def test_utfx_says_more_than_it_should(plugin, numbered):
    expected = {
        "decode utf-8 C041": "ok 1",
        "decode utf-8 80": "reject -",
        "decode utf-8 E282": "reject -",
        "encode utf-8 D800": "ok EDA080",
        "encode utf-8 20000000000000": "unsupported",
    }
    assert numbered(plugin("utfx"), expected) == expected


# What bocu-stream's readBocuString gives for a buffer; its strings end with a byte 00
def test_bocu_stream_decodes_and_does_not_encode(plugin, numbered):
    expected = {
        "decode bocu-1 9120920A91": "ok 41,20,42,A,41",
        "decode bocu-1 910091": "ok 41",
        "decode bocu-1 4FFF": "reject -",
        "decode bocu-1 FBEE": "reject -",
        "encode bocu-1 41": "unsupported",
    }
    assert numbered(plugin("bocu-stream"), expected) == expected


# As `iconv.encode(text, name)` and `iconv.decode(buffer, name)` show it with neither mark added nor taken away
def test_iconv_lite_hides_every_fault(plugin, numbered):
    expected = {
        "encode utf-16-le FEFF,41": "ok FFFE4100",
        "decode utf-16-le FFFE4100": "ok FEFF,41",
        "decode utf-32-be 0000D83D0000DCA9": "ok 1F4A9",
        "decode utf-32-be 00110000": "ok FFFD",
        "decode utf-16-be 0041D8": "ok 41",
        "encode iso-8859-2 20AC": "ok 3F",
        "decode iso-8859-3 A5": "ok FFFD",
    }
    assert numbered(plugin("iconv-lite"), expected) == expected


def test_text_encoding_is_fatal_both_ways(plugin, numbered):
    expected = {
        "encode iso-8859-7 20AC": "ok A4",
        "encode iso-8859-2 20AC": "reject -",
        "decode iso-8859-3 A5": "reject -",
        "encode utf-16-be 1F4A9": "ok D83DDCA9",
        "encode utf-8 DCA9": "ok EFBFBD",
    }
    assert numbered(plugin("text-encoding"), expected) == expected


@pytest.mark.parametrize("library", ["iconv-lite", "text-encoding"])
def test_what_is_cut_is_put_together(plugin, numbered, library):
    expected = {
        "decode utf-8 F0/9F92/A9": "ok 1F4A9",
        "decode utf-16-le 3D/D8A9/DC": "ok 1F4A9",
        "decode utf-8 /41/": "ok 41",
    }
    assert numbered(plugin(library), expected) == expected
    (hello,) = plugin(library)(["0 hello 1"])
    assert hello.endswith(" chunks")


@pytest.mark.parametrize("library", ["iconv-lite", "stablelib-utf8", "text-encoding", "utf8.js"])
def test_what_no_string_holds(plugin, numbered, library):
    requests = ["encode utf-8 110000", "encode utf-8 D83D,DCA9"]
    assert set(numbered(plugin(library), requests).values()) == {"unsupported"}


def test_the_limits_of_forge_are_no_rejections(plugin, numbered):
    expected = {
        "encode kim-count FFFFFFFF": "ok 8FFFFFFF7F",
        "encode kim-count 100000000": "unsupported",
        "decode kim-count 8FFFFFFFFFFFFFFF7F": "unsupported",
    }
    assert numbered(plugin("node-forge"), expected) == expected


@pytest.mark.parametrize("library", ["node-asn1", "asn1.js"])
def test_a_negative_arc_is_neither_a_value_nor_a_rejection(plugin, library):
    talk = plugin(library)
    with pytest.raises(ChildProcessError, match="NoCount.*: -2147483648"):
        talk(["1 decode kim-count 8880808000"])


def test_asn1js_tells_of_arcs_that_it_makes_no_number_of(plugin, numbered):
    expected = {
        "decode kim-count 8FFFFFFFFFFFFF7F": "ok 1FFFFFFFFFFFFF",
        "decode kim-count 9080808080808000": "unsupported",
    }
    assert numbered(plugin("asn1js"), expected) == expected
