"""`conform run --inputs`: a folder of raw inputs instead of vectors and checks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

CODEC = """
class Codec:
    def encode(self, values):
        return "".join(map(chr, values)).encode("utf-8", "surrogatepass")
    def decode(self, data):
        return list(map(ord, data.decode("utf-8", "surrogatepass")))
CODEC = Codec()
"""
SURROGATE, OTHER, TRUNCATED, RIGHT = b"\xed\xa0\x80", b"a\xed\xb0\x80", b"\xc3", "é".encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "inputs"
    (folder / "deeper").mkdir(parents=True)
    for name, data in (("one", SURROGATE), ("deeper/two", OTHER), ("three", TRUNCATED), ("four", RIGHT), (".hidden", b"\xff")):
        (folder / name).write_bytes(data)
    return folder


def run(conform, codec: Path, folder: Path, *more: object):
    return conform("run", "-i", codec, "-e", "utf-8", "--inputs", folder, *more)


def test_failing_inputs_are_grouped_by_cause(conform, manifest, folder) -> None:
    codec = manifest("lax", 'python: "x:CODEC"', "{utf-8: {}}", x=CODEC)
    done = run(conform, codec, folder, "--json", "report.jsonl")
    assert done.returncode == 1
    assert "lax  utf-8    1 cause explains all 2 failing inputs (of 4 inputs)" in done.stdout
    assert "decode accepts a surrogate" in done.stdout
    assert f"-k one --inputs {folder}" in done.stdout and "also       deeper/two" in done.stdout
    lines = map(json.loads, (conform.folder / "report.jsonl").read_text(encoding="utf-8").splitlines())
    verdicts = {line["id"]: (line["verdict"], line["input"]) for line in lines if line["type"] == "verdict"}
    assert verdicts == {
        "utf-8/input/deeper/two": ("fail", "61 ED B0 80"),
        "utf-8/input/four": ("pass", None),
        "utf-8/input/one": ("fail", "ED A0 80"),
        "utf-8/input/three": ("pass", None),
    }
    again = run(conform, codec, folder, "--failed-in", "report.jsonl")
    assert (again.returncode, again.stdout.splitlines()[-1]) == (1, "0 pass  2 fail  0 skip  0 error")
    lost = conform("run", "-i", codec, "--failed-in", "report.jsonl")
    assert (lost.returncode, "give their folder with --inputs" in lost.stderr) == (2, True)


def test_a_hostile_name_is_escaped_in_every_report(conform, manifest, tmp_path: Path) -> None:
    (tmp_path / "a\n```\n# b\x1b").write_bytes(SURROGATE)
    files = {"--json": "x.jsonl", "--junit": "x.xml", "--html": "x.html", "--summary": "x.md"}
    codec = manifest("lax", 'python: "x:CODEC"', "{utf-8: {}}", x=CODEC)
    done = run(conform, codec, tmp_path, *(word for option in files.items() for word in option))
    assert (done.returncode, done.stderr) == (1, "")
    texts = [done.stdout, *((conform.folder / name).read_text(encoding="utf-8") for name in files.values())]
    assert [text for text in texts if "\n# b" in text or "\x1b" in text] == []


def test_patterns_select_inputs(conform, folder) -> None:
    done = run(conform, Path("reference"), folder, "-k", "two", "-k", "three")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "2 pass  0 fail  0 skip  0 error")


DECLARED = """
known_deviations:
  - kind: bug
    what: "accepts surrogates"
    requirements: [utf-8/surrogates]
    ids: ["utf-8/check/layout", "{vector}"]
    outcome: "ok 61 DC00"
"""


@pytest.mark.parametrize(("vector", "excused"), [("utf-8/surrogate-*", 1), ("utf-8/overlong-two-bytes-*", 0)])
def test_a_known_deviation_excuses_an_input_that_it_describes(conform, manifest, folder, vector: str, excused: int) -> None:
    codec = manifest("lax", f'python: "x:CODEC"{DECLARED.format(vector=vector)}', "{utf-8: {}}", x=CODEC)
    done = run(conform, codec, folder)
    assert done.stdout.splitlines()[-2 if excused else -1] == f"2 pass  {2 - excused} fail  {excused} skip  0 error"
