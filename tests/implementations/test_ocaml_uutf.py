"""The plug-in of OCaml's Uutf, started as a process and spoken to by hand (contract, "Plug-in protocol")."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("ocaml-uutf", "./plugin", missing="Uutf's plug-in is not built: make -C implementations/ocaml-uutf")


def test_end_of_input_is_a_good_end(talk):
    assert talk([]) == []


# A U+FEFF at the start is folded over like any other, says Uutf's documentation of its folds
def test_known_values(talk, numbered):
    expected = {
        "hello 1": "ok 1 utf-8,utf-16-be,utf-16-le",
        "encode utf-8 0,41,1F469": "ok 0041F09F91A9",
        "decode utf-8 0041f09f91a9": "ok 0,41,1F469",
        "encode utf-16-be 41,1F469": "ok 0041D83DDC69",
        "decode utf-16-le 41003DD869DC": "ok 41,1F469",
        "decode utf-8 EFBBBF41": "ok FEFF,41",
        "decode utf-16-le FFFE4100": "ok FEFF,41",
        "encode utf-8 -": "ok -",
        "decode utf-16-be -": "ok -",
        "encode utf-8 00000000000000000041": "ok 41",
    }
    assert numbered(talk, expected) == expected


def test_the_first_that_is_malformed_is_the_rejection(talk, numbered):
    expected = {
        "decode utf-8 41C08041FF": "reject 1",
        "decode utf-8 C3A9F09F91": "reject 2",
        "decode utf-16-be 0041DC690041": "reject 2",
        "decode utf-16-le 410042": "reject 2",
        "encode utf-8 41,42,D800": "reject 2",
        "encode utf-16-be 110000": "reject 0",
        f"encode utf-8 41,{'F' * 15}": "reject 1",
    }
    assert numbered(talk, expected) == expected


def test_what_ocaml_cannot_be_asked_gets_no_result(talk, numbered):
    requests = [
        f"encode utf-8 1{'0' * 15}",
        f"encode utf-8 {'F' * 40}",
        "",
        "hello 2",
        "encode utf-8",
        "encode utf-8 ",
        "encode utf-8 41,",
        "encode utf-8 0x41",
        "encode utf-8 4_1",
        "encode nothing 41",
        "decode utf-8 ",
        "decode utf-8 4",
        "decode utf-8 4G",
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
