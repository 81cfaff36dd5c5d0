"""What the first steps say of a decoder that replaces, with a declaration and without."""

from __future__ import annotations

import pytest
from project import suite

from encoding_conformance.commands.smoke_test import Observation, examined
from encoding_conformance.core.limits import REJECTS, Limits, Per, Replacing, Substitute
from encoding_conformance.core.operation import Kind, Operation
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Decoded, Malformed, Outcome, Rejection

ILL_FORMED = [b"\x80", b"\xc2", b"\xe2\x82", b"\xf0\x9f\x98", b"\xed\xa0\x80"]


DECODES = Limits(operations=frozenset({Kind.DECODE}))


def declared(per: Per) -> Replacing:
    return Replacing(decode=Substitute(0xFFFD, per))


def rejecting(replacing: Replacing, *, lone: bool) -> Observation:
    """The step about ill-formed input, for a decoder that replaces each maximal subpart, and may accept surrogates."""

    def ask(operation: Operation) -> Outcome:
        assert isinstance(operation.input, bytes)
        text = "\ud800" if lone and operation.input == b"\xed\xa0\x80" else operation.input.decode(errors="replace")
        return Decoded(tuple(map(ord, text)))

    limits = Limits(operations=frozenset({Kind.DECODE}), replacing=replacing)
    steps = examined(suite().encodings["utf-8"], limits, (), ILL_FORMED, ask)
    return next(each for each in steps if each.step == "reject")


SAY = 'if it replaces on purpose, say in the manifest: replaces: {decode: {value: "FFFD", per: maximal-subpart}}'


@pytest.mark.parametrize(
    ("replacing", "lone", "seen", "change"),
    [
        (declared(Per.MAXIMAL_SUBPART), False, "ill-formed inputs, as expected", ""),
        (REJECTS, False, "wrong for 5 of 5 ill-formed inputs; 80: expected reject 0 bad-lead, got ok FFFD", SAY),
        (REJECTS, True, "wrong for 5 of 5 ill-formed inputs; 80: expected reject 0 bad-lead, got ok FFFD", SAY),
        (declared(Per.BYTE), False, "wrong for 2 of 5 ill-formed inputs; E2 82: expected ok FFFD FFFD, got ok FFFD", SAY),
        (
            declared(Per.MAXIMAL_SUBPART),
            True,
            "wrong for 1 of 5 ill-formed inputs; ED A0 80: expected ok FFFD FFFD FFFD, got ok D800",
            "replace it as the manifest declares",
        ),
    ],
)
def test_what_replaces_is_compared_with_its_declaration(replacing: Replacing, lone: bool, seen: str, change: str) -> None:
    observation = rejecting(replacing, lone=lone)
    assert (observation.seen, observation.change) == (seen, change)


@pytest.mark.parametrize("kind", [BrokenProtocol, Malformed, Crash])
def test_a_message_is_shown_whole_and_says_what_to_change(kind: type[Outcome]) -> None:
    said = "a reply of many words, " * 9 + "and what was expected"
    (observation,) = examined(suite().encodings["utf-8"], DECODES, (), ILL_FORMED, lambda operation: kind(said))
    assert observation.seen.endswith(said)
    assert observation.change == ""


@pytest.mark.parametrize(
    ("outcome", "change"),
    [
        (
            Crash("ended by signal 11"),
            "reject it (in Python, raise ValueError); `conform explain utf-8 decode 80` shows what is expected",
        ),
        (Rejection(9), "report the offset at which the ill-formed code begins, or no offset"),
    ],
)
def test_what_to_change_where_ill_formed_input_is_not_rejected_rightly(outcome: Outcome, change: str) -> None:
    def ask(operation: Operation) -> Outcome:
        assert isinstance(operation.input, bytes)
        try:
            return Decoded(tuple(map(ord, operation.input.decode())))
        except UnicodeDecodeError:
            return outcome

    *_, rejecting, _ = examined(suite().encodings["utf-8"], DECODES, (), ILL_FORMED, ask)
    assert rejecting.change == change
