"""GNAT's plug-in, spoken to by hand, beside what the library's source says (contract, "Plug-in protocol")."""

import pytest

NOT_BUILT = "GNAT's plug-in is not built: make -C implementations/gnat"


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("gnat", "./plugin", missing=NOT_BUILT)


def test_the_version(plugin):
    (version,) = plugin("gnat", "./plugin", "--version", missing=NOT_BUILT)([])
    assert version.startswith("GNAT ")


def test_end_of_input_is_a_good_end(talk):
    assert talk([]) == []


def test_known_values(talk, numbered):
    expected = {
        "hello 1": "ok 1 utf-8,utf-16-be,utf-16-le",
        "encode utf-8 0,41,1F469": "ok 0041F09F91A9",
        "decode utf-8 0041f09f91a9": "ok 0,41,1F469",
        "encode utf-16-be 41,1F469": "ok 0041D83DDC69",
        "decode utf-16-le 41003DD869DC": "ok 41,1F469",
        "encode utf-8 -": "ok -",
        "decode utf-16-be -": "ok -",
        "encode utf-8 00000000000000000041": "ok 41",
        "encode utf-8 7FFFFFFF": "reject -",
        "encode utf-8 80000000": "unsupported",
    }
    assert numbered(talk, expected) == expected


# As REPORT.md and a-suezst.adb have it
def test_what_the_library_takes_or_drops_is_passed_on(talk, numbered):
    expected = {
        "decode utf-8 C0AF": "ok 2F",
        "decode utf-8 EDA080": "ok D800",
        "decode utf-8 F7BFBFBF": "ok 1FFFFF",
        "decode utf-16-be FEFFFEFF": "ok -",
        "encode utf-16-be FEFF,41": "ok 0041",
        "encode utf-8 FEFF,41": "ok EFBBBF41",
    }
    assert numbered(talk, expected) == expected


def test_what_encoding_error_says_is_the_free_text_and_no_offset(talk):
    assert talk(["7 decode utf-8 C3A9C3", "8 encode utf-8 41,D800"]) == [
        "7 reject - bad input at Item (3)",
        "8 reject - bad input at Item (2)",
    ]


def test_what_the_library_cannot_be_asked_gets_no_result(talk, numbered):
    requests = [
        "",
        "hello 2",
        "encode utf-8",
        "encode utf-8 ",
        "encode utf-8 41,",
        "encode utf-8 ,",
        "encode utf-8 16#41#",
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
