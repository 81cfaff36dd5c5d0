"""From bytes to failing inputs, on codecs in this process."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import made
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoding_conformance.checks.from_bytes import CheckFailure
from encoding_conformance.fuzz.corpus import seeds, tokens
from encoding_conformance.fuzz.findings import keep, kind_of, signature, smallest
from encoding_conformance.fuzz.mutator import Mutator
from mutants import named
from reference_codecs import CODECS

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


@pytest.mark.parametrize("id", ["utf-8", "bocu-1"])
def test_the_reference_fails_on_no_bytes(id: str) -> None:
    found: Found = []
    target = made.target_on(id, CODECS[id], found)
    for data in inputs(id)[:60]:
        target(data)
    pieces = st.one_of(st.binary(max_size=8), st.sampled_from(inputs(id)))

    @settings(max_examples=30)
    @given(st.lists(pieces, max_size=5).map(b"".join))
    def holds(data: bytes) -> None:
        target(data)
        assert found == []

    holds()


@pytest.mark.parametrize(
    "id",
    [
        "utf-8/overlong-taken",
        "utf-16-be/10000-not-added",
        "kim/empty-crashes",
        "kim/byte-lost-at-a-cut",
        "bocu-1/state-leaked-from-the-call-before",
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


def found_on(data: bytes, **more) -> list[tuple[bytes, CheckFailure]]:
    """The failing inputs of ASCII with these methods."""
    found: Found = []
    made.target_on("ascii", Changed("ascii", **more), found)(data)
    return found


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
    ((data, failure),) = found_on(b"B", decode=decode)
    assert (data, kind_of(failure.blamed.outcome), signature(failure)) == (b"B", kind, line)


def test_a_wrong_encoder_is_found_with_an_input_to_decode() -> None:
    ((data, failure),) = found_on(b"xyz", encode=lambda values: bytes(values).replace(b"xy", b"x"))
    assert (data, signature(failure).partition(":")[0]) == (b"xyz", "encode")


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
    target, data = made.target_on("ascii", codec, []), b"B" * 50
    target(data)
    first = len(encoded)
    assert first
    for _ in range(20):
        target(data)
    assert len(encoded) == first
    for _ in range(3000):
        target(data)
    assert first < len(encoded) < 300


def crashes_at(part: bytes, error: type[Exception]):
    """Returns a decoder of ASCII that crashes there, and on a Y in another way."""

    def decode(data: bytes) -> list[int]:
        if part in data:
            raise error(data)
        return [len(None) if byte == 0x59 else byte for byte in data.decode("ascii").encode()]

    return decode


@pytest.mark.parametrize(
    ("part", "data", "least"),
    [(b"X", b"abYcXdef", b"X"), (b"\xff", b"ab", b"\xff")],  # checks also put FF after other inputs
)
def test_an_input_becomes_as_small_as_its_signature_allows(part: bytes, data: bytes, least: bytes) -> None:
    found: Found = []
    target = made.target_on("ascii", Changed("ascii", decode=crashes_at(part, IndexError)), found)
    target(data)
    ((data, failure),) = found
    assert smallest(data, failure, target.failure_at) == least


def test_a_file_or_link_with_the_name_of_an_input_stays_as_it_is(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "findings", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.write_bytes(b"mine")
    path = keep(folder, b"data", "crash")
    assert (path.read_bytes(), path.name.startswith("crash-")) == (b"data", True)
    path.unlink()
    path.symlink_to(elsewhere)
    assert keep(folder, b"data", "crash") == path
    assert elsewhere.read_bytes() == b"mine"
