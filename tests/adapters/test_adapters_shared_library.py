"""Shared libraries with planted faults: each is told in one line, and costs only the operation that shows it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from patience import FOREVER

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import BrokenProtocol, Decoded, Encoded, Rejection, Unsupported

SOURCE = Path(__file__).with_name("liar.c")
HEADER = Path(__file__).parents[2] / "harness" / "encoding_conformance" / "templates" / "c-library"
MANIFEST = "name: x\ntitle: X\nlibrary: ./liar.so\nencodings: {ascii: {}}\nlimits: {seconds: 5}\n"

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="a C compiler is not there")


def built(folder: Path, *options: str) -> Path:
    """A library in a folder with its manifest."""
    folder.mkdir(exist_ok=True)
    flags = ["-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-I", HEADER, "-o", folder / "liar.so"]
    subprocess.run(["cc", *options, *flags, SOURCE], check=True, timeout=FOREVER)
    (folder / "implementation.yaml").write_text(MANIFEST, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def liar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a library whose fault the environment names."""
    return built(tmp_path_factory.mktemp("liar"))


Asked = Callable[..., list[str]]


@pytest.fixture
def asked(liar: Path) -> Asked:
    """Asks a library with a fault, and gives its outcomes as reports tell them."""

    def ask(fault: str, *operations: Decode | Encode, seconds: int = 5) -> list[str]:
        text = f"{MANIFEST.replace('seconds: 5', f'seconds: {seconds}')}environment: {{FAULT: {fault}}}\n"
        (liar / "implementation.yaml").write_text(text, encoding="utf-8")
        with Testee(manifest.read(liar)) as testee:
            return [outcome_text(outcome) for outcome in testee.perform(operations)]

    return ask


SEGFAULT = "crash: ended by signal 11 (Segmentation fault); it probably {}"
DECODE = "malformed: conform_decode "
FAULTS = {
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
    "says that nothing is too little": DECODE + "asks for room for 0 where there was room for 19 values",
    "says that all room is too little": DECODE + "asked for room for 20 values, and was given it, but wants more",
    "asks for too much room": DECODE + f"asks for room for {(1 << 63) - 1} where there was room for 19 values",
    "never has too little room": DECODE + "gave 3 values, and 2 values when there was room for 2; expected CONFORM_TOO_SMALL",
    "wants more room than it needs": DECODE + "gave 3 values, and CONFORM_TOO_SMALL when there was room for exactly as many",
    "leaves values unwritten": DECODE + "gave 3 values, and other values when there was room for exactly as many",
    "rejects behind its input": DECODE + "rejects at the offset 4 of an input of 3",
    "rejects now and then": DECODE + "gave 3 values, and a rejection at 0 when there was room for exactly as many",
    "rejects here and there": DECODE + "gave a rejection at 0, and a rejection at 1 when there was room for 0",
    "rejects only with room": DECODE + "gave a rejection, and 0 values when there was room for 1",
}


@pytest.mark.parametrize(("fault", "told"), FAULTS.items())
def test_a_fault_is_told_and_costs_one_operation(asked: Asked, fault: str, told: str) -> None:
    before, shown, after = asked(fault, Decode("ascii", b"a"), Decode("ascii", b"b!c"), Decode("ascii", b"a"))
    assert (before, shown, after) == ("ok 61", told, "ok 61")


def test_an_output_for_exactly_the_result_begins_at_odd_addresses_too(asked: Asked) -> None:
    shown = asked("writes one too many at odd addresses", *(Encode("ascii", (value,)) for value in range(0x20)))
    told = {f"ok {value:02X}*20" for value in range(0x20)} | {"crash: wrote past the end of its output in liar.so:conform_encode"}
    assert set(shown) <= told
    assert 4 < sum(each.startswith("crash") for each in shown) < 28


def test_a_library_that_hangs_is_ended(asked: Asked) -> None:
    shown, after = asked("hangs", Decode("ascii", b"!"), Decode("ascii", b"a"), seconds=1)
    assert (shown, after) == ("time-out: no answer within 1 s", "ok 61")


def test_a_library_may_take_longer_to_load_than_to_answer(asked: Asked) -> None:
    assert asked("loads slowly", Decode("ascii", b"a"), seconds=1) == ["ok 61"]


def test_a_sound_library_gives_outcomes(liar: Path) -> None:
    long = bytes(range(128)) * 1000
    expected = {
        Decode("ascii", b""): Decoded(()),
        Decode("ascii", b"a\x80\xff"): Rejection(1),
        Decode("ascii", long): Decoded(tuple(long)),
        Encode("ascii", ()): Encoded(b""),
        Encode("ascii", (0x41, 0x42)): Encoded(b"A" * 20 + b"B" * 20),
        Encode("ascii", (0x41, 0x80)): Rejection(None),
        Encode("ascii", tuple(long)): Encoded(b"".join(bytes([value]) * 20 for value in long)),
        Encode("ascii", ((1 << 64) - 1,)): Rejection(None),
        Encode("ascii", (1 << 64,)): Unsupported("the functions of a library take values of 64 bits"),
        Decode("kim", b"a"): Unsupported(),
    }
    (liar / "implementation.yaml").write_text(MANIFEST.replace("{ascii: {}}", "{ascii: {}, kim: {}}"), encoding="utf-8")
    with Testee(manifest.read(liar)) as testee:
        assert dict(zip(expected, testee.perform(list(expected)), strict=True)) == expected


def failure_to_start(folder: Path) -> str:
    with Testee(manifest.read(folder)) as testee:
        failure = testee.failure_to_start()
    assert isinstance(failure, BrokenProtocol)
    return failure.text


def test_a_library_that_cannot_be_used_is_told_in_one_line(tmp_path: Path) -> None:
    (folder := tmp_path / "x").mkdir()
    (folder / "implementation.yaml").write_text(MANIFEST, encoding="utf-8")
    assert failure_to_start(folder) == (
        "cannot load ./liar.so: there is no such file; build it, or say in the manifest how, such as build: [make]"
    )
    (folder / "liar.so").write_text("no library\n", encoding="utf-8")
    assert failure_to_start(folder).startswith("cannot load ./liar.so: ")
    for function, other in (("decode", "encode"), ("encode", "decode")):
        built(folder, f"-DWITHOUT_{function.upper()}")
        expected = f"it has no function conform_{function}; expected one, or operations: [{other}] in the manifest"
        assert failure_to_start(folder) == f"cannot load ./liar.so: {expected}"


def test_a_library_that_ends_its_process_while_it_loads_does_not_start(liar: Path) -> None:
    text = f"{MANIFEST}environment: {{FAULT: exits while it loads}}\n"
    (liar / "implementation.yaml").write_text(text, encoding="utf-8")
    assert failure_to_start(liar) == "exited with status 3"
