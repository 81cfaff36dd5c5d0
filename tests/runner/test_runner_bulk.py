"""What is asked in bulk: the loop in C expects what the model says, and a single string or transition that is wrong is found."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from patience import FOREVER
from project import suite

from encoding_conformance.adapters import every_string, manifest
from encoding_conformance.adapters.every_string import WAYS
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.checks.catalogue import EVERY_STRING, ON_REQUEST, TRANSITIONS
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.verdict import Status, Verdict
from encoding_conformance.data_files.problems import HarnessError
from encoding_conformance.models import model_of
from encoding_conformance.models.code_tables import lacks_code_tables
from encoding_conformance.runner import bulk
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.unit import Parameters, UnitRun

HEADER = Path(__file__).parents[2] / "harness" / "encoding_conformance" / "templates" / "c-library"
CODEC, EXPECTS = (Path(__file__).with_name(name) for name in ("bulk_codec.c", "expects.c"))

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="a C compiler is not there")


@pytest.fixture(scope="module")
def expects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("expects") / "expects"
    include = ["-I", every_string.SOURCE.parent]
    subprocess.run(["cc", "-O2", *include, "-o", program, EXPECTS, "-ldl"], check=True, timeout=FOREVER)
    return program


def some_strings(encoding: Encoding) -> list[bytes]:
    """Strings of four bytes: at random, and random ends of the codes of random values."""
    seeded = random.Random(encoding.id)
    values = [seeded.randrange(seeded.choice((0x110000, 0x3000, 0x80))) for _ in range(3000)]
    codes = b"".join(code for value in values if (code := bytes_or_none(encoding, value)))
    unit = encoding.code_unit
    cut = [codes[start : start + 4] for start in range(0, len(codes) - 4, unit)]
    changed = [bytes((*each[:at], seeded.randrange(256), *each[at + 1 :])) for each in cut for at in (seeded.randrange(4),)]
    return [*cut, *changed, *(seeded.randbytes(4) for _ in range(3000))]


def bytes_or_none(encoding: Encoding, value: int) -> bytes:
    outcome = model_of(encoding).encode((value,))[0]
    return getattr(outcome, "value", b"")


FITTING = ["ascii", "ascii-parity", "cesu-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le", "utf-8", "utf-8-31bit"]


def test_some_encodings_have_tables_for_the_loop() -> None:
    assert sorted(id for id, encoding in suite().encodings.items() if not lacks_code_tables(encoding)) == FITTING


@pytest.mark.parametrize("id", FITTING)
def test_the_loop_expects_what_the_model_says(id: str, expects: Path, tmp_path: Path) -> None:
    encoding, file = suite().encodings[id], tmp_path / "strings"
    asked = some_strings(encoding)
    file.write_text("".join(f"{each.hex()}\n" for each in asked))
    ended = subprocess.run([expects, file], input=every_string.words(encoding), capture_output=True, check=True, timeout=FOREVER)
    told = ended.stdout.decode().splitlines()
    assert len(told) > 4000
    assert told == [expected(encoding, data) for data in asked]


def expected(encoding: Encoding, data: bytes) -> str:
    match model_of(encoding).decode(data):
        case (Decoded(values),):
            return " ".join(("ok", *(f"{value:X}" for value in values)))
        case (Rejection(offset),):
            return f"reject {offset}"
    raise AssertionError


class Made(NamedTuple):
    """The folder of a library with its mistake."""

    folder: Path

    def verdict(self, encoding: Encoding, parameters: Parameters) -> Verdict:
        """The only verdict on a check on request."""
        implementation = manifest.read(self.folder)
        unit = Unit(implementation, encoding, (), parameters.on_request, suite())
        with Testee(implementation) as testee:
            (verdict,) = UnitRun(unit, testee, parameters).verdicts()
        return verdict


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Made]:
    def make(*mistake: str) -> Made:
        flags = ["-O2", "-Wall", "-Wextra", "-fPIC", "-shared", "-I", HEADER, "-o", tmp_path / "codec.so"]
        subprocess.run(["cc", *(f"-D{each}" for each in mistake), *flags, CODEC], check=True, timeout=FOREVER)
        text = "name: x\ntitle: X\nlibrary: ./codec.so\nencodings: {utf-8: {}, bocu-1: {}}\n"
        (tmp_path / "implementation.yaml").write_text(text)
        return Made(tmp_path)

    return make


@pytest.fixture(scope="module")
def loop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return every_string.compiled(tmp_path_factory.mktemp("loop"))


@pytest.fixture
def compiled_once(loop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop is not compiled for each slice, which takes nearly no time beside a whole slice, but seconds beside small ones."""
    monkeypatch.setattr(bulk, "compiled", lambda folder: loop)


