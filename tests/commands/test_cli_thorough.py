"""Thorough runs as a user sees them: what was proved, and the smallest case with how to repeat it."""

import json
import shlex

import pytest

LET_THROUGH = """
class Latin1:
    def encode(self, values):
        return bytes(0x3F if value == 0x2A3F7 else value for value in values)

    def decode(self, data):
        return list(data)

codec = Latin1()
"""
CHECK = "iso-8859-1/check/unencodable-values"


@pytest.mark.slow
def test_a_single_unencodable_value_let_through_is_told_and_repeated(conform, manifest) -> None:
    folder = manifest("lax", 'python: "lax:codec"', "{iso-8859-1: {}}", lax=LET_THROUGH)
    assert conform("run", "-i", folder, "-k", CHECK).returncode == 0
    ended = conform("run", "-i", folder, "-k", CHECK, "--thorough", "--json", "x.jsonl")
    assert ended.returncode == 1
    _, verdict, cause, _ = map(json.loads, (conform.folder / "x.jsonl").read_text().splitlines())
    assert cause["explains"] == [verdict["id"]]
    assert (verdict["operation"], verdict["input"], verdict["got"]) == ("encode", "2A3F7", "ok 3F")
    _, *rerun = shlex.split(ended.stdout.partition("  rerun  ")[2].splitlines()[0])
    assert rerun[-1] == "--thorough"
    assert conform(*rerun).stdout == ended.stdout


LENIENT = """
class Arabic:
    def encode(self, values):
        return "".join(map(chr, values)).encode("iso-8859-6")

    def decode(self, data):
        data = b"a" if data == bytes.fromhex("61B5") else data
        return list(map(ord, data.decode("iso-8859-6")))

codec = Arabic()
"""


def test_a_thorough_run_finds_a_pair_of_bytes_that_no_class_tells_apart(conform, manifest) -> None:
    folder = manifest("lenient", 'python: "lenient:codec"', "{iso-8859-6: {}}", lenient=LENIENT)
    assert conform("run", "-i", folder, "-k", "/check/layout").returncode == 0
    ended = conform("run", "-i", folder, "-k", "/check/layout", "--thorough")
    assert ended.returncode == 1
    _, *rerun = shlex.split(ended.stdout.partition("  rerun  ")[2].splitlines()[0])
    assert rerun[-1] == "--thorough"
