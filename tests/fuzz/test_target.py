"""From bytes to failing inputs, on codecs in this process."""

from __future__ import annotations

import sys
from functools import cache

import made
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoding_conformance.checks.from_bytes import CheckFailure
from encoding_conformance.fuzz.corpus import seeds, tokens
from encoding_conformance.fuzz.findings import kind_of, signature
from encoding_conformance.fuzz.mutator import Mutator
from mutants import named
from reference_codecs import CODECS

SOME = ["utf-8", "utf-16-be", "kim", "kim-count", "bocu-1", "utf-inf-8", "ascii-parity", "iso-8859-8"]

ROUNDS = 30_000

Found = list[tuple[bytes, CheckFailure]]


@cache
def inputs(id: str) -> list[bytes]:
    """The inputs that a campaign begins with."""
    encoding = made.encoding(id)
    return [*seeds(encoding, made.suite().vectors_of(id), 64), *tokens(encoding)]


class Changed:
    """The reference with the given attributes replaced."""

    def __init__(self, id: str, **more):
        self._codec = CODECS[id]
        self.__dict__ |= more

    def __getattr__(self, name: str):
        return getattr(self._codec, name)


@pytest.mark.parametrize("id", SOME)
def test_the_reference_fails_on_no_bytes(id: str) -> None:
    found: Found = []
    target = made.target_on(id, CODECS[id], found)
    for data in inputs(id)[:200]:
        target(data)
    pieces = st.one_of(st.binary(max_size=8), st.sampled_from(inputs(id)))

    @settings(max_examples=60)
    @given(st.lists(pieces, max_size=5).map(b"".join))
    def holds(data: bytes) -> None:
        target(data)
        assert found == []

    holds()


@pytest.mark.parametrize(
    "id",
    [
        "utf-8/overlong-taken",
        "utf-8/7f-in-2-bytes-when-read",
        "utf-8/80-refused-when-read",
        "utf-8/d7ff-taken-for-d800-when-read",
        "utf-16-be/low-before-high-read",
        "utf-16-be/10000-not-added",
        "utf-8/800-refused-when-encoded",
        "kim/accumulator-not-cleared",
        "kim/crashes-at-a-leading-80",
        "kim/empty-crashes",
        "kim/byte-lost-at-a-cut",
        "utf-16-be/unfinished-lost-at-an-empty-piece",
        "bocu-1/state-kept-over-a-line",
        "bocu-1/state-leaked-from-the-call-before",
        "kim/leftover-kept-for-the-next-call",
    ],
)
def test_a_mutant_is_found(id: str) -> None:
    (mutant,) = [each for each in named.mutants() if each.id == id]
    found: Found = []
    target = made.target_on(mutant.of, mutant.load()[mutant.of], found)
    mutator, data = Mutator(made.encoding(mutant.of)), inputs(mutant.of)
    for number in range(ROUNDS):
        target(data[number] if number < len(data) else mutator(data[number % len(data)], 64, number))
        if found:
            return
    pytest.fail(f"not found in {ROUNDS} executions")


@pytest.mark.parametrize(
    ("decode", "kind", "line"),
    [
        (lambda data: 1 // 0, "crash", "decode: crash in test_target.py:<lambda>: ZeroDivisionError"),
        (lambda data: sys.exit(0), "crash", "decode: crash in test_target.py:<lambda>: SystemExit"),
        (lambda data: "A", "wrong", "decode: Malformed"),
        (lambda data: [0x41], "wrong", "decode: wrong: layout"),
    ],
)
def test_a_failure_has_a_kind_and_a_signature(decode, kind: str, line: str) -> None:
    found: Found = []
    made.target_on("ascii", Changed("ascii", decode=decode), found)(b"B")
    ((data, failure),) = found
    assert (data, kind_of(failure.blamed.outcome), signature(failure)) == (b"B", kind, line)


def test_inputs_with_one_signature_are_reported_once() -> None:
    found: Found = []
    target = made.target_on("ascii", Changed("ascii", decode=lambda data: [0x41] * len(data)), found)
    for data in (b"B", b"C", b"DD", b"\x80"):
        target(data)
    assert [data for data, _ in found] == [b"B", b"\x80"]


def test_inputs_that_contain_an_avoided_one_are_counted_and_not_decoded() -> None:
    decoded: list[bytes] = []
    codec = Changed("ascii", decode=lambda data: decoded.append(data) or list(data))
    target = made.target_on("ascii", codec, [], avoided=(b"AB", b"C"))
    for data in (b"xABx", b"C"):
        target(data)
    assert decoded == []
    target(b"BA")
    assert b"BA" in decoded


def test_checks_get_the_first_input_and_then_their_share() -> None:
    encoded: list[tuple[int, ...]] = []
    codec = Changed("ascii", encode=lambda values: encoded.append(values) or CODECS["ascii"].encode(values))
    target = made.target_on("ascii", codec, [])
    target(b"A")
    first = len(encoded)
    assert first
    for _ in range(100):
        target(b"B")
    assert len(encoded) == first
    for _ in range(30_000):
        target(b"B")
    assert first < len(encoded) < 3_000
