"""The plug-in of SWI-Prolog's library(utf8) and streams, spoken to by hand (docs/protocol.md)."""

import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("swi-prolog")


def test_the_version(plugin):
    (version,) = plugin("swi-prolog", "swipl", "plugin.pl", "--version")([])
    assert version.startswith("SWI-Prolog ")


# Carriage returns and line feeds are as they were: no stream is a text file of another system
def test_known_values(talk, numbered):
    expected = {
        "encode utf-8 0,41,D,A,1F469": "ok 00410D0AF09F91A9",
        "decode utf-8 00410d0af09f91a9": "ok 0,41,D,A,1F469",
        "encode utf-16-be 41,1F469": "ok 0041D83DDC69",
        "decode utf-16-le 41003DD869DC": "ok 41,1F469",
        "encode iso-8859-1 0,E9": "ok 00E9",
        "encode utf-8-31bit 7FFFFFFF,41": "ok FDBFBFBFBFBF41",
        "decode utf-8-31bit FDBFBFBFBFBF41": "ok 7FFFFFFF,41",
        "decode utf-8 EFBBBF41": "ok FEFF,41",
        "encode utf-8 -": "ok -",
        "decode utf-8-31bit -": "ok -",
        "encode utf-8 00000000000000000041": "ok 41",
    }
    assert numbered(talk, expected) == expected


def test_a_failure_or_an_exception_is_a_rejection_without_an_offset(talk, numbered):
    expected = {
        "decode utf-8-31bit 4180": "reject -",
        "encode utf-8-31bit 80000000": "reject -",
        "encode utf-8 41,D800": "reject -",
        "encode utf-8 110000": "reject -",
        f"encode utf-8 {'F' * 40}": "reject -",
        "encode iso-8859-1 20AC": "reject -",
        "encode ascii E9": "reject -",
    }
    assert numbered(talk, expected) == expected


# As its reports show it of the library without the plug-in
def test_what_the_library_takes_or_replaces_is_passed_on(talk, numbered):
    expected = {
        "decode utf-8-31bit C0AF": "ok 2F",
        "decode utf-8 C0AF": "ok 2F",
        "decode utf-8 F4908080": "ok 110000",
        "decode utf-8 41FF": "ok 41,FFFD",
        "decode utf-16-be D83D00410042": "ok FFFD,42",
        "decode utf-16-be DC690041": "ok DC69,41",
        "decode ascii 4180": "ok 41,80",
    }
    assert numbered(talk, expected) == expected


@pytest.mark.parametrize("data", ["41FF", "C3", "EDA080", "C0AF", "F09F91A9"])
def test_memory_reads_as_a_file_does(talk, tmp_path, data):
    file = tmp_path / "bytes"
    file.write_bytes(bytes.fromhex(data))
    (reply,) = talk([f"1 decode utf-8 {data}"])
    goal = f"read_file_to_codes('{file}', Codes, [encoding(utf8)]), format('~w', [Codes])"
    said = subprocess.run(["swipl", "-g", goal, "-g", "halt"], capture_output=True, text=True, check=True).stdout
    assert reply == "1 ok " + ",".join(f"{int(code):X}" for code in said.strip("[]").split(","))
