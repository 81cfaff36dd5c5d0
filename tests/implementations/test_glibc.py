"""glibc's plug-in, compared with the program iconv; and how the plug-ins of C libraries read fields."""

import shutil
import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("glibc")


def test_the_version(plugin):
    (version,) = plugin("glibc", "./plugin", "--version")([])
    assert version.startswith("glibc 2.")


def test_results_and_where_iconv_stops(talk, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "encode utf-8 -": "ok -",
        "decode utf-8 4100F09F91A9": "ok 41,0,1F469",
        "decode utf-8 C3A9C080": "reject 2",
        "decode utf-8 41E282": "reject 1",
        "decode utf-16-le 3DD869DC": "ok 1F469",
        "decode utf-16-be 0041D83D": "reject 2",
        "encode utf-16-be 41,1F469": "ok 0041D83DDC69",
        "encode utf-8 E9,1F469,D800": "reject 2",
        "encode iso-8859-1 E9,E9,20AC": "reject 2",
        "decode iso-8859-8 41FF": "reject 1",
        "encode cp437 2554,2550,2557": "ok C9CDBB",
        "encode utf-8-31bit 7FFFFFFF": "ok FDBFBFBFBFBF",
    }
    assert numbered(talk, expected) == expected


@pytest.mark.parametrize("data", ["41C3A9F09F91A9", "F4908080", "FDBFBFBFBFBF", "41C080", "EDA080", "E282"])
def test_as_the_program_iconv(talk, data):
    if shutil.which("iconv") is None:
        pytest.skip("the program iconv is not there")
    command = ["iconv", "-f", "UTF-8", "-t", "UCS-4BE"]
    ended = subprocess.run(command, input=bytes.fromhex(data), capture_output=True)
    groups = [ended.stdout[i : i + 4] for i in range(0, len(ended.stdout), 4)]
    values = ",".join(f"{int.from_bytes(group, 'big'):X}" for group in groups)
    (reply,) = talk([f"1 decode utf-8 {data}"])
    assert (reply == f"1 ok {values}") == (ended.returncode == 0)
    assert reply.startswith("1 reject ") == (ended.returncode != 0)


def test_a_dropped_tag_is_passed_on(talk):
    assert talk(["1 encode iso-8859-1 41,E0001,42"]) == ["1 ok 4142"]


def test_no_state_leaks_from_a_fault(talk, numbered):
    expected = {"decode utf-8 41F09F": "reject 1", "decode utf-8 91": "reject 0", "decode utf-16-be D8": "reject 0"}
    assert numbered(talk, expected) == expected


def test_where_iconv_stops_is_told_beyond_every_buffer(talk, numbered):
    length = 50000
    expected = {f"encode utf-16-be {'1F469,' * length}D800": f"reject {length}"}
    assert numbered(talk, expected) == expected


def test_values_of_more_than_32_bits_are_unsupported(talk, numbered):
    requests = ["encode utf-8 100000041", "encode utf-8 41,10000000000000041", f"encode utf-8 {'F' * 40}"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}
    assert talk(["1 encode utf-8 00000000000000000041"]) == ["1 ok 41"]


def test_hex_digits_of_either_case_and_any_number(talk, numbered):
    expected = {
        "decode utf-8 c3aF": "ok EF",
        "encode utf-8 000eF": "ok C3AF",
        "decode utf-32-be 00000000": "ok 0",
        "decode utf-32-be 0000000F0000001000000FFF00001000": "ok F,10,FFF,1000",
        "decode utf-8-31bit FDBFBFBFBFBF": "ok 7FFFFFFF",
    }
    assert numbered(talk, expected) == expected
