"""The plug-ins of Go's standard library and of x/text, spoken to by hand (contract, "Plug-in protocol")."""

import pytest


def not_built(name):
    return f"Go's plug-in is not built: make -C implementations/{name}"


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("go", "./plugin", missing=not_built("go"))


@pytest.fixture(scope="module")
def talk_to_text(plugin):
    return plugin("go-text", "./plugin", missing=not_built("go-text"))


@pytest.mark.parametrize(("name", "version"), [("go", "go1."), ("go-text", "golang.org/x/text ")])
def test_the_version(plugin, name, version):
    (line,) = plugin(name, "./plugin", "--version", missing=not_built(name))([])
    assert line.startswith(version)


def test_end_of_input_is_a_good_end(talk):
    assert talk([]) == []


# The documentation of utf8.DecodeRune and AppendRune, and of binary.Read, and the source of utf16.Encode and Decode
def test_the_standard_library(talk, numbered):
    expected = {
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "decode utf-8 EFBFBD": "ok FFFD",
        "decode utf-8 41F09F91": "reject 1",
        "encode utf-8 41,D800,110000,7FFFFFFF": "ok 41EFBFBDEFBFBDEFBFBD",
        "encode utf-16-be 1F469": "ok D83DDC69",
        "encode utf-16-le D83D,DC69": "ok FDFFFDFF",
        "decode utf-16-be D800DC69": "ok 10069",
        "decode utf-16-be DC690041": "ok FFFD,41",
        "decode utf-16-le 410042": "reject -",
        "decode utf-16-be DC0041": "reject -",
        "decode utf-16-be 41": "reject -",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
        "decode utf-16-be -": "ok -",
    }
    assert numbered(talk, expected) == expected


# The documentation of encoding.Decoder and Encoder, and package charmap's tables
def test_x_text(talk_to_text, numbered):
    expected = {
        "encode iso-8859-2 41,104": "ok 41A1",
        "encode iso-8859-2 41,A1": "reject -",
        "encode iso-8859-2 FFFD": "reject -",
        "decode iso-8859-8 41FF": "ok 41,FFFD",
        "decode utf-8 F09F9141": "ok FFFD,41",
        "decode utf-32-be 0000D800": "ok FFFD",
        "decode utf-16-be FEFF0041": "ok FEFF,41",
        "encode utf-32-le 1F469": "ok 69F40100",
        "encode utf-8 D800": "unsupported",
        "encode utf-8 110000": "unsupported",
    }
    assert numbered(talk_to_text, expected) == expected


def test_what_go_cannot_be_asked_gets_no_result(talk, numbered):
    requests = [
        "",
        "hello 2",
        "encode utf-8",
        "encode utf-8 ",
        "encode utf-8 41,",
        "encode utf-8 +1",
        "encode utf-8 -1",
        "encode utf-8 0x41",
        "encode utf-8 4_1",
        "encode utf-8 80000000",
        f"encode utf-8 {'F' * 400}",
        "encode nothing 41",
        "decode utf-8 ",
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
