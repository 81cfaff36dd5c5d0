"""Implementations that only decode, only encode, or only validate: which operations they get, and what a mistake looks like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from project import suite

from encoding_conformance.adapters.codec import Validator
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Support, Way
from encoding_conformance.adapters.session_with_oracle import SessionWithOracle
from encoding_conformance.causes.collecting import Collector, reruns_of
from encoding_conformance.core.judge import judge
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Decode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Malformed, Outcome, Rejection, Valid
from encoding_conformance.core.verdict import Ground, Status, Verdict
from encoding_conformance.models import case_of
from encoding_conformance.runner import plan
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.unit import Parameters, UnitRun

WORDS = ["decode", "encode", "validate"]


class OneMethod:
    """A codec of Python with one method for ASCII."""

    def __init__(self, word: str, codec: str):
        self._codec = codec
        setattr(self, word, getattr(self, f"_{word}"))

    def _decode(self, data):
        return list(map(ord, data.decode(self._codec)))

    def _encode(self, values):
        if max(values, default=0) > 0x10FFFF:
            raise ValueError
        return "".join(map(chr, values)).encode(self._codec)

    def _validate(self, data):
        try:
            return bool(self._decode(data)) or True
        except UnicodeDecodeError:
            return False


def unit_of(word: str, *checks: str) -> Unit:
    """The vectors of ASCII, and these checks."""
    kind = Kind.ENCODE if word == "encode" else Kind.DECODE
    offered = {"ascii": Support(Limits(operations=frozenset({kind}), validates=word == "validate"))}
    patterns = ("ascii/[!c]*", *(f"ascii/check/{name}" for name in checks))
    implementation = Implementation("x", "X", Path(), Way.PYTHON, encodings=offered)
    (unit,) = plan.units(suite(), [implementation], ["ascii"], plan.Selection(patterns))
    return unit


def in_process(word: str, codec: str) -> InProcess:
    one = OneMethod(word, codec)
    return InProcess(Validator(one) if word == "validate" else one)


def verdicts(word: str, codec: str, *checks: str) -> dict[str, Verdict]:
    found = UnitRun(unit_of(word, *checks), in_process(word, codec), Parameters(examples=10)).verdicts()
    return {str(verdict.id): verdict for verdict in found}


def failing(found: dict[str, Verdict]) -> set[str]:
    return {id for id, verdict in found.items() if verdict.status.is_bad}


@pytest.mark.parametrize("word", WORDS)
def test_a_right_one_passes_and_gets_no_other_operation(word: str) -> None:
    lacks, check = ("decode", "damage") if word == "encode" else ("encode", "unencodable-values")
    found = verdicts(word, "ascii", "decode-undoes-encode", check)
    assert failing(found) == set()
    assert lacks not in {each.operation.kind for each in found.values() if each.operation}
    assert found["ascii/check/decode-undoes-encode"].status == Status.PASS
    skipped = found[f"ascii/check/{check}"]
    expected = (Status.SKIP, Ground.FEATURE, f"the implementation does not {lacks}")
    assert (skipped.status, skipped.ground, skipped.reason) == expected


@pytest.mark.parametrize("word", WORDS)
def test_a_wrong_one_fails_in_vectors_and_checks(word: str) -> None:
    vector, check = ("edge/unencodable-80", "unencodable-values") if word == "encode" else ("byte-80", "layout")
    found = verdicts(word, "latin-1", check)
    assert failing(found) >= {f"ascii/{vector}", f"ascii/check/{check}"}
    assert word != "validate" or found["ascii/byte-80"].got == Valid()


def test_the_cause_of_a_wrong_validator_says_nothing_of_values() -> None:
    unit = unit_of("validate")
    collector = Collector(suite(), reruns_of([unit], lambda unit: nullcontext(in_process("validate", "latin-1"))))
    found = verdicts("validate", "latin-1")
    for id in ("ascii/byte-80", "ascii/letter-a-large/decode"):
        collector.add(found[id])
    (cause,) = collector.rest()
    assert re.fullmatch(r"decode accepts .* \((\d+) of \1 tried\)", cause.title)


def partial(outcomes: Iterable[Outcome], validates: bool = False) -> SessionWithOracle:
    """A decoder or a validator with these outcomes."""
    left = iter(outcomes)

    class Scripted(InProcess):
        def perform(self, operations: Iterable[Operation], stop: bool = False) -> Iterator[Outcome]:
            return (next(left) for _ in operations)

    limits = Limits(operations=frozenset({Kind.DECODE}), validates=validates)
    return SessionWithOracle(Scripted(None), suite().encodings["ascii"], limits)


def test_a_validator_gives_no_values_and_a_decoder_gives_them() -> None:
    (got,) = partial([Decoded((0x41,))], validates=True).perform([Decode("ascii", b"A")])
    assert got == Malformed("got values; expected valid, because the manifest declares validate")
    (operation, permitted), encoding = case_of(suite().encodings["ascii"], Decode("ascii", b"A")), suite().encodings["ascii"]
    (got,) = partial([Valid()]).perform([operation])
    reason = "valid, without values; for a validator, expected operations: [validate] in the manifest"
    assert judge(encoding, operation, permitted, got, NO_LIMITS).reason == reason


def test_a_malformed_reply_leaves_no_later_reply_unread() -> None:
    decoder = partial([Malformed("U+41"), Malformed("U+42"), Rejection(0)])
    first = decoder.perform([Decode("ascii", b"A"), Decode("ascii", b"B")], stop=True)
    assert list(first) == [Malformed("U+41"), Malformed("U+42")]
    assert list(decoder.perform([Decode("ascii", b"\x80")])) == [Rejection(0)]
