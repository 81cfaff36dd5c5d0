"""Implementations that only decode, only encode, or only validate: what they are asked, and what a mistake looks like."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from patience import FOREVER
from project import suite

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.adapters.partial_testee import PartialTestee
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.causes.collecting import explain
from encoding_conformance.commands.new import TEMPLATES
from encoding_conformance.core.identity import check_id
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Decode, Kind, Operation
from encoding_conformance.core.outcome import Malformed, Outcome, Rejection, Valid
from encoding_conformance.core.verdict import Ground, Status, Verdict
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.running import Running

CODECS = """
class Decoder:
    def decode(self, data):
        return list(map(ord, data.decode("utf-8", ERRORS)))

class Encoder:
    def encode(self, values):
        if max(values, default=0) > 0x10FFFF:
            raise ValueError
        return "".join(map(chr, values)).encode("utf-8", ERRORS)

class Validator:
    def validate(self, data):
        try:
            data.decode("utf-8", ERRORS)
        except UnicodeDecodeError:
            return False
        return True

class Both(Decoder, Encoder):
    pass

decode, encode, validate = Decoder(), Encoder(), Validator()
"""

PLUG_IN = """
import sys

for line in sys.stdin:
    id, word, *rest = line.split()
    if word == "hello":
        print(id, "ok 1 utf-8", flush=True)
        continue
    try:
        bytes.fromhex(rest[1].strip("-")).decode("utf-8")
        print(id, REPLY, flush=True)
    except UnicodeDecodeError as error:
        print(id, "reject", error.start, flush=True)
"""

LIBRARY = """
#include <string.h>
#include "conform.h"

