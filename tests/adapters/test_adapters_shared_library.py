"""Shared libraries with planted faults: each fault has a message of one line, and costs only the operation that shows it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest
from patience import FOREVER

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.commands.new import TEMPLATES
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import BrokenProtocol, Decoded, Encoded, Rejection, Unsupported

SOURCE = Path(__file__).with_name("liar.c")

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="a C compiler is not there")


def described(
    folder: Path, encodings: str = "{ascii: {}}", faults: Collection[str] = (), more: str = "", seconds: int = 5
) -> RestartingSession:
    """Writes a manifest for the library in a folder."""
    text = f"name: x\ntitle: X\nlibrary: ./liar.so\nencodings: {encodings}\nlimits: {{seconds: {seconds}}}\n{more}"
    named = f"environment: {{FAULTS: {''.join(f'{fault};' for fault in faults)!r}}}\n"
    (folder / "implementation.yaml").write_text(text + named, encoding="utf-8")
    return RestartingSession(manifest.read(folder))


def built(folder: Path, *options: str) -> Path:
    flags = ["-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-I", TEMPLATES / "c-library", "-o", folder / "liar.so"]
    subprocess.run(["cc", *options, *flags, SOURCE], check=True, timeout=FOREVER)
    return folder


@pytest.fixture(scope="module")
def liar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a library whose faults the environment names."""
    return built(tmp_path_factory.mktemp("liar"))


def outcomes(session: RestartingSession, operations: Sequence[Decode | Encode]) -> list[str]:
    with session:
        return [outcome_text(outcome) for outcome in session.perform(operations)]


SEGFAULT = "crash: ended by signal 11 (Segmentation fault); it probably {}"
DECODE, VALIDATE = "malformed: conform_decode ", "malformed: conform_validate "
OF_DECODE = {
    "writes behind the capacity": "crash: wrote past the end of its output in liar.so:conform_decode",
    "writes behind the result": SEGFAULT.format("wrote past the end of its output"),
    "writes before its output": "crash: wrote before the beginning of its output in liar.so:conform_decode",
    "writes far before its output": SEGFAULT.format("wrote before the beginning of its output"),
    "ignores the capacity": "crash: wrote past the end of its output in liar.so:conform_decode",
    "reads behind its input": SEGFAULT.format("read past the end of its input"),
    "reads before its input": SEGFAULT.format("read before the beginning of its input"),
    "writes into its input": "crash: wrote into its input in liar.so:conform_decode",
    "wants aligned bytes": "crash: ended by signal 6 (Aborted)",
    "wants aligned values": "crash: ended by signal 6 (Aborted)",
    "exits": "crash: exited with status 3",
    "returns an unknown code": DECODE + "returned 7, which conform.h does not define",
    "says nothing of the count": DECODE + "does not say how many values, and there was room for 19",
    "says that it wrote too much": DECODE + "says that it wrote 20 values, and there was room for 19",
    "says that nothing is too little": DECODE + "requests room for 0 when there was room for 19 values",
    "says that all room is too little": DECODE + "requested room for 20 values, got it, and requests more",
    "asks for too much room": DECODE + f"requests room for {(1 << 63) - 1} when there was room for 19 values",
    "never has too little room": DECODE + "gave 3 values, and 2 values when there was room for 2; expected CONFORM_TOO_SMALL",
    "wants more room than it needs": DECODE + "gave 3 values, and CONFORM_TOO_SMALL when there was room for exactly that many",
    "leaves values unwritten": DECODE + "gave 3 values, and other values when there was room for exactly that many",
    "rejects behind its input": DECODE + "rejects at offset 4 of an input of 3",
    "rejects only with room": DECODE + "gave a rejection, and 0 values when there was room for 1",
    "rejects here and there": DECODE + "gave a rejection at 0, and a rejection at 1 when there was room for 0",
    "rejects now and then": DECODE + "gave 3 values, and a rejection at 0 when there was room for exactly that many",
    "shortens the harness's files": "crash: ended by signal 6 (Aborted)",
}
OF_VALIDATE = {
    "reads behind its input": SEGFAULT.format("read past the end of its input"),
    "reads before its input": SEGFAULT.format("read before the beginning of its input"),
    "writes into its input": "crash: wrote into its input in liar.so:conform_validate",
    "answers by the address": VALIDATE + "gave two answers for the same input at two addresses",
    "returns an unknown code": VALIDATE + "returned 7, which conform.h does not define",
    "asks for room": VALIDATE + "returned 3, which conform.h does not define for it",
    "rejects behind its input": VALIDATE + "rejects at offset 4 of an input of 3",
}


