"""Findings of one fault have one crash bucket, whatever the input; others have another."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Decoded, Malformed, Rejection, Timeout
from encoding_conformance.fuzz.finding import CrashBucket, FindingKind, bucket_of

DATA = st.binary(max_size=8)
VALUES = st.lists(st.integers(0, 1 << 40), max_size=4).map(tuple)
LINES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="'\""), max_size=20)
NAMES = st.text(max_size=20)
BUCKETS = st.builds(CrashBucket, NAMES, NAMES, NAMES, st.sampled_from(list(FindingKind)), NAMES, NAMES)
SEEN = CrashBucket("x", "ascii", "decode", FindingKind.CRASH, "TypeError", "x.py:f")


def of(outcome, data=b"", check="answers", reason="", permitted=(), name="x"):
    return bucket_of(name, check, Decode("ascii", data), outcome, reason, permitted)


@given(DATA, DATA, LINES, LINES)
def test_an_exception_is_one_whatever_it_says(one: bytes, other: bytes, text: str, more: str) -> None:
    assert of(Crash(f"TypeError: {text}", "x.py:f"), one) == of(Crash(f"TypeError: {more}", "x.py:f"), other) == SEEN


def test_an_exception_that_says_nothing_is_the_same() -> None:
    assert of(Crash("TypeError", "x.py:f")) == SEEN


@pytest.mark.parametrize(
    "other",
    [
        of(Crash("KeyError: odd", "x.py:f")),
        of(Crash("TypeError: odd", "x.py:g")),
        of(Crash("TypeError: odd", "x.py:f"), name="y"),
        of(Timeout("no answer within 1 s")),
        bucket_of("x", "answers", Decode("kim", b""), Crash("TypeError", "x.py:f"), "", ()),
        bucket_of("x", "answers", Encode("ascii", ()), Crash("TypeError", "x.py:f"), "", ()),
    ],
)
def test_another_type_frame_name_class_encoding_or_operation_is_another(other: CrashBucket) -> None:
    assert other != SEEN
    assert other.folder != SEEN.folder


@given(DATA, LINES)
def test_what_a_dying_process_said_is_no_part_of_it(data: bytes, said: str) -> None:
    expected = of(Crash("ended by signal 11 (Segmentation fault)"))
    assert of(Crash("ended by signal 11 (Segmentation fault)", complaint=said), data) == expected


@pytest.mark.parametrize(
    ("outcome", "check", "kind"),
    [
        (Crash("exited with status 0"), "layout", FindingKind.CRASH),
        (Crash("MemoryError: "), "layout", FindingKind.MEMORY),
        (Crash("took more than 256 MiB of memory"), "layout", FindingKind.MEMORY),
        (Crash("out-of-memory (AddressSanitizer)"), "layout", FindingKind.MEMORY),
        (Timeout("no answer within 1 s"), "layout", FindingKind.HANG),
        (BrokenProtocol("it wrote into the harness's own pipe"), "layout", FindingKind.PROTOCOL),
        (Malformed("decode returned str"), "layout", FindingKind.MALFORMED),
        (Crash("KeyError: 'MemoryError'", "x.py:f"), "layout", FindingKind.CRASH),
        (Decoded((0x41,)), "layout", FindingKind.DISAGREEMENT),
        (Decoded((0x41,)), "round-trip", FindingKind.CHECK),
    ],
)
def test_the_class_follows_from_the_outcome_then_the_check(outcome, check: str, kind: str) -> None:
    assert of(outcome, check=check, permitted=[Decoded((0x42,))]).kind == kind


@given(DATA, VALUES, st.integers(0, 9))
def test_a_disagreement_is_one_whatever_the_input(data: bytes, values: tuple[int, ...], offset: int) -> None:
    accepted = of(Decoded(values), data, "layout", "", [Rejection(offset, f"unencodable byte at {offset}")])
    assert accepted == of(Decoded(()), b"", "layout", "", [Rejection(0, "unencodable byte at 0")])
    elsewhere = of(Rejection(offset), data, "layout", "", [Rejection(offset + 1)])
    assert elsewhere == of(Rejection(0), b"", "layout", "", [Rejection(3)])
    rejected = of(Rejection(offset), data, "layout", "", [Decoded(values)])
    assert rejected == of(Rejection(), b"", "layout", "", [Decoded(())])
    assert len({accepted, elsewhere, rejected}) == 3


def test_why_it_must_be_rejected_is_a_part_of_it() -> None:
    overlong, surrogate = (of(Decoded(()), b"", "layout", "", [Rejection(0, why)]) for why in ("overlong", "surrogate"))
    assert overlong != surrogate


@given(st.integers(0x10, 1 << 40), st.integers(0x10, 1 << 40), DATA)
def test_a_broken_check_is_one_whatever_its_numbers(one: int, other: int, data: bytes) -> None:
    first, second = (of(Decoded(()), data, "offsets", f"the value that is cut begins at {n}") for n in (one, other))
    assert first == second
    first, second = (of(Decoded(()), data, "absent", f"byte {n:02X} must never occur") for n in (one, other))
    assert first == second
    assert of(Decoded(()), data, "other", f"byte {one:02X} must never occur") != first


@given(LINES, LINES)
def test_quotations_are_no_part_of_a_broken_protocol(one: str, other: str) -> None:
    first, second = (of(BrokenProtocol(f"{said!r} is not the reply to request 3")) for said in (one, other))
    assert first == second


@given(BUCKETS)
def test_a_folder_is_a_safe_name(one: CrashBucket) -> None:
    assert re.fullmatch(r"[A-Za-z0-9.-]+", one.folder)
    assert not one.folder.startswith(".")
    assert len(f"   rerun      conform replay findings/{one.folder}") <= 100


@given(BUCKETS, BUCKETS)
def test_each_bucket_has_a_folder_of_its_own(one: CrashBucket, other: CrashBucket) -> None:
    assert (one.folder == other.folder) == (one == other)


def test_a_folder_can_be_read() -> None:
    assert SEEN.folder.startswith("x-ascii-decode-crash-TypeError-x.py-f-")
    reason = "accepted what must be rejected (bad-lead)"
    long = CrashBucket("my-codec", "ascii", "decode", FindingKind.DISAGREEMENT, reason)
    assert long.folder.startswith("my-codec-ascii-decode-disagreement-accepted-bad-lead-")
    assert str(SEEN) == "x ascii decode: crash in x.py:f: TypeError"
