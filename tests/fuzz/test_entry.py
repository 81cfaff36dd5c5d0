"""A target with libFuzzer's command line, as OSS-Fuzz runs it."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from patience import FOREVER

from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.fuzz.__main__ import run
from encoding_conformance.fuzz.findings import keep

WRONG = Path(__file__).parents[1] / "liars" / "object-type-error"
STATE = "Assertion failure: decode: crash in liar.py:Liar.lie: TypeError"

WITHOUT_ATHERIS = """
import sys
sys.modules["atheris"] = None
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.fuzz.__main__ import run
run(sys.argv[1], sys.argv[2], sys.argv[3:])
"""

needs_atheris = pytest.mark.skipif(not find_spec("atheris"), reason="Atheris is not installed")


def started(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True, timeout=FOREVER)


def target(*words: object) -> subprocess.CompletedProcess[str]:
    return started("-m", "encoding_conformance.fuzz", *words)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder with two inputs: a letter, and a byte that is not ASCII."""
    for data in (b"A", b"\x80"):
        keep(tmp_path, data)
    return tmp_path


def test_files_are_replayed_without_atheris(corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    run("reference", "ascii", list(map(str, corpus.iterdir())))
    assert capsys.readouterr().err == "2 inputs executed, no failure\n"


def test_the_plain_loop_ends_after_its_runs_even_if_the_corpus_has_more(corpus: Path, monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    run("reference", "ascii", ["-runs=1", str(corpus)])
    assert capsys.readouterr().err == "3 inputs executed, no failure\n"


@pytest.mark.parametrize(("word", "says"), [("-merge=1", "-merge: without Atheris, only -runs"), ("nowhere", "nowhere: no such")])
def test_the_plain_loop_refuses_an_unknown_argument_in_one_line(word: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    with pytest.raises(WrongUsage, match=says):
        run("reference", "ascii", [word])


def test_a_failure_ends_a_replay_after_its_crash_state(corpus: Path) -> None:
    done = started("-c", WITHOUT_ATHERIS, WRONG, "ascii", *corpus.iterdir())
    assert (done.returncode < 0, done.stderr.splitlines()[-1]) == (True, STATE)


def test_failing_inputs_are_written_into_a_new_folder(corpus: Path) -> None:
    new = corpus / "findings" / "new"
    (corpus / "inputs").mkdir()
    keep(corpus / "inputs", b"A")
    assert target(WRONG, "ascii", f"--findings={new}", "-runs=10", corpus / "inputs").returncode == 0
    assert [path.read_bytes() for path in new.iterdir()] == [b"A"]


@needs_atheris
def test_a_failure_ends_libfuzzer_after_its_crash_state_and_its_file_shows_it_again(tmp_path: Path) -> None:
    done = target(WRONG, "ascii", "-runs=100000", f"-artifact_prefix={tmp_path}/")
    assert (done.returncode, STATE in done.stderr.splitlines()) == (77, True)
    (crash,) = tmp_path.iterdir()
    assert STATE in target(WRONG, "ascii", crash).stderr.splitlines()


@needs_atheris
def test_flags_with_which_libfuzzer_starts_itself_again_work(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    merged = tmp_path_factory.mktemp("merged")
    done = target("reference", "ascii", "-merge=1", merged, corpus)
    assert (done.returncode, {path.read_bytes() for path in merged.iterdir()}) == (0, {b"A", b"\x80"})


@pytest.mark.parametrize(
    ("words", "says"),
    [(("nobody", "ascii"), "no implementation 'nobody'"), (("reference",), "ENCODING")],
)
def test_wrong_arguments_end_with_one_clear_line(words: tuple[str, ...], says: str) -> None:
    done = target(*words)
    assert done.returncode in (2, 3)
    assert says in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
