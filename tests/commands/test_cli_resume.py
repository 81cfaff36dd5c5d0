"""`--resume` ends with the report of a run that was not cut off, and asks nothing twice that was finished."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path
from subprocess import Popen

import pytest
from patience import FOREVER, until
from wrong_late import WRONG_LATE

from encoding_conformance.report.jsonlines import lines

LIARS = Path(__file__).parents[1] / "liars"

NOTES = """
from pathlib import Path

class Codec:
    def __init__(self, name):
        self.name = name

    def encode(self, values):
        return bytes(values)

    def decode(self, data):
        with (Path(__file__).parent / "asked").open("a") as file:
            print(self.name, file=file)
        return [0x3F if byte == 0x7F else byte for byte in data]

codecs = {name: Codec(name) for name in ("ascii", "kim")}
"""


class Whole:
    """A run of two implementations that was not cut off: its options, and its report."""

    def __init__(self, conform):
        self.folder = conform.folder / "notes"
        self.folder.mkdir()
        manifest = "name: notes\ntitle: X\npython: 'x:codecs'\nencodings: {ascii: {}, kim: {}}\n"
        (self.folder / "implementation.yaml").write_text(manifest)
        (self.folder / "x.py").write_text(NOTES)
        self.words = "run", "-i", self.folder, "-i", "cpython", "-e", "ascii", "-e", "kim", "-k", "edge/7", "--jobs", 1
        ended = conform(*self.words, "--json", "whole", "--junit", "whole.xml")
        assert ended.returncode == 1
        self.report = (conform.folder / "whole").read_bytes()
        self.junit = (conform.folder / "whole.xml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def whole(shared_conform) -> Whole:
    return Whole(shared_conform)


def kept_of(whole: bytes, encoding: str) -> int:
    """The bytes up to the end of the unit of `notes` in an encoding, with its causes."""
    ends, last = 0, 0
    for line in whole.splitlines(keepends=True):
        ends += len(line)
        if (json.loads(line).get("implementation"), json.loads(line).get("encoding")) == ("notes", encoding):
            last = ends
    return last


def test_a_finished_unit_is_not_asked_again(conform, whole) -> None:
    asked = whole.folder / "asked"
    asked.unlink()
    (conform.folder / "cut").write_bytes(whole.report[: kept_of(whole.report, "ascii") + 60])
    ended = conform(*whole.words, "--resume", "cut")
    assert (ended.returncode, ended.stderr) == (1, "")
    assert "1 of 3 units are finished" in ended.stdout
    assert set(asked.read_text().split()) == {"kim"}
    assert (conform.folder / "cut").read_bytes() == whole.report


@pytest.mark.slow
def test_a_report_is_complete_wherever_it_was_cut_off(conform, whole) -> None:
    cuts = random.Random(3)
    for _ in range(10):
        cut = cuts.randrange(whole.report.index(b"\n") + 1, len(whole.report) - 100)
        (conform.folder / "cut").write_bytes(whole.report[:cut])
        assert conform(*whole.words, "--resume", "cut").returncode == 1
        assert (conform.folder / "cut").read_bytes() == whole.report


def test_what_is_known_of_finished_units_is_in_all_reports(conform, whole) -> None:
    (conform.folder / "cut").write_bytes(whole.report[: kept_of(whole.report, "kim") + 10])
    assert "2 of 3 units" in conform(*whole.words, "--resume", "cut", "--junit", "cut.xml").stdout
    failing = [text.count("<failure") for text in (whole.junit, (conform.folder / "cut.xml").read_text(encoding="utf-8"))]
    assert failing[0] == failing[1] > 0


def header_with(**fields: object) -> Callable[[bytes], bytes]:
    def change(whole: bytes) -> bytes:
        first, rest = whole.split(b"\n", 1)
        return json.dumps({**json.loads(first), **fields}).encode() + b"\n" + rest[:3000]

    return change


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda whole: whole, "is complete, so that nothing is left to ask"),
        (header_with(seed=7), "is of another run: `seed` is 7 there, and 0 in this one"),
        (header_with(harness="0.0.7"), 'is of another run: `harness` is "0.0.7" there'),
        (header_with(vectors="0.1.0 abc"), 'is of another run: `vectors` is "0.1.0 abc" there'),
        (header_with(options=["--exhaustive"]), 'is of another run: `options` is ["--exhaustive"] there, and null in this one'),
        (header_with(patterns=["edge/8"]), 'is of another run: `patterns` is ["edge/8"] there, and ["edge/7"] in this one'),
        (
            lambda whole: whole.replace(b"edge/7", b"edge/6")[:3000].replace(b'["edge/6"]', b'["edge/7"]'),
            "it has other tests of notes",
        ),
        (lambda whole: b"", "has no header, so nothing was asked; leave out --resume, and use --json cut"),
        (lambda whole: b"hello\n", "expected a JSON object"),
        (lambda whole: b"[]\n", "expected a JSON object"),
        (gzip.compress, "expected a JSON object"),
    ],
)
def test_a_report_of_another_run_is_told_in_a_line_and_stays(conform, whole, change, told: str) -> None:
    cut = change(whole.report)
    (conform.folder / "cut").write_bytes(cut)
    ended = conform(*whole.words, "--resume", "cut")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("conform: cut:")
    assert told in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert (conform.folder / "cut").read_bytes() == cut


def grow(process: Popen[str], report: Path, before: int, more: int) -> None:
    """Wait until a report is opened by a run, and has got more bytes, or the run has ended."""

    def ended() -> bool:
        return process.poll() is not None

    until(lambda: ended() or (report.exists() and report.stat().st_size != before))
    begun = report.stat().st_size
    until(lambda: ended() or report.stat().st_size >= begun + more)


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
@pytest.mark.slow
def test_a_run_that_is_killed_ten_times_ends_with_the_same_report(conform, suffix: str) -> None:
    implementations = "always-wrong", "exits-3", "exits-at-once"
    words = ["run", *(word for name in implementations for word in ("-i", LIARS / name)), "-i", "cpython", "-i", "reference"]
    words += ["-k", "edge/1", "-k", "edge/7", "--jobs", 2]
    assert conform(*words, "--json", f"whole{suffix}").returncode == 3
    whole, cut, moments = conform.folder / f"whole{suffix}", conform.folder / f"cut{suffix}", random.Random(29)
    kills = resumed = 0
    while kills < 10:
        there = cut.exists() and next(lines(cut), b"").endswith(b"\n")
        process = conform.start(*words, *(("--resume", cut) if there else ("--json", cut)))
        grow(process, cut, cut.stat().st_size if there else 0, moments.randrange(whole.stat().st_size // 20))
        kills += process.poll() is None
        process.kill()
        out, _ = process.communicate(timeout=FOREVER)
        resumed = max(resumed, int(out.partition(" of ")[0])) if "units are finished" in out else resumed
        if process.returncode >= 0:  # it was faster, so it begins again
            assert list(lines(cut)) == list(lines(whole))
            cut.unlink()
    assert resumed > 3
    assert conform(*words, *(("--resume", cut) if cut.exists() else ("--json", cut))).returncode == 3
    assert list(lines(cut)) == list(lines(whole))


def reach(process: Popen[str], notes: Path, size: int) -> None:
    """Wait until notes have so many bytes, or the run has ended."""
    until(lambda: process.poll() is not None or (notes.exists() and notes.stat().st_size >= size))


@pytest.mark.slow
def test_a_unit_that_is_killed_ten_times_ends_with_the_same_report_and_asks_no_slice_twice(conform, manifest) -> None:
    folder, moments = manifest("wrong", "python: 'x:ascii'", x=WRONG_LATE), random.Random(29)
    words = "run", "-i", folder, "-k", "check/unencodable-values", "--exhaustive", "--jobs"
    assert conform(*words, 1, "--json", "whole").returncode == 1
    whole, cut, notes = (conform.folder / name for name in ("whole", "cut", "cut.slices"))
    assert not (conform.folder / "whole.slices").exists()
    noted, kills, resumed = b"", 0, 0
    while kills < 10:
        there = cut.exists() and b"\n" in cut.read_bytes()
        process = conform.start(*words, 1 + kills % 2, *(("--resume", cut) if there else ("--json", cut)))
        reach(process, notes, (len(noted) if there else 0) + moments.choice((1, 1, 1, 150, 300)))
        kills += process.poll() is None
        process.kill()
        out, _ = process.communicate(timeout=FOREVER)
        resumed += "of the other units" in out
        if process.returncode >= 0:  # it was faster, so it begins again
            assert cut.read_bytes() == whole.read_bytes()
            cut.unlink()
            noted = b""
            continue
        after = notes.read_bytes() if notes.exists() else b""
        assert after.startswith(noted[: noted.rfind(b"\n") + 1])
        slices = [json.dumps(json.loads(line)[:3]) for line in after.splitlines(keepends=True)[1:] if line.endswith(b"\n")]
        assert len(slices) == len(set(slices))
        noted = after
    assert resumed > 2
    assert conform(*words, 1, *(("--resume", cut) if cut.exists() else ("--json", cut))).returncode == 1
    assert cut.read_bytes() == whole.read_bytes()
    assert not notes.exists()


def test_notes_that_cannot_be_read_are_told_in_a_line(conform, manifest) -> None:
    folder = manifest("wrong", "python: 'x:ascii'", x=WRONG_LATE)
    words = "run", "-i", folder, "-k", "edge/7", "--exhaustive", "--jobs", 1
    assert conform(*words, "--json", "cut").returncode == 0
    header = (conform.folder / "cut").read_text().partition("\n")[0]
    (conform.folder / "cut").write_text(f"{header}\n")
    (conform.folder / "cut.slices").write_text(f"{header}\n[1]\n")
    ended = conform(*words, "--resume", "cut")
    told = "conform: cut.slices:2: is not a note of a slice; remove the file to ask all slices\n"
    assert (ended.returncode, ended.stderr) == (2, told)
    (conform.folder / "cut.slices").write_text("of another run\n[1]\n")
    assert conform(*words, "--resume", "cut").returncode == 0
    assert not (conform.folder / "cut.slices").exists()
