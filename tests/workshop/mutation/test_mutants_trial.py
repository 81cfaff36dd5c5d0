"""One mutant tried: what kills it, and what a codec that hangs, crashes or does not load comes to."""

from __future__ import annotations

from typing import Any

import pytest
from testbench import source_of

from encoding_conformance.core.identity import check_id, vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash, Decoded, Rejection, Timeout
from mutants.mutant import Mutant
from mutants.planting import altered
from reference_codecs import CODECS
from workshop.mutation.codec import GivenUp, TimedCodec
from workshop.mutation.trial import Source, tried


@pytest.fixture(scope="module")
def sources() -> dict[str, Source]:
    return {id: source_of(id) for id in ("ascii", "ascii-parity", "kim")}


DECODE_UNDOES_ENCODE = check_id("ascii", "decode-undoes-encode")
DIGITS = vector_id("ascii", "digits/decode")
SERVED = {"ascii/digits": [DIGITS, vector_id("ascii", "digits/encode")]}


def mutant(codec: Any, encoding: str = "ascii") -> Mutant:
    return Mutant("some", "some", (encoding,), lambda: {encoding: codec}, breaks=("ascii/digits",))


def hangs(decode: Any, data: bytes) -> list[int]:
    while True:
        pass


def test_a_sound_codec_fails_nothing(sources: dict[str, Source]) -> None:
    found = tried(mutant(CODECS["ascii"]), sources, SERVED)

    assert (found.vectors, found.checks, found.does_not_load) == ((), (), False)


def test_a_trial_has_the_vectors_and_the_checks_that_kill_a_mutant(sources: dict[str, Source]) -> None:
    found = tried(mutant(altered("ascii", decode=lambda decode, data: decode(data)[:-1])), sources, SERVED)

    assert DIGITS in found.vectors
    assert DECODE_UNDOES_ENCODE in found.own


def test_a_check_that_a_refusal_breaks_is_not_broken_by_a_wrong_answer(sources: dict[str, Source]) -> None:
    def refuses(encode: Any, values: tuple[int, ...]) -> bytes:
        raise ValueError("never")

    found = tried(mutant(altered("ascii", encode=refuses)), sources, SERVED)

    assert DECODE_UNDOES_ENCODE in found.checks
    assert DECODE_UNDOES_ENCODE not in found.own


def test_a_mutant_is_tried_in_each_of_its_encodings(sources: dict[str, Source]) -> None:
    both = {id: altered(id, encode=lambda encode, values: encode(values)[1:]) for id in ("ascii", "kim")}

    found = tried(Mutant("some", "some", ("ascii", "kim"), lambda: both, breaks=("ascii/digits",)), sources, SERVED)

    assert {id.encoding for id in found.vectors} == {"ascii", "kim"}
    assert {id.encoding for id in found.checks} == {"ascii", "kim"}


def test_a_mutant_that_was_not_planted_is_tried_until_a_vector_and_a_check_kill_it(sources: dict[str, Source]) -> None:
    lost = altered("ascii", decode=lambda _, data: [])
    found = tried(Mutant("some", "some", ("ascii",), lambda: {"ascii": lost}), sources, SERVED)

    assert (len(found.vectors), len(found.checks)) == (1, 1)


def test_a_codec_that_does_not_load_is_does_not_load(sources: dict[str, Source]) -> None:
    def load() -> Any:
        raise NameError("no such name")

    assert tried(Mutant("some", "some", ("ascii",), load), sources, SERVED).does_not_load


def test_a_codec_that_hangs_is_given_up_and_found(sources: dict[str, Source]) -> None:
    found = tried(mutant(altered("ascii", decode=hangs)), sources, SERVED)

    assert found.vectors
    assert found.checks


def test_an_operation_that_hangs_is_a_time_out_and_the_third_is_not_asked() -> None:
    outcomes = TimedCodec(altered("ascii", decode=hangs)).perform([Decode("ascii", b"A")] * 3)

    assert isinstance(next(outcomes), Timeout)
    assert isinstance(next(outcomes), Timeout)
    with pytest.raises(GivenUp):
        next(outcomes)


def test_outcomes_are_those_of_a_worker() -> None:
    def crashes(decode: Any, data: bytes) -> list[int]:
        raise LookupError("never")

    operations = [Decode("ascii", b"A"), Decode("ascii", b"\x80")]

    good, bad = TimedCodec(CODECS["ascii"]).perform(operations)
    (crash,) = TimedCodec(altered("ascii", decode=crashes)).perform(operations, stop=True)

    assert good == Decoded((0x41,))
    assert isinstance(bad, Rejection) and bad.offset == 0
    assert isinstance(crash, Crash)
