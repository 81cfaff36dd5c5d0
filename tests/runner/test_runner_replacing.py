"""Implementations that declare replacements: the declared ones pass, and whatever else they give for ill-formed input fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Support, Way
from encoding_conformance.checks.judging import NOT_THE_REPLACEMENT
from encoding_conformance.core.limits import NO_LIMITS, Limits, Per, Replacing, Substitute
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.core.verdict import Ground, Status, Verdict
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.runner import plan
from encoding_conformance.runner.plan import Selection
from encoding_conformance.runner.unit import Parameters, UnitRun

REPLACES = Limits(replacing=Replacing(Substitute(0xFFFD, Per.BYTE), 0x3F))

SHORT = 1000
"""Values or bytes of an input. The replacement of a longer one takes longest to calculate, and shows no other fault."""

VECTORS = "ascii/[!c]*"


class Ascii:
    """Replaces as it declares."""

    def encode(self, values):
        return bytes(value if value < 0x80 else 0x3F for value in values)

    def decode(self, data, final=True):
        return [byte if byte < 0x80 else 0xFFFD for byte in data]

    def incremental_decoder(self):
        return self


def is_ill_formed(data) -> bool:
    return max(data, default=0) > 0x7F


class Wrong(Ascii):
    """Has one method of its own. One for decode gets the input and what would be right."""

    def __init__(self, decode: Callable[..., Any] | None = None, encode: Callable[..., Any] | None = None):
        if decode:
            self.decode = lambda data, final=True: decode(data, Ascii.decode(self, data))
        if encode:
            self.encode = encode


WRONG = {
    "decode gives nothing": Wrong(lambda data, right: [] if is_ill_formed(data) else right),
    "decode gives one value more": Wrong(lambda data, right: [*right, 0xFFFD] if is_ill_formed(data) else right),
    "decode gives another value": Wrong(lambda data, right: [value if value < 0x80 else 0xFFFC for value in right]),
    "decode passes bytes through": Wrong(lambda data, right: list(data)),
    "decode rejects": Wrong(lambda data, right: list(data.decode("ascii").encode())),
    "encode rejects": Wrong(encode=bytes),
    "encode leaves it out": Wrong(encode=lambda values: bytes(value for value in values if value < 0x80)),
    "encode writes another value": Wrong(encode=lambda values: bytes(value if value < 0x80 else 0x21 for value in values)),
}


class LosesFaultsInChunks(Ascii):
    """Replaces nothing in a chunk that is not the last."""

    def decode(self, data, final=True):
        return [value for value in super().decode(data) if final or value < 0x80]


class RemembersFaults(Ascii):
    """Gives a value more if the input before was ill-formed as well."""

    was_ill_formed = False

    def decode(self, data, final=True):
        was, self.was_ill_formed = self.was_ill_formed, is_ill_formed(data)
        return [0xFFFD] * (was and is_ill_formed(data)) + super().decode(data)


def verdicts(suite: Suite, codec: Any, *patterns: str, of: str = "ascii", limits: Limits = REPLACES) -> dict[str, Verdict]:
    """The verdicts on a codec object by their ids."""
    implementation = Implementation("x", "X", Path(), Way.PYTHON, encodings={of: Support(limits)})
    (unit,) = plan.units(suite, [implementation], [of], Selection(patterns))
    unit = replace(unit, vectors=tuple(vector for vector in unit.vectors if len(vector.operation.input) <= SHORT))
    return {str(verdict.id): verdict for verdict in UnitRun(unit, InProcess(codec), Parameters(examples=10)).verdicts()}


def reasons(found: dict[str, Verdict]) -> dict[str, str]:
    """The reasons of the failures by their ids."""
    return {id: verdict.reason for id, verdict in found.items() if verdict.status == Status.FAIL}


def test_the_declared_replacement_passes(suite: Suite) -> None:
    checks = ("unencodable-values", "chunks")
    found = verdicts(suite, Ascii(), VECTORS, *(f"ascii/check/{name}" for name in checks))
    assert reasons(found) == {}
    assert (found["ascii/byte-80"].status, found["ascii/byte-80"].expected) == (Status.PASS, (Decoded((0xFFFD,)),))
    assert {found[f"ascii/check/{name}"].status for name in checks} == {Status.PASS}


def test_encode_may_reject_values_beyond_those_of_text_types(suite: Suite) -> None:
    def encode(values):
        if max(values, default=0) > 0x10FFFF:
            raise ValueError
        return Ascii().encode(values)

    codec = Wrong(encode=encode)
    assert reasons(verdicts(suite, codec, VECTORS, "ascii/check/unencodable-values")) == {}


def test_without_the_declaration_it_accepts_what_must_be_rejected(suite: Suite) -> None:
    found = verdicts(suite, Ascii(), "ascii/byte-80", limits=NO_LIMITS)
    assert "accepted input that must be rejected" in reasons(found)["ascii/byte-80"]


@pytest.mark.parametrize("codec", WRONG.values(), ids=WRONG)
def test_anything_else_fails(suite: Suite, codec: Ascii) -> None:
    assert set(reasons(verdicts(suite, codec, VECTORS)).values()) == {NOT_THE_REPLACEMENT}


@pytest.mark.parametrize(
    ("codec", "check"),
    [
        (WRONG["encode rejects"], "unencodable-values"),
        (WRONG["decode rejects"], "layout"),
        (LosesFaultsInChunks(), "chunks"),
        (RemembersFaults(), "no-state-leaks"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_checks_fail_as_well(suite: Suite, codec: Ascii, check: str) -> None:
    (reason,) = reasons(verdicts(suite, codec, f"ascii/check/{check}")).values()
    assert reason == NOT_THE_REPLACEMENT or check == "no-state-leaks"


def test_a_limit_excuses_only_what_the_specification_permits_beyond_it(suite: Suite) -> None:
    """A codec that holds only values below 80 may still not give something else for ill-formed input."""

    class Lacks:
        def encode(self, values):
            return NotImplemented

        decode = encode

    limits = replace(REPLACES, max_value=0x7F)
    found = verdicts(suite, Lacks(), "truncated-two-bytes-after-one", "letter-a/decode", of="utf-8", limits=limits)
    assert found["utf-8/truncated-two-bytes-after-one"].ground == Ground.LIMIT
    assert found["utf-8/letter-a/decode"].status == Status.FAIL