@pytest.mark.parametrize(
    ("operation", "right", "faults"), [("decode, encode", "ok 61", OF_DECODE), ("validate", "valid", OF_VALIDATE)]
)
def test_a_fault_has_a_message_and_costs_one_operation(liar: Path, operation: str, right: str, faults: dict[str, str]) -> None:
    session = described(liar, faults=faults, more=f"operations: [{operation}]\n")
    sound = Decode("ascii", b"a")
    shown = outcomes(
        session, [each for index in range(len(faults)) for each in (Decode("ascii", b"%c!c" % (0x41 + index)), sound)]
    )
    assert dict(zip(faults, shown[::2], strict=True)) == faults
    assert set(shown[1::2]) == {right}


def test_an_output_for_exactly_the_result_begins_at_odd_addresses_too(liar: Path) -> None:
    session = described(liar, faults=["writes one too many at odd addresses"])
    shown = outcomes(session, [Encode("ascii", (value,)) for value in range(0x20)])
    crash = "crash: wrote past the end of its output in liar.so:conform_encode"
    assert set(shown) <= {f"ok {value:02X}*20" for value in range(0x20)} | {crash}
    assert 4 < shown.count(crash) < 28


def test_a_library_may_take_longer_to_load_than_to_answer_but_one_that_hangs_is_ended(liar: Path) -> None:
    session = described(liar, faults=["loads slowly", "hangs"], seconds=1)
    shown = outcomes(session, [Decode("ascii", b"a"), Decode("ascii", b"B!")])
    assert shown == ["ok 61", "time-out: no answer within 1 s"]


def test_a_sound_library_gives_outcomes(liar: Path) -> None:
    long = bytes(range(128)) * 100
    expected = {
        Decode("ascii", b""): Decoded(()),
        Decode("ascii", b"a\x80\xff"): Rejection(1),
        Decode("ascii", long): Decoded(tuple(long)),
        Encode("ascii", ()): Encoded(b""),
        Encode("ascii", (0x41, 0x42)): Encoded(b"A" * 20 + b"B" * 20),
        Encode("ascii", (0x41, 0x80)): Rejection(None),
        Encode("ascii", tuple(long)): Encoded(b"".join(bytes([value]) * 20 for value in long)),
        Encode("ascii", ((1 << 64) - 1,)): Rejection(None),
        Encode("ascii", (1 << 64,)): Unsupported("library functions take 64-bit values"),
        Decode("kim", b"a"): Unsupported(),
    }
    with described(liar, "{ascii: {}, kim: {}}") as session:
        assert dict(zip(expected, session.perform(list(expected)), strict=True)) == expected
    assert outcomes(described(liar, more="operations: [validate]\n"), [Decode("ascii", b"a\xff")]) == ["reject 1"]


def failure_to_start(session: RestartingSession) -> str:
    with session:
        failure = session.failure_to_start()
    assert isinstance(failure, BrokenProtocol)
    return failure.text


def test_a_library_that_cannot_be_used_has_a_message_of_one_line(tmp_path: Path) -> None:
    assert failure_to_start(described(tmp_path)) == (
        "cannot load ./liar.so: the file is missing; build it, or add its build command to the manifest, such as build: [make]"
    )
    (tmp_path / "liar.so").write_text("no library\n", encoding="utf-8")
    assert failure_to_start(described(tmp_path)).startswith("cannot load ./liar.so: ")
    expected = "it has no function conform_decode; expected one, or operations: [encode] in the manifest"
    assert failure_to_start(described(built(tmp_path, "-DWITHOUT_DECODE"))) == f"cannot load ./liar.so: {expected}"


def test_a_library_that_ends_its_process_while_it_loads_does_not_start(liar: Path) -> None:
    assert failure_to_start(described(liar, faults=["exits while it loads"])) == "exited with status 3"
