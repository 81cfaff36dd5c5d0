"""Laws that no state is left over from one operation to the next."""

from __future__ import annotations

from encoding_conformance.checks.law import Check, Steps, Violation, always, law, taken
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Permitted

LEAKS = "no-state-leaks"
"""The check that no state is left over. Its laws permit what came before the operation that broke them."""

_ODD_ENDS = (b"\x00", b"\xff")
"""The bytes that replace a last byte."""

_OFTEN = 1100
"""More repetitions than a counter of eight bits, or one that stops at a thousand, can count."""


@law("no-state-leaks")
def no_state_leaks(encoding: Encoding, input: tuple[tuple[int, ...], bytes]) -> Steps:
    """An operation gives the same when it is repeated, and after another one, a rejected one and one that is cut short."""
    values, data = input
    forth, turned = Encode(encoding.id, values), Encode(encoding.id, _middle_turned(values))
    outcome, outcome_of_turned = yield [forth, turned]
    probe = taken(forth, outcome)
    back = Decode(encoding.id, probe)
    alike = Decode(encoding.id, taken(turned, outcome_of_turned))
    disturbers: list[Operation] = [
        Decode(encoding.id, data),
        Decode(encoding.id, probe[:-1]),
        *(Decode(encoding.id, probe[:-1] + end) for end in _ODD_ENDS),
        Decode(encoding.id, probe + data),
        Encode(encoding.id, values[:1]),
        Encode(encoding.id, (*values, *_unencodable(encoding))),
    ]
    operations: list[Operation] = [Decode(encoding.id, data), forth, back]
    for disturber in disturbers:
        operations += [disturber, back, disturber, forth]
    operations += [Decode(encoding.id, b""), alike, back, Decode(encoding.id, data)]
    first: dict[Operation, Outcome] = {}
    for operation, outcome in zip(operations, (yield operations)):
        if _answer(outcome) != _answer(first.setdefault(operation, outcome)):
            before = first[operation]
            permitted = [before] if isinstance(before, Permitted) else []
            raise Violation(operation, outcome, "a different outcome than before other operations", permitted)


@law("no-wear")
def no_wear(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """An operation gives the same however often it is asked."""
    forth = Encode(encoding.id, values)
    (outcome,) = yield [forth]
    back = Decode(encoding.id, taken(forth, outcome))
    for operation in (forth, back):
        first, *others = yield [operation] * _OFTEN
        for outcome in others:
            if _answer(outcome) != _answer(first):
                permitted = [first] if isinstance(first, Permitted) else []
                raise Violation(operation, outcome, "a different outcome than the first times", permitted)


def _answer(outcome: Outcome) -> tuple[type, object]:
    """The part of an outcome that must not change. Its free text may."""
    return type(outcome), getattr(outcome, "value", getattr(outcome, "offset", None))


def _middle_turned(values: tuple[int, ...]) -> tuple[int, ...]:
    """The same values, with everything between the first and the last reversed. In a stateless encoding, the two sequences
    have the same number of bytes, and the same first and last byte. Some faulty caches look only at these."""
    return (*values[:1], *values[1:-1][::-1], *values[1:][-1:])


def _unencodable(encoding: Encoding) -> tuple[int, ...]:
    outside = encoding.values.complement()
    return (outside.first,) if outside else ()


CHECKS = (
    Check(
        LEAKS,
        "An operation gives the same whatever was asked before it.",
        (("disturbed", no_state_leaks), ("worn", no_wear)),
        always,
    ),
)
