"""Encode's plug-in, started as a process and spoken to by hand (docs/protocol.md), beside what the functions
of Encode say in a program of one line."""

import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("perl-encode")


@pytest.fixture(scope="module")
def talk_lax(plugin):
    return plugin("perl-encode-lax")


def one_line(expression):
    """What a Perl expression gives; empty if it dies."""
    program = f"no warnings; $_ = eval {{ {expression} }}; print defined ? $_ : ''"
    return subprocess.run(["perl", "-MEncode", "-e", program], capture_output=True, check=True, text=True).stdout


DECODED = [
    ("utf-8", "UTF-8", "41C3A9E282ACF09F92A9"),
    ("utf-8", "UTF-8", "EDA080"),
    ("utf-8", "UTF-8", "EFBFBF"),
    ("utf-8", "UTF-8", "41C3"),
    ("utf-16-be", "UTF-16BE", "0041D83DDCA9FEFF"),
    ("utf-16-be", "UTF-16BE", "D83D"),
    ("utf-16-be", "UTF-16BE", "FDD0"),
    ("utf-16-le", "UTF-16LE", "410041"),
    ("utf-32-be", "UTF-32BE", "0000004100110000"),
    ("utf-32-le", "UTF-32LE", "41000000A9F40100"),
    ("iso-8859-3", "iso-8859-3", "41A5"),
    ("iso-8859-15", "iso-8859-15", "41A4"),
    ("cp437", "cp437", "001A7FE1"),
    ("ascii", "ascii", "4180"),
]


@pytest.mark.parametrize(("encoding", "name", "data"), DECODED)
def test_decode_says_what_encode_says(talk, numbered, encoding, name, data):
    seen = one_line(f"sprintf '%*vX', ',', Encode::decode('{name}', pack('H*', '{data}'), Encode::FB_CROAK)")
    assert numbered(talk, [f"decode {encoding} {data}"]) == {f"decode {encoding} {data}": f"ok {seen}" if seen else "reject -"}


ENCODED = [
    ("utf-8", "UTF-8", "10FFFF,41"),
    ("utf-8", "UTF-8", "D800"),
    ("utf-8", "UTF-8", "1F4A9,E9"),
    ("utf-16-le", "UTF-16LE", "1F4A9,FEFF"),
    ("utf-16-le", "UTF-16LE", "FFFE"),
    ("utf-16-be", "UTF-16BE", "41,DC00"),
    ("utf-32-be", "UTF-32BE", "110000"),
    ("iso-8859-15", "iso-8859-15", "20AC"),
    ("iso-8859-1", "iso-8859-1", "20AC"),
]


@pytest.mark.parametrize(("encoding", "name", "values"), ENCODED)
def test_encode_says_what_encode_says(talk, numbered, encoding, name, values):
    string = ".".join(f"chr(0x{value})" for value in values.split(","))
    seen = one_line(f"uc unpack 'H*', Encode::encode('{name}', {string}, Encode::FB_CROAK)")
    request = f"encode {encoding} {values}"
    assert numbered(talk, [request]) == {request: f"ok {seen}" if seen else "reject -"}


def test_the_lax_encoding_takes_what_the_strict_one_does_not(talk, talk_lax, numbered):
    requests = ["decode utf-8 EDA080", "decode utf-8 F4908080", "encode utf-8 110000", "decode utf-8 C080"]
    assert list(numbered(talk, requests).values()) == ["reject -"] * 4
    assert list(numbered(talk_lax, requests).values()) == ["ok D800", "ok 110000", "ok F4908080", "reject -"]


@pytest.mark.usefixtures("talk")
@pytest.mark.parametrize(("name", "data", "dies"), [("UTF-8", "C3", False), ("UTF-16BE", "D83D", True)])
def test_who_dies_of_a_partial_character(name, data, dies):
    check = "Encode::FB_CROAK | Encode::STOP_AT_PARTIAL"
    decode = f"my $bytes = pack 'H*', '{data}'; Encode::find_encoding('{name}')->decode($bytes, {check})"
    assert one_line(f"{decode}; 'lives'") == ("" if dies else "lives")


def test_what_is_cut_is_put_together(talk, numbered):
    expected = {
        "decode utf-8 41F0/9F/92A9": "ok 41,1F4A9",
        "decode utf-8 41F0/9F": "reject -",
        "decode utf-8 F0/9F/41": "reject -",
        "decode utf-16-be 0041/D83DDCA9": "ok 41,1F4A9",
        "decode utf-16-be D83D/DCA9": "reject -",  # REPORT.md
        "decode utf-16-be 00/41": "reject -",
        "decode iso-8859-1 41/E9": "ok 41,E9",
        "decode utf-8 /": "ok -",
    }
    assert numbered(talk, expected) == expected


def test_the_empty_sequence(talk):
    assert talk(["1 encode utf-16-be -", "2 decode cp437 -"]) == ["1 ok -", "2 ok -"]


def test_what_perl_cannot_hold(talk, numbered):
    requests = ["encode utf-8 8000000000000000", "encode ascii AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}
