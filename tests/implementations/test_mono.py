"""The plug-in of Mono's encodings, spoken to by hand (contract, "Plug-in protocol")."""

import shutil
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parents[2] / "implementations" / "mono" / "plugin"


@pytest.fixture(scope="module")
def talk(plugin):
    if shutil.which(PLUGIN) is None:
        pytest.skip("Mono's plug-in is not built: make -C implementations/mono")
    return plugin("mono", "mono", "plugin", missing="the program mono is not there")


def test_end_of_input_is_a_good_end(talk):
    assert talk([]) == []


# Each as csharp, Mono's shell, shows it of GetBytes and GetString
def test_what_mono_gives(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "decode utf-8 41f09f91a9": "ok 41,1F469",
        "decode utf-8 41C080": "reject -",
        "encode utf-8 41,D800": "reject 1",
        "encode utf-16-be 41,1F469,D800,42": "reject 2",
        "decode utf-16-be D800": "reject -",
        "encode utf-16-le 1F469": "ok 3DD869DC",
        "decode utf-32-be 0001F469": "ok 1F469",
        "decode iso-8859-3 A5": "ok 3F",
        "decode iso-8859-6 A1": "ok F7C8",
        "encode iso-8859-2 FF21": "ok 41",
        "encode iso-8859-1 41,42,FF21": "reject 2",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
    }
    assert numbered(talk, expected) == expected


def test_a_decoder_keeps_what_a_piece_leaves(talk, numbered):
    expected = {
        "decode utf-8 41F0/9F/91A9": "ok 41,1F469",
        "decode utf-8 /41//": "ok 41",
        "decode utf-16-be D8/3DDC/69": "ok 1F469",
        "decode utf-8 41F0/9F": "reject -",
    }
    assert numbered(talk, expected) == expected


def test_what_mono_cannot_be_asked_gets_no_result(talk, numbered):
    requests = [
        "",
        "hello 2",
        "encode utf-8",
        "encode utf-8 ",
        "encode utf-8 41,",
        "encode utf-8 +1",
        "encode utf-8 110000",
        f"encode utf-8 {'F' * 40}",
        "encode utf-8 D83D,DC69",
        "encode nothing 41",
        "decode utf-8 4",
        "decode utf-8 4/1",
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
