"""Perl's plug-in, started as a process and spoken to by hand (docs/protocol.md), beside Perl in a program of
one line."""

import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("perl")


def one_line(program):
    return subprocess.run(["perl", "-e", program], capture_output=True, check=True, text=True).stdout


# UTF-∞-8, 4 and UTF-8 rules, table; Kim, Count Encoding
KNOWN = [
    ("utf-inf-8", "41", "41"),
    ("utf-inf-8", "10FFFF,110000", "F48FBFBFF4908080"),
    ("utf-inf-8", "7FFFFFFF,80000000", "FDBFBFBFBFBFFE828080808080"),
    ("utf-inf-8", "FFFFFFFFF,1000000000", "FEBFBFBFBFBFBFFF808080808081808080808080"),
    ("utf-inf-8", "7FFFFFFFFFFFFFFF", "FF8087BFBFBFBFBFBFBFBFBFBF"),
    ("utf-8-31bit", "7F,80,7FF,800", "7FC280DFBFE0A080"),
    ("utf-8-31bit", "1FFFFF,200000,3FFFFFF,4000000", "F7BFBFBFF888808080FBBFBFBFBFFC8480808080"),
    ("utf-8-31bit", "D800,FFFF", "EDA080EFBFBF"),
    ("kim-count", "0,7F,80,3FFF,4000,1FFFFF,200000", "007F8100FF7F818000FFFF7F81808000"),
    ("kim-count", "FFFFFFFFFFFFFFFF,10000000000000000", "81FFFFFFFFFFFFFFFF7F82808080808080808000"),
    ("kim-count", f"1{'0' * 70}", "81" + "80" * 39 + "00"),
]


@pytest.mark.parametrize(("encoding", "values", "data"), KNOWN)
def test_known_bytes(talk, encoding, values, data):
    replies = talk([f"1 encode {encoding} {values}", f"2 decode {encoding} {data}"])
    assert replies == [f"1 ok {data}", f"2 ok {values}"]


@pytest.mark.parametrize("encoding", ["kim-count", "utf-8-31bit", "utf-inf-8"])
def test_the_empty_sequence(talk, encoding):
    assert talk([f"1 encode {encoding} -", f"2 decode {encoding} -"]) == ["1 ok -", "2 ok -"]


def test_what_perl_rejects(talk, numbered):
    expected = {
        "decode utf-inf-8 41C080": "reject 1",  # overlong
        "decode utf-inf-8 FE818080808080": "reject 0",
        "decode utf-inf-8 FF808080808080BFBFBFBFBFBF": "reject 0",
        "decode utf-inf-8 C3A980": "reject 2",  # a trail byte that nothing leads
        "decode utf-inf-8 93FDA0": "reject 0",
        "decode utf-inf-8 41FF80": "reject 1",  # truncated
        "decode utf-8-31bit FD": "reject 0",
        "decode utf-8-31bit E38141": "reject 0",
        "decode kim-count 0081": "reject -",
    }
    assert numbered(talk, expected) == expected


def test_what_perl_cannot_hold(talk, numbered):
    expected = {
        "encode utf-inf-8 8000000000000000": "unsupported",
        "encode utf-inf-8 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA": "unsupported",
        "decode utf-inf-8 FF808880808080808080808080": "unsupported",
        "decode utf-inf-8 41FFA0A08080808080808080808080": "unsupported",
        "decode utf-inf-8 41FF8088": "reject 1",  # of too large a code point, but truncated too
    }
    assert numbered(talk, expected) == expected


TEXTS = ["41C3A9", "EDA080", "FE828080808080", "FF8087BFBFBFBFBFBFBFBFBFBF", "41C080", "80C1A1", "93FDA0", "C3"]


@pytest.mark.parametrize("data", TEXTS)
def test_decode_says_what_utf8_decode_says(talk, data):
    seen = one_line(f"$_ = pack 'H*', '{data}'; printf '%vX', $_ if utf8::decode($_)").replace(".", ",")
    (reply,) = talk([f"1 decode utf-inf-8 {data}"])
    assert reply == f"1 ok {seen}" if seen else reply.startswith("1 reject ")


@pytest.mark.parametrize("data", ["00", "8041FF7F", "80" * 7 + "00", "80" * 8 + "05", "81", "0581"])
def test_counts_are_those_of_unpack(talk, data):
    seen = one_line(f"printf '%s', join ',', map {{ sprintf '%X', $_ }} eval {{ unpack 'w*', pack 'H*', '{data}' }}")
    (reply,) = talk([f"1 decode kim-count {data}"])
    assert reply == f"1 ok {seen}" if seen else reply.startswith("1 reject - ")


def test_an_empty_string_that_unpack_gives_for_zero_is_neither_a_value_nor_a_rejection(talk):
    data = "80" * 8 + "00"
    if one_line(f"print unpack 'w', pack 'H*', '{data}'"):
        pytest.skip("this Perl has mended it: see REPORT-unpack-w.md")
    with pytest.raises(ChildProcessError, match="no number"):
        talk([f"1 decode kim-count {data}"])


def test_a_long_form_of_a_count_is_its_value(talk, numbered):
    expected = {"decode kim-count 8041": "ok 41", f"decode kim-count {'80' * 12}41": "ok 41"}
    assert numbered(talk, expected) == expected
