"""The plug-in of Guile's bytevectors, spoken to by hand (contract, "Plug-in protocol")."""

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("guile", "guile", "--no-auto-compile", "plugin.scm", missing="the program guile is not there")


def test_end_of_input_is_a_good_end(talk):
    assert talk([]) == []


# Each as Guile shows it of string->utf8, utf8->string, utf16->string, utf32->string and integer->char
def test_what_guile_gives(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41f09f91a9",
        "decode utf-8 41F09F91A9": "ok 41,1f469",
        "decode utf-8 41C080": "reject -",
        "decode utf-8 EDA080": "reject -",
        "encode utf-16-le 1F469": "ok 3dd869dc",
        "decode utf-16-be D8000041": "ok 3f,0",
        "decode utf-16-be 004141": "ok 41",
        "decode utf-32-be 0000D800": "ok 3f",
        "encode utf-32-be 1F469": "ok 0001f469",
        "encode utf-8 41,42,D800": "reject 2",
        f"encode utf-8 41,{'F' * 40}": "reject 1",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
    }
    assert numbered(talk, expected) == expected


def test_what_guile_cannot_be_asked_gets_no_result(talk, numbered):
    requests = [
        "",
        "hello 2",
        "encode utf-8",
        "encode utf-8 ",
        "encode utf-8 41,",
        "encode utf-8 +1",
        "encode utf-8 #x41",
        "encode nothing 41",
        "decode utf-8 4",
        "decode utf-8 4G",
        "decode utf-8 F0/9F",
        "decode utf-8 41 41",
        "erase utf-8 41",
    ]
    assert set(numbered(talk, requests).values()) == {"unsupported"}


def test_lines_without_an_id_get_no_reply(talk):
    assert talk(["", "?", "x hello 1", "7 encode utf-8 E9"]) == ["7 ok c3a9"]


def test_long_texts(talk, numbered):
    text, data = ",".join(["1f469"] * 50000), "f09f91a9" * 50000
    expected = {f"encode utf-8 {text}": f"ok {data}", f"decode utf-8 {data}": f"ok {text}"}
    assert numbered(talk, expected) == expected
