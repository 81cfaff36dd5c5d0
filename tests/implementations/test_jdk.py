"""The plug-in of Java's charsets, started as a process and spoken to by hand (contract, "Plug-in protocol")."""

import pytest

NOT_BUILT = "the plug-in of Java's charsets is not built: make -C implementations/jdk"


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("jdk", "./plugin", missing=NOT_BUILT)


def test_the_version(plugin):
    (version,) = plugin("jdk", "./plugin", "--version", missing=NOT_BUILT)([])
    assert version.startswith("Java ")


def test_end_of_input_is_a_good_end(talk):
    assert talk([]) == []


# Each as jshell shows it of String.getBytes and new String
def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "decode utf-8 41F09F91A9": "ok 41,1F469",
        "encode utf-16-le 1F469": "ok 3DD869DC",
        "decode utf-32-be 0001F469": "ok 1F469",
        "decode utf-32-be 0000D83D0000DC69": "ok 1F469",
        "decode utf-32-be 0000FEFF00000041": "ok 41",
        "decode utf-16-be FEFF0041": "ok FEFF,41",
        "encode cp437 2554,000B5": "ok C9E6",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
    }
    assert numbered(talk, expected) == expected


def test_offsets_count_bytes_and_code_points(talk, numbered):
    expected = {
        "encode utf-8 1F469,41,D800": "reject 2",
        "encode ascii 41,1F469": "reject 1",
        "encode utf-8 D83D,41,DC69": "reject 0",
        "decode utf-8 41F09F91": "reject 1",
        "decode utf-16-be 0041DC69": "reject 2",
        "decode iso-8859-8 41FF": "reject 1",
        "decode utf-8 41/F0/9F/41": "reject 1",
    }
    assert numbered(talk, expected) == expected


def test_a_piece_is_fed_what_the_one_before_left(talk, numbered):
    expected = {
        "decode utf-8 41F0/9F/91A9": "ok 41,1F469",
        "decode utf-8 /41//": "ok 41",
        "decode utf-16-be D8/3DDC/69": "ok 1F469",
        "decode utf-32-be 00/0000/41": "ok 41",
    }
    assert numbered(talk, expected) == expected


def test_long_texts_outgrow_every_buffer(talk, numbered):
    text, length = ",".join(["1F469"] * 50000), 50000
    expected = {
        f"encode utf-8 {text}": f"ok {'F09F91A9' * length}",
        f"decode utf-8 {'F09F91A9' * length}": f"ok {text}",
    }
    assert numbered(talk, expected) == expected


def test_what_java_cannot_be_asked_gets_no_result(talk, numbered):
    requests = [
        "",
        "hello 2",
        "encode utf-8",
        "encode utf-8 ",
        "encode utf-8 41,",
        "encode utf-8 -1",
        "encode utf-8 +1",
        "encode utf-8 110000",
        f"encode utf-8 {'F' * 40}",
        "encode utf-8 D83D,DC69",
        "encode nothing 41",
        "decode utf-8 4",
        "decode utf-8 4/1",
        "decode utf-8 4G",
        "erase utf-8 41",
    ]
    assert set(numbered(talk, requests).values()) == {"unsupported"}


def test_lines_without_an_id_get_no_reply(talk):
    assert talk(["", "?", "x hello 1", "7 encode utf-8 E9"]) == ["7 ok C3A9"]