@pytest.fixture
def short(compiled_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the strings of four bytes, only those from F0 9F 00 00 to F0 9F FF FF are asked."""
    whole = bulk.lines_about

    def some(command, job, implementation, blocks):
        if command[-1] != "4" or len(blocks) == 1:
            yield from whole(command, job, implementation, blocks)
        elif 0xF09F00 in blocks:
            yield from whole(command, job, implementation, range(0xF09F00, 0xF0A000))
        else:
            yield [blocks.stop, *[0] * 2 * len(WAYS)]

    monkeypatch.setattr(bulk, "lines_about", some)


EVERY_4 = Parameters(every=4)
ALL = "of 4,311,810,304 strings of at most 4 bytes: "


@pytest.mark.parametrize(
    ("mistake", "input", "got", "reason"),
    [
        ("WRONG=0xF09F9880", "F09F9880", "ok 1F601", f"not what the specification's table gives; {ALL}1 decoded to other values"),
        ("LOOSE=0xF09F4180", "F09F4180", "ok -", f"not what the specification's table gives; {ALL}1 ill-formed and accepted"),
        ("CRASH=0xF09F9880", "F09F9880", "crash: ended by signal 6 (Aborted)", "crash: ended by signal 6 (Aborted)"),
    ],
)
def test_a_single_string_is_found(
    made: Callable[..., Made], short: None, mistake: str, input: str, got: str, reason: str
) -> None:
    verdict = made(mistake).verdict(suite().encodings["utf-8"], EVERY_4)
    assert (verdict.status, str(verdict.id)) == (Status.FAIL, "utf-8/check/every-string")
    assert verdict.operation and verdict.got
    assert (verdict.operation.input, outcome_text(verdict.got), verdict.reason) == (bytes.fromhex(input), got, reason)
    assert verdict.pointers.rerun.endswith("-k utf-8/check/every-string --every 4")


def test_a_decoder_with_a_memory_fails_only_in_bulk(made: Callable[..., Made], short: None) -> None:
    verdict = made("CALL=60000").verdict(suite().encodings["utf-8"], EVERY_4)
    alone = "a string of 2 bytes differs in bulk, but not when it is asked alone"
    assert (verdict.status, verdict.operation, verdict.reason) == (Status.FAIL, None, f"{alone}; {ALL}3 without an answer")


def test_a_right_decoder_holds(made: Callable[..., Made], short: None) -> None:
    verdict = made().verdict(suite().encodings["utf-8"], EVERY_4)
    assert (verdict.status, verdict.reason) == (Status.PASS, "held on 4,311,810,304 strings of at most 4 bytes")
    assert verdict.requirements


def little() -> Encoding:
    """BOCU-1 of fewer values."""
    return replace(suite().encodings["bocu-1"], values=RangeSet(((0, 0x3FF),)))


TRANSITIONS_ALL = Parameters(transitions=True)


def test_a_single_transition_is_found(made: Callable[..., Made]) -> None:
    pytest.importorskip("numpy")
    verdict = made("STATE=0x240", "VALUE=0x333").verdict(little(), TRANSITIONS_ALL)
    assert verdict.status == Status.FAIL
    assert verdict.operation
    before, value = verdict.operation.input[-2:]
    assert (before & ~0x7F, value) == (0x200, 0x333)
    assert "1 of " in verdict.reason


def test_a_right_codec_holds_on_all_transitions(made: Callable[..., Made]) -> None:
    pytest.importorskip("numpy")
    verdict = made().verdict(little(), TRANSITIONS_ALL)
    assert (verdict.status, verdict.reason) == (Status.PASS, "held on 8,192 transitions")


@pytest.mark.parametrize("mistake", [("WRONG=0xC3A9", "SIZE=2"), ("STATE=0x240", "VALUE=0x333"), ()])
def test_small_slices_find_the_same(
    made: Callable[..., Made], compiled_once: None, monkeypatch: pytest.MonkeyPatch, mistake: tuple[str, ...]
) -> None:
    pytest.importorskip("numpy")
    folder = made(*mistake)
    asked = [(suite().encodings["utf-8"], Parameters(every=2)), (little(), TRANSITIONS_ALL)]
    whole = [folder.verdict(*each) for each in asked]
    monkeypatch.setattr(bulk, "_STRINGS", 50)
    monkeypatch.setattr(bulk, "_TEXTS", 4)
    assert [folder.verdict(*each) for each in asked] == whole
    assert {verdict.status for verdict in whole} == ({Status.PASS, Status.FAIL} if mistake else {Status.PASS})


def test_what_is_no_library_is_asked_some_transitions() -> None:
    from encoding_conformance.runner.registry import find

    encoding, implementation = little(), find("reference")
    unit = Unit(implementation, encoding, (), (TRANSITIONS,), suite())
    with Testee(implementation) as testee:
        (verdict,) = UnitRun(unit, testee, TRANSITIONS_ALL).verdicts()
    assert (verdict.status, verdict.reason) == (Status.PASS, "held on 11 of 11 texts with 8,192 transitions")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("-i", "reference", "-e", "utf-8", "--every", 2),
            "--every N does not fit reference in utf-8: the manifest names no shared library, and nothing else is fast enough",
        ),
        (
            ("-i", "reference", "-e", "bocu-1", "--every", 2),
            "--every N does not fit reference in bocu-1: codes depend on what stands before them",
        ),
        (
            ("-i", "reference", "-e", "utf-8", "--transitions"),
            "--transitions does not fit reference in utf-8: no code depends on the value before it",
        ),
    ],
)
def test_what_fits_nothing_is_refused(conform, words: tuple[object, ...], message: str) -> None:
    ended = conform("run", *words)
    assert (ended.returncode, ended.stdout, ended.stderr.splitlines()[-1]) == (2, "", f"conform: {message}")


def test_a_known_deviation_says_how_many_differ(conform, made: Callable[..., Made]) -> None:
    folder = made("WRONG=0x41", "SIZE=1").folder
    entry = "{kind: choice, what: x, requirements: [utf-8/one-byte], outcome: ok 42, ids: [utf-8/check/every-string]}"
    with (folder / "implementation.yaml").open("a") as file:
        file.write(f"known_deviations: [{entry}]\n")
    words = ("run", "-i", folder, "-e", "utf-8", "-k", "check/every-string", "--every", 1, "--json", "x.jsonl")
    assert conform(*words).returncode == 0
    _, verdict, *_ = map(json.loads, (conform.folder / "x.jsonl").read_text().splitlines())
    assert verdict["verdict"] == "skip"
    assert verdict["reason"].endswith("; of 256 strings of at most 1 byte: 1 decoded to other values")


def test_a_run_has_the_check_only_on_request(conform, made: Callable[..., Made]) -> None:
    folder = made("LOOSE=0").folder
    words = ("run", "-i", folder, "-e", "utf-8", "-k", "check/every-string", "--every", 2, "--json", "x.jsonl")
    assert conform(*words).returncode == 0
    _, verdict, *_ = map(json.loads, (conform.folder / "x.jsonl").read_text().splitlines())
    assert verdict["reason"] == "held on 65,792 strings of at most 2 bytes"
    ended = conform(*words[:-4])
    assert (ended.returncode, ended.stderr) == (2, "conform: every-string: only an option asks for it; add --every N\n")


def test_a_compiler_that_is_missing_is_told(conform, made: Callable[..., Made], monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made().folder
    monkeypatch.setenv("CC", "no-such-compiler")
    ended = conform("run", "-i", folder, "-e", "utf-8", "--every", 2)
    missing = "install a C compiler, or name it in the environment variable CC"
    message = f"conform: --every needs a C compiler: no-such-compiler: No such file or directory; {missing}"
    assert (ended.returncode, ended.stderr.splitlines()) == (3, [message])


def test_a_library_that_is_not_built_is_told(conform, made: Callable[..., Made]) -> None:
    folder = made().folder
    (folder / "codec.so").unlink()
    ended = conform("run", "-i", folder, "-e", "utf-8", "--every", 2)
    assert ended.returncode == 3
    assert ended.stderr.startswith(f"conform: --every N needs {folder}/codec.so, which is not there")


def test_numpy_that_is_missing_is_told(made: Callable[..., Made], monkeypatch: pytest.MonkeyPatch) -> None:
    implementation = manifest.read(made().folder)
    unit = Unit(implementation, suite().encodings["bocu-1"], (), (TRANSITIONS,), suite())
    monkeypatch.setattr(bulk, "find_spec", lambda name: None)
    with pytest.raises(HarnessError, match=r"needs numpy: pip install 'encoding-conformance\[bulk\]'"):
        bulk.prepare([TRANSITIONS], [unit])


def test_on_request_are_two_checks() -> None:
    assert [*ON_REQUEST] == [EVERY_STRING, TRANSITIONS]