int conform_validate(const char *encoding, const uint8_t *bytes, size_t length, size_t *offset) {
    (void)encoding;
    FAULT;
    for (size_t i = 0; i < length; i++)
        if (bytes[i] > 0x7F) {
            *offset = i;
            return CONFORM_REJECT;
        }
    return CONFORM_OK;
}
"""


MANIFEST = "name: codec\ntitle: X\n{}\noperations: {}\nencodings:\n  {}: {{}}\n"


def verdicts(folder: Path, way: str, operations: str, encoding: str = "utf-8") -> dict[str, Verdict]:
    """Writes a manifest and gives the verdicts by the text of their ids, without the checks that take longest."""
    (folder / "implementation.yaml").write_text(MANIFEST.format(way, operations, encoding), encoding="utf-8")
    slow = plan.Selection(unwanted=("*/check/layout", "*/check/growth", "*/check/no-state-leaks"))
    units = plan.units(suite(), registry.selected([str(folder)], suite().encodings), [encoding], slow)
    return {str(verdict.id): verdict for verdict in Running(units).verdicts()}


def in_python(folder: Path, word: str, errors: str) -> dict[str, Verdict]:
    (folder / "codecs_of_test.py").write_text(f"ERRORS = {errors!r}\n{CODECS}", encoding="utf-8")
    return verdicts(folder, f"python: codecs_of_test:{word}", f"[{word}]")


def failing(found: dict[str, Verdict]) -> set[str]:
    return {id for id, verdict in found.items() if verdict.status.is_bad}


@pytest.mark.parametrize("word", ["decode", "encode", "validate"])
def test_what_does_one_thing_rightly_passes_and_is_asked_nothing_else(tmp_path: Path, word: str) -> None:
    found = in_python(tmp_path, word, "strict")
    assert failing(found) == set()
    kind = "encode" if word == "encode" else "decode"
    assert {each.operation.kind for each in found.values() if each.operation} == {kind}
    assert found["utf-8/check/order"].status == Status.PASS or kind == "decode"


@pytest.mark.parametrize("word", ["decode", "encode", "validate"])
def test_what_does_one_thing_wrongly_fails_in_vectors_and_checks(tmp_path: Path, word: str) -> None:
    found = failing(in_python(tmp_path, word, "surrogatepass"))
    assert found >= {"utf-8/encode-surrogate-pair" if word == "encode" else "utf-8/surrogate-first-high"}
    assert word == "validate" or {id for id in found if "/check/" in id}


def test_a_check_that_asks_nothing_of_a_decoder_is_skipped(tmp_path: Path) -> None:
    check = in_python(tmp_path, "decode", "strict")[str(check_id("utf-8", "order"))]
    assert (check.status, check.ground, check.reason) == (Status.SKIP, Ground.FEATURE, "the implementation does not encode")


def test_a_validator_tells_no_values_and_may_tell_offsets(tmp_path: Path) -> None:
    (tmp_path / "plugin.py").write_text(PLUG_IN.replace("REPLY", "'valid'"), encoding="utf-8")
    found = verdicts(tmp_path, f"process: [{sys.executable}, plugin.py]", "[validate]")
    assert failing(found) == set()
    assert found["utf-8/surrogate-first-high"].got == Rejection(0)


def test_an_accepted_surrogate_is_valid(tmp_path: Path) -> None:
    assert in_python(tmp_path, "validate", "surrogatepass")["utf-8/surrogate-first-high"].got == Valid()


def test_the_cause_of_an_accepted_surrogate_says_nothing_of_values(tmp_path: Path) -> None:
    failed = [verdict for verdict in in_python(tmp_path, "validate", "surrogatepass").values() if verdict.status.is_bad]
    (unit,) = plan.units(suite(), registry.selected([str(tmp_path)], suite().encodings), ["utf-8"])
    (cause,) = explain(unit, failed)
    assert re.fullmatch(r"decode accepts a surrogate \((\d+) of \1 tried\)", cause.title)


def test_a_validator_that_gives_values_is_told(tmp_path: Path) -> None:
    (tmp_path / "plugin.py").write_text(PLUG_IN.replace("REPLY", "'ok 41'"), encoding="utf-8")
    found = verdicts(tmp_path, f"process: [{sys.executable}, plugin.py]", "[validate]")
    expected = "it gave values; expected valid, because its manifest says that it validates"
    assert found["utf-8/empty/decode"].got == Malformed(expected)


def test_valid_from_what_decodes_is_told(tmp_path: Path) -> None:
    (tmp_path / "plugin.py").write_text(PLUG_IN.replace("REPLY", "'valid'"), encoding="utf-8")
    found = verdicts(tmp_path, f"process: [{sys.executable}, plugin.py]", "[decode]")
    reason = "valid, which tells no values; for a validator, expected operations: [validate] in the manifest"
    assert found["utf-8/empty/decode"].reason == reason


def test_a_malformed_reply_leaves_no_later_reply_unread() -> None:
    replies = iter([Malformed("U+41"), Malformed("U+42"), Rejection(0)])

    class PlugIn(Testee):
        def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
            return (next(replies) for _ in operations)

    one = PlugIn(Implementation("one", "One", Path(), Way.PROCESS, (), "", (), {}))
    partial = PartialTestee(one, suite().encodings["utf-8"], Limits(operations=frozenset({Kind.DECODE})))
    first = partial.perform([Decode("utf-8", b"A"), Decode("utf-8", b"B")], stop=True)
    assert list(first) == [Malformed("U+41"), Malformed("U+42")]
    assert list(partial.perform([Decode("utf-8", b"\x80")])) == [Rejection(0)]


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("codecs_of_test:Both", "Both is a class; expected an object, such as Both()"),
        ("codecs_of_test:encode", "its object has no method decode; expected one, or operations: [encode] in the manifest"),
    ],
)
def test_an_object_without_the_declared_methods_is_told_before_it_is_asked(tmp_path: Path, way: str, said: str) -> None:
    (tmp_path / "codecs_of_test.py").write_text(f"ERRORS = 'strict'\n{CODECS}", encoding="utf-8")
    (verdict,) = verdicts(tmp_path, f"python: {way}", "[decode]").values()
    assert verdict.reason == f"it does not start: cannot load {way}: {said}"


def built(folder: Path, fault: str = "") -> None:
    (folder / "lib.c").write_text(LIBRARY, encoding="utf-8")
    header = TEMPLATES / "c-library"
    command = ["cc", f"-DFAULT={fault}", "-fPIC", "-shared", "-I", header, "-o", folder / "lib.so", folder / "lib.c"]
    subprocess.run(command, check=True, timeout=FOREVER)


@pytest.mark.skipif(not shutil.which("cc"), reason="a C compiler is not there")
def test_a_library_may_have_nothing_but_a_validator(tmp_path: Path) -> None:
    built(tmp_path)
    assert failing(verdicts(tmp_path, "library: ./lib.so", "[validate]", "ascii")) == set()


@pytest.mark.skipif(not shutil.which("cc"), reason="a C compiler is not there")
@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (
            "return bytes[length] & 1",
            "crash: ended by signal 11 (Segmentation fault); it probably read past the end of its input",
        ),
        (
            "return bytes[-1] & 1",
            "crash: ended by signal 11 (Segmentation fault); it probably read before the beginning of its input",
        ),
        ("if (length) ((uint8_t *)bytes)[0] ^= 1", "crash: wrote into its input in lib.so:conform_validate"),
        ("return (size_t)bytes & 1", "malformed: conform_validate gave two answers when its input stood at two addresses"),
        ("return 7", "malformed: conform_validate returned 7, which conform.h does not define"),
        ("return 3", "malformed: conform_validate returned 3, which conform.h does not define for it"),
        ("*offset = length + 1; return 1", "malformed: conform_validate rejects at the offset 2 of an input of 1"),
    ],
)
def test_a_fault_of_a_validator_is_told(tmp_path: Path, fault: str, told: str) -> None:
    built(tmp_path, fault)
    (tmp_path / "implementation.yaml").write_text(MANIFEST.format("library: ./lib.so", "[validate]", "ascii"), encoding="utf-8")
    with Testee(manifest.read(tmp_path)) as testee:
        (got,) = testee.perform([Decode("ascii", b"A")])
    assert outcome_text(got) == told


def test_decode_and_validate_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="operations: decode and validate; expected one of them, because decode tells more"):
        verdicts(tmp_path, "codec: utf-8", "[decode, validate]")
