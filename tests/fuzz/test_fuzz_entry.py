"""The entry for libFuzzer's command line, and for a replay without Atheris."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import made
import pytest
from patience import FOREVER

from encoding_conformance.fuzz.__main__ import replay, target_of
from encoding_conformance.fuzz.corpus import keep, seeds
from encoding_conformance.fuzz.finding import Finding

WRONG = Path(__file__).parents[1] / "liars" / "object-type-error"
FAILURE_LINE = "Assertion failure: decode: crash in liar.py:Liar.lie: TypeError"
FAILURE_LINES = {FAILURE_LINE, FAILURE_LINE.replace("decode", "encode")}
"""The codec crashes in both operations, and the seed decides which of them libFuzzer finds first."""

WITHOUT_ATHERIS = """
import sys
sys.modules["atheris"] = None
from encoding_conformance.fuzz.__main__ import run
run(sys.argv[1], sys.argv[2], sys.argv[3:])
"""


def started(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True, timeout=FOREVER)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder with two inputs: a letter, and a byte that is not ASCII."""
    for data in (b"A", b"\x80"):
        keep(tmp_path, data)
    return tmp_path


@pytest.mark.parametrize("id", ["ascii", "utf-16-le", "bocu-1", "kim-text"])
def test_nothing_is_found_where_the_vectors_inputs_are_replayed(id: str, tmp_path: Path) -> None:
    inputs = seeds(made.encoding(id), made.suite().vectors_of(id), longest=256)
    for data in inputs:
        keep(tmp_path, data)
    found: list[Finding] = []
    assert (replay(target_of("reference", id, found.append), [str(tmp_path)]), found) == (len(inputs), [])


def test_a_corpus_is_replayed_without_atheris(corpus: Path) -> None:
    done = started("-c", WITHOUT_ATHERIS, "reference", "ascii", corpus)
    assert (done.returncode, done.stdout) == (0, "2 inputs replayed, no finding\n")


def test_a_finding_ends_a_replay_behind_its_bucket(corpus: Path) -> None:
    done = started("-c", WITHOUT_ATHERIS, WRONG, "ascii", corpus)
    assert (done.returncode < 0, FAILURE_LINE in done.stderr.splitlines()) == (True, True)


@pytest.mark.skipif(not find_spec("atheris"), reason="Atheris is not installed")
def test_a_finding_ends_libfuzzer_behind_its_bucket(tmp_path: Path) -> None:
    done = started("-m", "encoding_conformance.fuzz", WRONG, "ascii", "-runs=100000", f"-artifact_prefix={tmp_path}/")
    assert (done.returncode, len(FAILURE_LINES.intersection(done.stderr.splitlines()))) == (77, 1)
    (crash,) = tmp_path.iterdir()
    again = started("-m", "encoding_conformance.fuzz", WRONG, "ascii", crash)
    assert FAILURE_LINES.intersection(again.stderr.splitlines()) == FAILURE_LINES.intersection(done.stderr.splitlines())


LOOPS = """
from reference_codecs import CODECS
class Codec:
    encode = CODECS["ascii"].encode
    def decode(self, data):
        while data == b"A":
            pass
        return CODECS["ascii"].decode(data)
CODEC = Codec()
"""


@pytest.mark.skipif(not find_spec("atheris"), reason="Atheris is not installed")
def test_a_hang_in_python_ends_libfuzzer_behind_its_bucket(manifest, corpus: Path) -> None:
    folder = manifest("loops", 'python: "loops:CODEC"\nlimits: {seconds: 1}', loops=LOOPS)
    done = started("-m", "encoding_conformance.fuzz", folder, "ascii", "-runs=100000", f"-artifact_prefix={corpus}/", corpus)
    assert "Assertion failure: decode: hang: no answer within N s" in done.stderr.splitlines()
    assert "input      41" in done.stderr.splitlines()


def test_wrong_words_are_one_clear_line() -> None:
    for words, says in ((["nobody", "ascii"], "no implementation 'nobody'"), (["reference"], "usage: ")):
        done = started("-m", "encoding_conformance.fuzz", *words)
        assert (done.returncode, len(done.stderr.splitlines()), says in done.stderr) == (2, 1, True)
