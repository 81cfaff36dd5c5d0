"""Lua's plug-in in its four modes, asked by hand and compared with Lua itself (docs/protocol.md)."""

import subprocess

import pytest


@pytest.fixture(scope="module")
def strict(plugin):
    return plugin("lua")


@pytest.fixture(scope="module")
def lax(plugin):
    return plugin("lua-lax")


@pytest.fixture(scope="module")
def codes(plugin):
    return plugin("lua-codes")


@pytest.fixture(scope="module")
def codes_lax(plugin):
    return plugin("lua-codes-lax")


def said_by_lua(hex_bytes: str, lax: bool) -> str:
    """What utf8.len says of the bytes, in the words of the protocol."""
    escaped = "".join(f"\\x{pair:02X}" for pair in bytes.fromhex(hex_bytes))
    program = f'local n, at = utf8.len("{escaped}", 1, -1, {str(lax).lower()}) print(n or "reject " .. at - 1)'
    return subprocess.run(["lua5.4", "-e", program], capture_output=True, text=True, check=True).stdout.strip()


ILL_FORMED = ["80", "41C080", "C3A980", "E282", "41FF42", "FE828080808080"]


@pytest.mark.parametrize("data", [*ILL_FORMED, "41EDA080", "41F4908080"])
def test_a_rejection_is_where_utf8_len_says(strict, numbered, data):
    assert numbered(strict, [f"decode utf-8 {data}"]) == {f"decode utf-8 {data}": said_by_lua(data, lax=False)}


@pytest.mark.parametrize("data", ILL_FORMED)
def test_a_lax_rejection_is_where_utf8_len_says(lax, numbered, data):
    assert numbered(lax, [f"decode utf-8-31bit {data}"]) == {f"decode utf-8-31bit {data}": said_by_lua(data, lax=True)}


def test_known_bytes(strict, lax, codes, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "decode utf-8 4100F09F91A9": "ok 41,0,1F469",
        "encode utf-8 -": "ok -",
        "encode utf-8 41,0,1F469": "ok 4100F09F91A9",
        "encode utf-8 D800,7FFFFFFF": "ok EDA080FDBFBFBFBFBF",
        "encode utf-8 41,80000000": "reject 1",
        "encode utf-8 8000000000000041": "reject 0",
        "encode utf-8 10000000000000041": "unsupported",
        "encode utf-8 00000000000000000041": "ok 41",
    }
    assert numbered(strict, expected) == expected
    assert numbered(codes, expected) == expected
    lax_expected = {"decode utf-8-31bit EDA080FDBFBFBFBFBF": "ok D800,7FFFFFFF"}
    assert numbered(lax, lax_expected) == lax_expected


def iterated_by_lua(hex_bytes: str, lax: bool) -> str:
    """What utf8.codes gives of the bytes, in the words of the protocol."""
    escaped = "".join(f"\\x{pair:02X}" for pair in bytes.fromhex(hex_bytes))
    body = f'for _, value in utf8.codes("{escaped}", {str(lax).lower()}) do t[#t + 1] = ("%X"):format(value) end'
    program = f'local t = {{}} local done = pcall(function() {body} end) print(done, table.concat(t, ","))'
    said = subprocess.run(["lua5.4", "-e", program], capture_output=True, text=True, check=True).stdout
    done, values = said.rstrip("\n").split("\t")
    return f"ok {values or '-'}" if done == "true" else "reject -"


@pytest.mark.parametrize("data", [*ILL_FORMED, "8041", "C3A9", "41EDA080"])
def test_the_iterator_gives_what_utf8_codes_gives(codes, numbered, data):
    assert numbered(codes, [f"decode utf-8 {data}"]) == {f"decode utf-8 {data}": iterated_by_lua(data, lax=False)}


@pytest.mark.parametrize("data", [*ILL_FORMED, "8041", "C3A9", "41EDA080", "FDBFBFBFBFBF"])
def test_the_lax_iterator_gives_what_utf8_codes_gives(codes_lax, numbered, data):
    assert numbered(codes_lax, [f"decode utf-8-31bit {data}"]) == {f"decode utf-8-31bit {data}": iterated_by_lua(data, lax=True)}


def test_the_iterator_does_not_say_where(codes, numbered):
    expected = {"decode utf-8 41C080": "reject -", "decode utf-8 41EDA080": "reject -"}
    assert numbered(codes, expected) == expected
