"""Implementations that declare that they replace: what is due passes, and whatever else they give for ill-formed input fails."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.checks.judging import NOT_THE_REPLACEMENT
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.core.verdict import Ground, Status, Verdict
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.runner import plan
from encoding_conformance.runner.plan import Selection
from encoding_conformance.runner.unit import UnitRun

RIGHT = """
class Ascii:
    def encode(self, values):
        return bytes(value if value < 0x80 else 0x3F for value in values)

    def decode(self, data, final=True):
        return [byte if byte < 0x80 else 0xFFFD for byte in data]

    def incremental_decoder(self):
        return self


def is_ill_formed(data):
    return max(data, default=0) > 0x7F


class Codec(Ascii):
"""
MANIFEST = """\
name: replaces
title: X
python: codec:CODEC
encodings:
  ascii: {replaces: {decode: {value: "FFFD", per: byte}, encode: {value: "3F"}}}
"""

VECTORS_ALONE = "ascii/[!c]*"

SHORT = 1000
"""Values or bytes of an input. What is due of a longer one takes longest to work out, and it tells no fault that these do not."""

HONEST = "    pass"
DECODE = "    def decode(self, data, final=True):\n        right = super().decode(data)\n        return "
ENCODE = "    def encode(self, values):\n        return "
ENCODE_ALIKE = {
    "rejects": "bytes(values)",
    "leaves it out": "bytes(value for value in values if value < 0x80)",
    "writes another value": "bytes(value if value < 0x80 else 0x21 for value in values)",
    "takes the low bits": "bytes(value & 0x7F for value in values)",
}
DECODE_ALIKE = {
    "gives garbage": "[0x41, 0x42, 0x43] if is_ill_formed(data) else right",
    "gives nothing": "[] if is_ill_formed(data) else right",
    "leaves out the last value": "right[:-1] if is_ill_formed(data) else right",
    "gives one value more": "[*right, 0xFFFD] if is_ill_formed(data) else right",
    "leaves out what it replaces": "[value for value in right if value != 0xFFFD]",
    "gives another value": "[value if value < 0x80 else 0xFFFC for value in right]",
    "passes bytes through": "list(data)",
    "replaces only the first": "right[:1] + list(data[1:])",
    "replaces runs by one": "[value for place, value in enumerate(right) if value < 0x80 or right[place - 1:place] != [0xFFFD]]",
    "rejects": "list(data.decode('ascii').encode())",
}
WRONG = {
    **{f"decode {what}": DECODE + how for what, how in DECODE_ALIKE.items()},
    **{f"encode {what}": ENCODE + how for what, how in ENCODE_ALIKE.items()},
}
IN_PIECES = """\
    def incremental_decoder(self):
        return Pieces()


class Pieces(Ascii):
    def decode(self, data, final):
        return super().decode(data) if final else [value for value in super().decode(data) if value < 0x80]
"""
AFTER_OTHERS = """\
    was_ill_formed = False

    def decode(self, data, final=True):
        was, self.was_ill_formed = self.was_ill_formed, is_ill_formed(data)
        return [0xFFFD] * (was and is_ill_formed(data)) + super().decode(data)
"""


def verdicts(
    suite: Suite,
    folder: Path,
    text: str = MANIFEST,
    encoding: str = "ascii",
    pattern: str = "",
    longest: float = SHORT,
) -> list[Verdict]:
    (folder / manifest.FILE).write_text(text, encoding="utf-8")
    implementation = manifest.read(folder)
    (unit,) = plan.units(suite, [implementation], [encoding], Selection((pattern,)))
    unit = replace(unit, vectors=tuple(vector for vector in unit.vectors if len(vector.operation.input) <= longest))
    with Testee(implementation) as testee:
        return list(UnitRun(unit, testee).verdicts())


def of(suite: Suite, folder: Path, fault: str, pattern: str = "", longest: float = SHORT) -> list[Verdict]:
    folder.mkdir(exist_ok=True)
    (folder / "codec.py").write_text(f"{RIGHT}{fault}\n\n\nCODEC = Codec()\n", encoding="utf-8")
    return verdicts(suite, folder, pattern=pattern, longest=longest)


def failed(found: list[Verdict]) -> dict[str, Verdict]:
    return {str(verdict.id): verdict for verdict in found if verdict.status == Status.FAIL}


def test_what_is_due_passes(suite: Suite, tmp_path: Path) -> None:
    found = of(suite, tmp_path, HONEST, longest=inf)
    by_id = {str(verdict.id): verdict for verdict in found}
    assert failed(found) == {}
    assert by_id["ascii/byte-80"].status == Status.PASS
    assert by_id["ascii/byte-80"].expected == (Decoded((0xFFFD,)),)
    assert by_id["ascii/check/layout"].status == Status.PASS


def test_without_the_declaration_it_accepts_what_must_be_rejected(suite: Suite, tmp_path: Path) -> None:
    of(suite, tmp_path, HONEST)
    found = verdicts(suite, tmp_path, MANIFEST.replace("{replaces: {decode", "{} #"), pattern=VECTORS_ALONE)
    assert "accepted what must be rejected" in failed(found)["ascii/byte-80"].reason


@pytest.mark.parametrize("what, fault", WRONG.items())
def test_anything_else_fails(suite: Suite, tmp_path: Path, what: str, fault: str) -> None:
    found = failed(of(suite, tmp_path / what.replace(" ", "-"), fault, VECTORS_ALONE))
    assert {verdict.reason for verdict in found.values()} == {NOT_THE_REPLACEMENT}


@pytest.mark.parametrize(
    "what, check", [("encode rejects", "unencodable-values"), ("decode rejects", "layout"), ("decode gives nothing", "layout")]
)
def test_checks_fail_as_well(suite: Suite, tmp_path: Path, what: str, check: str) -> None:
    found = failed(of(suite, tmp_path / what.replace(" ", "-"), WRONG[what]))
    assert found[f"ascii/check/{check}"].reason == NOT_THE_REPLACEMENT


@pytest.mark.parametrize("fault, check", [(IN_PIECES, "chunks"), (AFTER_OTHERS, "no-state-leaks")])
def test_pieces_and_what_came_before_make_no_difference(suite: Suite, tmp_path: Path, fault: str, check: str) -> None:
    assert f"ascii/check/{check}" in failed(of(suite, tmp_path / check, fault))


# To hold only values below 80 does not excuse that something else is given for what is ill-formed.
@pytest.mark.slow
def test_a_limit_excuses_what_it_would_excuse_of_a_codec_that_rejects(suite: Suite, tmp_path: Path) -> None:
    codec = "class Codec:\n    def encode(self, values):\n        return NotImplemented\n    decode = encode\nCODEC = Codec()\n"
    (tmp_path / "codec.py").write_text(codec, encoding="utf-8")
    declared = MANIFEST.replace("ascii: {", 'utf-8: {max_value: "7F", ')
    by_id = {str(verdict.id): verdict for verdict in verdicts(suite, tmp_path, declared, "utf-8")}
    assert by_id["utf-8/truncated-two-bytes-after-one"].ground == Ground.LIMIT
    assert by_id["utf-8/letter-a/decode"].status == Status.FAIL
