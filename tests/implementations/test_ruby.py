"""Ruby's plug-ins, asked by hand and compared with Ruby itself (docs/protocol.md)."""

import subprocess

import pytest

LONG_COUNT = "81" + "80" * 11 + "00"  # a 1 and twelve groups of seven zeros


@pytest.fixture(scope="module")
def pack(plugin):
    return plugin("ruby")


@pytest.fixture(scope="module")
def strings(plugin):
    return plugin("ruby-string")


@pytest.fixture(scope="module")
def transcoders(plugin):
    return plugin("ruby-encode")


def said_by_ruby(expression: str) -> str:
    """The value of an expression, or the class of what it raises."""
    program = f"begin; print(({expression}).inspect); rescue => e; print e.class; end"
    return subprocess.run(["ruby", "-e", program], capture_output=True, text=True, check=True).stdout


def test_pack_and_unpack(pack, numbered):
    expected = {
        "decode kim-count -": "ok -",
        f"decode kim-count {LONG_COUNT}": f"ok {1 << 84:X}",
        f"encode kim-count {1 << 84:X}": f"ok {LONG_COUNT}",
        "decode utf-8-31bit 41C080": "reject -",
        "decode utf-8-31bit FDBFBFBFBFBF": "ok 7FFFFFFF",
        "encode utf-8-31bit D800,7FFFFFFF": "ok EDA080FDBFBFBFBFBF",
        "encode utf-8-31bit 80000000": "reject -",
    }
    assert numbered(pack, expected) == expected
    assert said_by_ruby('"A\\xC0\\x80".unpack("U*")') == "ArgumentError"
    assert said_by_ruby('[0x80000000].pack("U*")') == "RangeError"


def test_strings(strings, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "decode utf-8 41C080": "reject -",
        "decode utf-16-le 3DD869DC": "ok 1F469",
        "decode utf-16-be D83D": "reject -",
        "encode utf-16-be 41,1F469": "ok 0041D83DDC69",
        "encode utf-8 41,D800": "reject 1",
        "encode utf-32-be 41,110000": "reject 1",
    }
    assert numbered(strings, expected) == expected
    assert said_by_ruby('"A\\xC0\\x80".codepoints') == "ArgumentError"
    assert said_by_ruby('0xD800.chr("UTF-8")') == "RangeError"


def reply_by_ruby(expression: str) -> str:
    """The text that an expression gives, as a result, or that it raises an exception."""
    program = f"begin; text = ({expression}); print 'ok ', text.empty? ? '-' : text; rescue; print 'reject'; end"
    return subprocess.run(["ruby", "-e", program], capture_output=True, text=True, check=True).stdout


HEX = "map { |value| '%X' % value }.join(',')"
TAKEN = {
    "decode utf-32-be 80000041": f'"\\x80\\0\\0A".dup.force_encoding("UTF-32BE").codepoints.{HEX}',
    "encode utf-32-le 80000041": '0x80000041.chr("UTF-32LE").unpack1("H*").upcase',
    "encode utf-16-be 401F469": '0x401F469.chr("UTF-16BE").unpack1("H*").upcase',
    "decode kim-count 81": f'"\\x81".unpack("w*").{HEX}',
    "decode kim-count 0581": f'"\\x05\\x81".unpack("w*").{HEX}',
}
"""What some versions of Ruby take that they should not (each REPORT.md, and what upstream has mended)."""


@pytest.mark.parametrize("asked", TAKEN)
def test_what_this_ruby_takes_is_passed_on(pack, strings, numbered, asked):
    talk = pack if "kim-count" in asked else strings
    kind, field = numbered(talk, [asked])[asked].split(" ")
    assert (kind if kind == "reject" else f"{kind} {field}") == reply_by_ruby(TAKEN[asked])


def test_transcoders(transcoders, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "decode utf-8 EDA080": "reject -",
        "encode utf-8 D800": "reject -",
        "encode utf-8 100000000": "unsupported",
        "decode cp437 E1": "ok DF",
        "encode cp437 DF,2551": "ok E1BA",
        "encode cesu-8 4D,61,F0000": "ok 4D61EDAE80EDB080",
        "encode iso-8859-1 41,20AC": "reject -",
        "decode iso-8859-8 FF": "reject -",
        "encode utf-16-le D800": "reject -",
        "encode utf-16-le 80000000": "unsupported",
        "decode utf-32-be 80000041": "reject -",
    }
    assert numbered(transcoders, expected) == expected
    assert said_by_ruby('"\\x80\\0\\0A".encode("UTF-8", "UTF-32BE")') == "Encoding::InvalidByteSequenceError"
    assert said_by_ruby('"\\u20AC".encode("ISO-8859-1")') == "Encoding::UndefinedConversionError"
