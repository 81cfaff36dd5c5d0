"""Recode's plug-in, started as a process and spoken to by hand (docs/protocol.md), beside the program of the
same library."""

import shutil
import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("recode")


# UTF-8 rules, table
KNOWN = [("-", "-"), ("41,80,7FF", "41C280DFBF"), ("1FFFFF,200000", "F7BFBFBFF888808080"), ("7FFFFFFF", "FDBFBFBFBFBF")]


@pytest.mark.parametrize(("values", "data"), KNOWN)
def test_known_bytes(talk, values, data):
    requests = [f"1 encode utf-8-31bit {values}", f"2 decode utf-8-31bit {data}"]
    assert talk(requests) == [f"1 ok {data}", f"2 ok {values}"]


@pytest.mark.parametrize("data", ["C080", "EDA080", "F888808080", "F4908080", "80", "41C3", "C341", "FE8080808080", "E0AF42"])
def test_decode_says_what_the_program_says(talk, numbered, data):
    if not shutil.which("recode"):
        pytest.skip("the program recode is not there")
    ended = subprocess.run(["recode", "UTF-8..UCS-4"], check=False, input=bytes.fromhex(data), capture_output=True)
    values = [ended.stdout[i : i + 4] for i in range(0, len(ended.stdout), 4)]
    seen = "reject -" if ended.returncode else "ok " + ",".join(f"{int.from_bytes(value):X}" for value in values)
    assert numbered(talk, [f"decode utf-8-31bit {data}"]) == {f"decode utf-8-31bit {data}": seen}


def test_what_is_no_ucs_4(talk, numbered):
    expected = {"encode utf-8-31bit 41,80000000": "reject -", "encode utf-8-31bit 100000000": "unsupported"}
    assert numbered(talk, expected) == expected


def test_a_fault_leaves_nothing_behind(talk):
    assert talk(["1 decode utf-8-31bit C3", "2 decode utf-8-31bit A9", "3 decode utf-8-31bit 41"])[2] == "3 ok 41"
