"""Perl's plug-in, started as a process and spoken to by hand (contract, "Plug-in protocol"), beside Perl in a program of
one line."""

import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("perl", "perl", "plugin.pl", missing="the program perl is not there")


def one_line(program):
    return subprocess.run(["perl", "-e", program], capture_output=True, check=True, text=True).stdout


def test_hello_names_the_encodings(talk):
    assert talk(["0 hello 1"]) == ["0 ok 1 kim-count,utf-8-31bit,utf-inf-8"]


def test_end_of_input_is_a_good_end(talk):
    assert talk([]) == []


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


def test_a_zero_that_unpack_gives_as_an_empty_string_is_zero(talk):
    data = "80" * 8 + "00"
    assert one_line(f"print unpack 'w', pack 'H*', '{data}'") == ""  # REPORT.md
    assert talk([f"1 decode kim-count {data}"]) == ["1 ok 0"]


def test_a_long_form_of_a_count_is_its_value(talk, numbered):
    expected = {"decode kim-count 8041": "ok 41", f"decode kim-count {'80' * 12}00": "ok 0"}
    assert numbered(talk, expected) == expected


def test_hostile_lines_get_no_result_and_stop_nothing(talk, numbered):
    fields = [
        "",
        "hello",
        "hello 2",
        "encode",
        "encode utf-inf-8",
        "encode utf-inf-8 ",
        "encode utf-inf-8 ,",
        "encode utf-inf-8 41,",
        "encode utf-inf-8 0x41",
        "encode utf-inf-8 4_1",
        "encode utf-inf-8 -1",
        "encode nothing 41",
        "decode utf-inf-8 4",
        "decode utf-inf-8 4G",
        "decode utf-inf-8 41 41",
        "decode utf-inf-8 F0/9F",
        "erase kim-count 41",
    ]
    replies = numbered(talk, fields)
    assert set(replies.values()) == {"unsupported"}


def test_lines_without_an_id_get_no_reply(talk):
    assert talk(["", "?", "x hello 1", "-1 hello 1", "7 encode kim-count 80"]) == ["7 ok 8100"]


def test_many_requests_at_once(talk):
    requests = [f"{id} encode kim-count {id:X}" for id in range(20000)]
    assert talk(requests)[-1] == "19999 ok 819C1F"
