"""Thorough runs as a user sees them: they find a single wrong case, and say how to repeat it."""

import json
import shlex

import pytest

LETS_THROUGH = """
class Codec:
    def encode(self, values):
        return bytes(0x3F if value == 0x2A3F7 else value for value in values)

    def decode(self, data):
        return list(data)

CODEC = Codec()
"""
LENIENT = """
class Codec:
    def encode(self, values):
        return "".join(map(chr, values)).encode("iso-8859-6")

    def decode(self, data):
        data = b"a" if data == bytes.fromhex("61B5") else data
        return list(map(ord, data.decode("iso-8859-6")))

CODEC = Codec()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoding", "codec", "check", "case"),
    [
        pytest.param(
            *("iso-8859-1", LETS_THROUGH, "unencodable-values", ("encode", "2A3F7", "ok 3F")), marks=pytest.mark.slow, id="value"
        ),
        pytest.param("iso-8859-6", LENIENT, "layout", ("decode", "61 B5", "ok 61"), id="pair of bytes"),
    ],
)
def test_a_thorough_run_finds_a_single_wrong_case(conform, manifest, encoding: str, codec: str, check: str, case) -> None:
    folder = manifest("lax", 'python: "x:CODEC"', f"{{{encoding}: {{}}}}", x=codec)
    words = ("run", "-i", folder, "-k", f"{encoding}/check/{check}")
    assert conform(*words).returncode == 0
    ended = conform(*words, "--thorough", "--json", "x.jsonl")
    assert ended.returncode == 1
    _, verdict, cause, _ = map(json.loads, (conform.folder / "x.jsonl").read_text().splitlines())
    assert cause["explains"] == [verdict["id"]]
    assert (verdict["operation"], verdict["input"], verdict["got"]) == case
    _, *rerun = shlex.split(ended.stdout.partition("  rerun  ")[2].splitlines()[0])
    assert rerun[-1] == "--thorough"
    assert encoding == "iso-8859-6" or conform(*rerun).stdout == ended.stdout
