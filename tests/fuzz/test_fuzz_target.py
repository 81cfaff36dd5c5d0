"""From bytes to findings, on codecs in this process."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache

import made
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.core.operation import CHUNKS, EMPTY_PIECES, Operation
from encoding_conformance.core.outcome import Outcome, Result
from encoding_conformance.fuzz.__main__ import target_of
from encoding_conformance.fuzz.corpus import seeds, tokens
from encoding_conformance.fuzz.finding import Finding, FindingKind
from encoding_conformance.fuzz.from_bytes import ANSWERS
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.fuzz.loading import Asked
from encoding_conformance.fuzz.mutator import Mutator
from mutants import named
from reference_codecs import CODECS

SOME = ["utf-8", "utf-16-be", "kim", "kim-count", "bocu-1", "utf-inf-8", "ascii-parity", "iso-8859-8"]
ROUNDS = 150_000
"""Enough for the rarest of the mutants, one of whose values is refused. It is met after 118,000 rounds."""


@cache
def inputs(id: str) -> list[bytes]:
    """Those that a campaign begins with."""
    encoding = made.encoding(id)
    return [*seeds(encoding, made.suite().vectors_of(id), 64), *tokens(encoding)]


def classes(found: Sequence[Finding]) -> set[str]:
    return {each.bucket.kind for each in found}


def campaign(id: str, codec, expected: set[str]) -> set[str]:
    """The classes of the findings of a small campaign, which ends as soon as the expected class is among them."""
    found: list[Finding] = []
    target, mutator, data = made.target_on(id, codec, found), Mutator(made.encoding(id)), inputs(id)
    for number in range(ROUNDS):
        target(data[number] if number < len(data) else mutator(data[number % len(data)], 64, number))
        if expected & classes(found):
            break
    return classes(found)


class Changed:
    """The reference with the given attributes replaced."""

    def __init__(self, id: str, **more):
        self._codec = CODECS[id]
        self.__dict__ |= more

    def __getattr__(self, name: str):
        return getattr(self._codec, name)


@pytest.mark.parametrize("id", SOME)
def test_the_reference_has_no_finding_on_what_a_campaign_begins_with(id: str) -> None:
    found: list[Finding] = []
    target = made.target_on(id, CODECS[id], found)
    for data in inputs(id)[:200]:
        target(data)
    assert [str(each.bucket) for each in found] == []


@pytest.mark.parametrize("id", SOME)
def test_the_reference_has_no_finding_on_any_bytes(id: str) -> None:
    found: list[Finding] = []
    target = made.target_on(id, CODECS[id], found)
    pieces = st.one_of(st.binary(max_size=8), st.sampled_from(inputs(id)))

    @settings(max_examples=60)
    @given(st.lists(pieces, max_size=5).map(b"".join))
    def holds(data: bytes) -> None:
        target(data)
        assert found == []

    holds()


def test_one_that_is_selected_by_name_has_none_either() -> None:
    found: list[Finding] = []
    target = target_of("reference", "utf-8", found.append)
    for data in (b"", b"A\xf0\x9f\x98\x80", b"\xc0\x80", b"\xed\xa0\x80"):
        target(data)
    target.flush()
    assert found == []


MUTANTS = {
    "utf-8/overlong-taken": FindingKind.DISAGREEMENT,
    "utf-8/7f-in-2-bytes-when-read": FindingKind.DISAGREEMENT,
    "utf-8/80-refused-when-read": FindingKind.DISAGREEMENT,
    "utf-8/d7ff-taken-for-d800-when-read": FindingKind.DISAGREEMENT,
    "utf-16-be/low-before-high-read": FindingKind.DISAGREEMENT,
    "utf-16-be/lone-low-surrogate-read": FindingKind.DISAGREEMENT,
    "utf-16-be/10000-not-added": FindingKind.DISAGREEMENT,
    "utf-8/800-refused-when-encoded": FindingKind.DISAGREEMENT,
    "kim/accumulator-not-cleared": FindingKind.DISAGREEMENT,
    "kim/crashes-where-ill-formed": FindingKind.CRASH,
    "kim/crashes-at-a-leading-80": FindingKind.CRASH,
    "kim/empty-crashes": FindingKind.CRASH,
    "kim/byte-lost-at-a-cut": FindingKind.CHECK,
    "kim/emitted-early-at-a-cut": FindingKind.CHECK,
    "bocu-1/begun-anew-at-a-cut": FindingKind.CHECK,
    "utf-16-be/unfinished-lost-at-an-empty-piece": FindingKind.CHECK,
    "kim/unencodable-counted-from-one": FindingKind.CHECK,
    "bocu-1/state-kept-over-a-line": FindingKind.DISAGREEMENT,
    "bocu-1/state-leaked-from-the-call-before": FindingKind.DISAGREEMENT,
    "bocu-1/state-not-restored-after-a-rejected-input": FindingKind.DISAGREEMENT,
    "kim/leftover-kept-for-the-next-call": FindingKind.CHECK,
}


@pytest.mark.parametrize("id", MUTANTS)
def test_a_mutant_is_found_in_its_class(id: str) -> None:
    (mutant,) = [each for each in named.mutants() if each.id == id]
    assert MUTANTS[id] in campaign(mutant.of, mutant.load()[mutant.of], {MUTANTS[id]})


def test_an_input_of_a_new_kind_is_asked_by_all_checks_at_once() -> None:
    (mutant,) = [each for each in named.mutants() if each.id == "kim/byte-lost-at-a-cut"]
    found: list[Finding] = []
    made.target_on("kim", mutant.load()["kim"], found, at_once=True)(bytes.fromhex("81C300"))
    assert FindingKind.CHECK in classes(found)


@pytest.mark.parametrize(
    ("decode", "kind"),
    [
        (lambda data: 1 // 0, FindingKind.CRASH),
        (lambda data: sys.exit(0), FindingKind.CRASH),
        (lambda data: (_ for _ in ()).throw(KeyboardInterrupt), FindingKind.CRASH),
        (lambda data: "A", FindingKind.MALFORMED),
        (lambda data: [-1], FindingKind.MALFORMED),
        (lambda data: [0x41], FindingKind.DISAGREEMENT),
    ],
)
def test_what_is_no_answer_is_a_finding_of_its_own_class(decode, kind: str) -> None:
    found: list[Finding] = []
    made.target_on("ascii", Changed("ascii", decode=decode), found)(b"B")
    assert kind in classes(found)


def test_a_crash_tells_its_frame_and_what_went_before() -> None:
    def decode(data: bytes) -> list[int]:
        return list(data) if data != b"B" else len(None)

    found: list[Finding] = []
    target = made.target_on("ascii", Changed("ascii", decode=decode), found)
    target(b"A")
    target(b"B")
    (first, *_) = [each for each in found if each.reproducer.check == ANSWERS.name]
    assert first.reproducer.data == b"B"
    assert b"A" in first.reproducer.before
    assert first.bucket.frame.startswith("test_fuzz_target.py:")
    assert first.bucket.reason == "TypeError"


def test_what_is_avoided_is_counted_and_not_asked() -> None:
    asked: list[bytes] = []
    codec = Changed("ascii", decode=lambda data: asked.append(data) or list(data))
    target = made.target_on("ascii", codec, [], avoided=[b"AB", b"C"])
    for data in (b"xABx", b"C"):
        target(data)
    assert (asked, target.journal.now.executions) == ([], 2)
    target(b"BA")
    assert b"BA" in asked


def test_a_check_that_is_put_aside_is_not_asked() -> None:
    (mutant,) = [each for each in named.mutants() if each.id == "kim/byte-lost-at-a-cut"]
    codec, found = mutant.load()["kim"], []
    made.target_on("kim", codec, found)(bytes.fromhex("81C300"))
    broken = {each.reproducer.check for each in found}
    again: list[Finding] = []
    target = made.target_on("kim", codec, again, put_aside=tuple(broken))
    target(bytes.fromhex("81C300"))
    assert again == []
    assert not broken & {check.name for check in target.checks}


class Leaky:
    """Wrong for good after a certain input, and right before."""

    poisoned = False
    encode = CODECS["ascii"].encode

    def decode(self, data: bytes) -> list[int]:
        values = [0x3F] * len(data) if self.poisoned else CODECS["ascii"].decode(data)
        self.poisoned |= data == b"\x05\x06"
        return values


def test_a_leak_of_state_between_inputs_is_found_with_the_input_that_left_it() -> None:
    """Be it that checks ask another copy of the codec than executions do."""
    asked, found = Asked(InProcess(Leaky()), "ascii", Journal(), InProcess(Leaky())), []
    target = made.target_on("ascii", None, found, asked=asked)
    for data in (b"A", b"\x05\x06", b"B", b"C"):
        target(data)
    assert found and b"\x05\x06" in found[0].reproducer.before


class InBatches:
    """Asked four at a time, as a process is."""

    features, batch, ask = frozenset((CHUNKS, EMPTY_PIECES)), 4, None

    def __init__(self, codec):
        self._asked = Asked(InProcess(codec), "ascii", Journal())
        self.sizes: list[int] = []

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        self.sizes.append(len(operations))
        return self._asked.perform(operations, stop)


def test_inputs_wait_for_a_whole_batch_or_a_flush() -> None:
    asked = InBatches(CODECS["ascii"])
    target = made.target_on("ascii", None, [], asked=asked)
    for data in (b"A", b"B", b"C"):
        target(data)
    assert asked.sizes == []
    target(b"D")
    assert asked.sizes[0] == 4
    before = len(asked.sizes)
    target(b"E")
    assert len(asked.sizes) == before
    target.flush()
    assert asked.sizes[before] == 1


def test_a_flush_of_nothing_asks_nothing_of_the_inputs() -> None:
    target = made.target_on("ascii", None, [], asked=InBatches(CODECS["ascii"]))
    target.flush()
    assert list(target.to_repeat) == []


def test_what_is_new_in_a_batch_comes_again_and_is_traced_then() -> None:
    traced: list[int] = []
    target = made.target_on("ascii", None, [], asked=InBatches(CODECS["ascii"]), trace=traced.append)
    for data in (b"A", b"A", b"\x80", b"AAAA"):
        target(data)
    assert list(target.to_repeat) == [b"A", b"\x80", b"AAAA"]
    assert traced == []
    target(target.to_repeat.popleft())
    assert len(traced) == 1
    for data in (b"A", b"A", b"A"):
        target(data)
    assert (len(traced), list(target.to_repeat)) == (1, [b"\x80", b"AAAA"])


def test_faults_in_a_batch_are_found_with_what_went_before() -> None:
    def decode(data: bytes) -> list[int]:
        return [0x3F] if data == b"\x80" else CODECS["ascii"].decode(data)

    found: list[Finding] = []
    target = made.target_on("ascii", None, found, asked=InBatches(Changed("ascii", decode=decode)))
    for data in (b"A", b"B", b"\x80", b"C"):
        target(data)
    assert FindingKind.DISAGREEMENT in classes(found)
    assert {each.reproducer.data for each in found if each.bucket.kind == FindingKind.DISAGREEMENT} == {b"\x80"}


class OneAtATime(InBatches):
    """A process answers in the order of its requests, so all answers must be read before it is asked again."""

    at_work = False

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        assert not self.at_work
        self.at_work = True
        yield from super().perform(operations, stop)
        self.at_work = False


def test_a_disagreement_in_a_batch_is_looked_into_when_all_of_it_is_answered() -> None:
    codec, found = Changed("ascii", decode=lambda data: [byte & 0x7F for byte in data]), []
    target = made.target_on("ascii", None, found, asked=OneAtATime(codec))
    for data in (b"\x80", b"A", b"\x81", b"B"):
        target(data)
    assert FindingKind.DISAGREEMENT in classes(found)


def test_without_an_oracle_the_table_still_tells() -> None:
    codec = Changed("ascii", decode=lambda data: [byte & 0x7F for byte in data])
    found: list[Finding] = []
    target = made.target_on("ascii", codec, found)
    target.oracle = None
    target(b"\xc1")
    assert FindingKind.DISAGREEMENT in classes(found)


def test_features_are_told_to_the_journal() -> None:
    target = made.target_on("ascii", CODECS["ascii"], [])
    for data in (b"A", b"\x80", b"A"):
        target(data)
    assert target.journal.now.features == 2
    assert isinstance(made.oracle("ascii", b"A"), Result)
