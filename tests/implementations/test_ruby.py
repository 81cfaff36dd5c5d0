"""Ruby's plug-ins, spoken to by hand, beside Ruby itself (contract, "Plug-in protocol")."""

import subprocess

import pytest

MISSING = "the program ruby is not there"
LONG_COUNT = "81" + "80" * 11 + "00"  # a 1 and twelve groups of seven zeros


@pytest.fixture(scope="module")
def pack(plugin):
    return plugin("ruby", "ruby", "plugin.rb", missing=MISSING)


@pytest.fixture(scope="module")
def strings(plugin):
    return plugin("ruby-string", "ruby", "plugin.rb", missing=MISSING)


@pytest.fixture(scope="module")
def transcoders(plugin):
    return plugin("ruby-encode", "ruby", "plugin.rb", missing=MISSING)


def said_by_ruby(expression: str) -> str:
    """The value of an expression, or the class of what it raises."""
    program = f"begin; print(({expression}).inspect); rescue => e; print e.class; end"
    return subprocess.run(["ruby", "-e", program], capture_output=True, text=True, check=True).stdout


def test_hello_names_the_encodings(pack, strings, transcoders):
    assert pack(["0 hello 1"]) == ["0 ok 1 utf-8-31bit,kim-count"]
    assert strings(["0 hello 1"]) == ["0 ok 1 utf-8,utf-16-be,utf-16-le,utf-32-be,utf-32-le"]
    (hello,) = transcoders(["0 hello 1"])
    assert len(hello.removeprefix("0 ok 1 ").split(",")) == 22


def test_end_of_input_is_a_good_end(pack, strings, transcoders):
    assert [talk([]) for talk in (pack, strings, transcoders)] == [[], [], []]


def test_pack_and_unpack(pack, numbered):
    expected = {
        "decode kim-count -": "ok -",
        "decode kim-count 0581": "ok 5",
        f"decode kim-count {LONG_COUNT}": f"ok {1 << 84:X}",
        f"encode kim-count {1 << 84:X}": f"ok {LONG_COUNT}",
        "decode utf-8-31bit 41C080": "reject -",
        "decode utf-8-31bit FDBFBFBFBFBF": "ok 7FFFFFFF",
        "encode utf-8-31bit D800,7FFFFFFF": "ok EDA080FDBFBFBFBFBF",
        "encode utf-8-31bit 80000000": "reject -",
    }
    assert numbered(pack, expected) == expected
    assert said_by_ruby('"\\x05\\x81".unpack("w*")') == "[5]"
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


def test_what_ruby_takes_that_it_should_not_is_passed_on(pack, strings, numbered):
    """Each REPORT.md, and what upstream has mended."""
    expected = {
        "decode utf-32-be 80000041": "ok 80000041",
        "encode utf-32-le 80000041": "ok 41000080",
        "encode utf-16-be 401F469": "ok D83DDC69",
    }
    assert numbered(strings, expected) == expected
    assert numbered(pack, ["decode kim-count 81"]) == {"decode kim-count 81": "ok -"}
    assert said_by_ruby('"\\x80\\0\\0A".dup.force_encoding("UTF-32BE").codepoints') == str([0x80000041])
    assert said_by_ruby('0x80000041.chr("UTF-32LE").unpack1("H*")') == '"41000080"'
    assert said_by_ruby('0x401F469.chr("UTF-16BE").unpack1("H*")') == '"d83ddc69"'
    assert said_by_ruby('"\\x81".unpack("w*")') == "[]"


def test_transcoders(transcoders, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "decode utf-8 EDA080": "reject -",
        "encode utf-8 D800": "reject -",
        "encode utf-8 100000000": "unsupported",
        "decode cp437 E1": "ok DF",
        "encode cp437 DF,2551": "ok E1BA",
        "encode iso-8859-1 41,20AC": "reject -",
        "decode iso-8859-8 FF": "reject -",
        "encode utf-16-le D800": "reject -",
        "encode utf-16-le 80000000": "unsupported",
        "decode utf-32-be 80000041": "reject -",
    }
    assert numbered(transcoders, expected) == expected
    assert said_by_ruby('"\\x80\\0\\0A".encode("UTF-8", "UTF-32BE")') == "Encoding::InvalidByteSequenceError"
    assert said_by_ruby('"\\u20AC".encode("ISO-8859-1")') == "Encoding::UndefinedConversionError"


def test_hostile_lines_get_no_result_and_stop_nothing(pack, numbered):
    requests = [
        "",
        "hello",
        "hello 2",
        "encode kim-count",
        "encode kim-count ",
        "encode kim-count 41,",
        "encode kim-count 0x41",
        "encode kim-count 4_1",
        "encode kim-count -1",
        "encode nothing 41",
        "decode kim-count 4",
        "decode kim-count 4G",
        "decode kim-count 41 41",
        "erase kim-count 41",
    ]
    assert set(numbered(pack, requests).values()) == {"unsupported"}


def test_lines_without_an_id_get_no_reply(pack):
    assert pack(["", "?", "x hello 1", "7 encode kim-count 80"]) == ["7 ok 8100"]


def test_many_requests_at_once(pack):
    assert pack(f"{id} encode kim-count {id:X}" for id in range(20000))[-1] == "19999 ok 819C1F"
