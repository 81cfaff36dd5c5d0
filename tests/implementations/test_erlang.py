"""The plug-in of Erlang's module unicode, spoken to by hand (docs/protocol.md)."""

import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("erlang")


def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "decode utf-8 41f09f91a9": "ok 41,1F469",
        "encode utf-16-le 1F469": "ok 3DD869DC",
        "decode utf-32-be 0001F469": "ok 1F469",
        "encode iso-8859-1 FF": "ok FF",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
    }
    assert numbered(talk, expected) == expected


def directly(encoding, data):
    """What unicode:characters_to_list itself says of the bytes, without the plug-in."""
    bytes = f"<<{','.join(map(str, data))}>>"
    program = f'io:format("~w", [unicode:characters_to_list({bytes}, {encoding})]), halt().'
    return subprocess.run(["erl", "-noshell", "-eval", program], capture_output=True, encoding="ascii", check=True).stdout


def test_incomplete_and_error_are_what_erlang_calls_so(talk):
    for id, encoding, data in [
        ("utf-8", "utf8", b"\x41\xf0\x9f"),
        ("utf-8", "utf8", b"\x41\xf0\x41"),
        ("utf-16-be", "{utf16,big}", b"\x00\x41\xd8"),
        ("utf-32-le", "{utf32,little}", b"\xfd\xff\x00"),
        ("utf-32-le", "{utf32,little}", b"\xff\xff\x00"),
    ]:
        word, decoded, rest = directly(encoding, data).strip("{}").replace("<<", "[").replace(">>", "]").split(",[")
        left = len(rest.strip("]").split(","))
        assert talk([f"1 decode {id} {data.hex()}"]) == [f"1 reject {len(data) - left} {word}"], decoded


def test_what_is_left_over_begins_at_the_offset(talk, numbered):
    expected = {
        "decode utf-8 41C08042": "reject 1",
        "decode utf-8 41F09F91": "reject 1",
        "decode utf-16-be 0041DC690041": "reject 2",
        "decode utf-32-be 000000410000D800": "reject 4",
        "encode utf-8 41,D800,42": "reject 1",
        "encode iso-8859-1 41,42,100,43": "reject 2",
        f"encode utf-8 41,{'F' * 40}": "reject 1",
    }
    assert numbered(talk, expected) == expected


def test_a_piece_is_fed_what_the_one_before_left(talk, numbered):
    expected = {
        "decode utf-8 41F0/9F/91A9": "ok 41,1F469",
        "decode utf-8 /41//": "ok 41",
        "decode utf-16-be D8/3DDC/69": "ok 1F469",
        "decode utf-8 41F0/9F/": "reject 1",
        "decode utf-8 41/F0/9F/41/42": "reject 1",
    }
    assert numbered(talk, expected) == expected
