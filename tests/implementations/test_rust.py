"""The plug-in of Rust's std, started as a process and spoken to by hand (contract, "Plug-in protocol")."""

import pytest

NOT_BUILT = "Rust's plug-in is not built: make -C implementations/rust"


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("rust", "./plugin", missing=NOT_BUILT)


def test_the_version(plugin):
    (version,) = plugin("rust", "./plugin", "--version", missing=NOT_BUILT)([])
    assert version.startswith("rustc ")


def test_end_of_input_is_a_good_end(talk):
    assert talk([]) == []


# Notes, UTF-16, UTF-8 and UTF-32
def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "decode utf-8 41f09f91a9": "ok 41,1F469",
        "encode utf-16-le 41,1F469": "ok 41003DD869DC",
        "decode utf-16-be 0041D83DDC69": "ok 41,1F469",
        "encode utf-32-be 0041,10FFFF": "ok 000000410010FFFF",
        "decode utf-32-le 69F40100": "ok 1F469",
        "encode iso-8859-1 FF": "ok FF",
        "decode iso-8859-1 80": "ok 80",
        "encode utf-8 -": "ok -",
        "decode utf-16-le -": "ok -",
    }
    assert numbered(talk, expected) == expected


def test_the_first_fault_is_told(talk, numbered):
    expected = {
        "encode utf-8 1F469,41,D800": "reject 2",
        "encode utf-32-be 41,110000": "reject 1",
        "encode utf-16-be D83D,DC69": "reject 0",
        "encode utf-8 FFFFFFFF": "reject 0",
        "encode iso-8859-1 41,100": "reject 1",
        "decode utf-8 41F09F91": "reject 1",
        "decode utf-16-be D83DDC69DC00": "reject 4",
        "decode utf-16-be D83DDC6941": "reject 4",  # an odd byte
        "decode utf-16-be D80041": "reject 0",  # a lone surrogate before one
        "decode utf-32-le 4100000000D8000000": "reject 4",
        "decode utf-32-le 41000000410000": "reject 4",
    }
    assert numbered(talk, expected) == expected


def test_what_rust_cannot_be_asked_gets_no_result(talk, numbered):
    requests = [
        "",
        "hello 2",
        "encode utf-8",
        "encode utf-8 ",
        "encode utf-8 41,",
        "encode utf-8 +1",
        "encode utf-8 100000000",
        "encode nothing 41",
        "decode utf-8 4",
        "decode utf-8 4G",
        "decode utf-8 F0/9F",
        "decode utf-8 41 41",
        "erase utf-8 41",
    ]
    assert set(numbered(talk, requests).values()) == {"unsupported"}


def test_lines_without_an_id_get_no_reply(talk):
    assert talk(["", "?", "x hello 1", "7 encode utf-8 E9"]) == ["7 ok C3A9"]


def test_long_texts(talk, numbered):
    text, data = ",".join(["1F469"] * 50000), "F09F91A9" * 50000
    expected = {f"encode utf-8 {text}": f"ok {data}", f"decode utf-8 {data}": f"ok {text}"}
    assert numbered(talk, expected) == expected
