"""Examines an implementation in an encoding: asks it the simplest operations, one kind after the other, and says what to change
if one of them goes wrong."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from encoding_conformance.causes.changed_texts import prints_decimal, reads_decimal
from encoding_conformance.checks.judging import judge_replacing
from encoding_conformance.checks.special_values import of_each_length
from encoding_conformance.commands.fitting_declaration import fitting_declaration, replaced
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits, line_of
from encoding_conformance.core.notation import explain_command, input_text, outcome_text
from encoding_conformance.core.operation import BOTH, CHUNKS, Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    Outcome,
    Rejection,
    Result,
    Timeout,
    Unsupported,
    Valid,
)
from encoding_conformance.core.text import abridged, counted
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import bytes_of, permitted
from encoding_conformance.report.failure import DECLARE

Ask = Callable[[Operation], Outcome]
"""Asks one operation, and waits for its outcome before the next one is asked."""

_LONGEST = 100
"""The most characters of a result that are shown."""


class Observation(NamedTuple):
    """What was seen in one step. If it `is_wrong`, or could be better, `change` says what to change, unless the message that was
    seen says it."""

    step: str
    seen: str
    change: str = ""
    is_wrong: bool = False


def examined(
    encoding: Encoding, limits: Limits, features: Collection[str], ill_formed: Sequence[bytes], ask: Ask
) -> Iterator[Observation]:
    """Yields what the steps find, in order. `ill_formed` are bytes that the specification rejects. Only the operations of the
    limits are asked. If well-formed input is decoded wrongly, nothing else is decoded."""
    values = of_each_length(encoding, limits)
    texts = [(value,) for value in values] + [tuple(values)]
    if Kind.ENCODE in limits.operations:
        yield _well_formed("encode", encoding, limits, [Encode(encoding.id, text) for text in texts], ask)
    if Kind.DECODE not in limits.operations:
        return
    codes = [bytes_of(encoding, text) for text in texts]
    decoded = _well_formed("decode", encoding, limits, [Decode(encoding.id, code) for code in codes], ask)
    yield decoded
    if decoded.is_wrong:
        return
    if ill_formed:
        yield _rejections(encoding, limits, [Decode(encoding.id, data) for data in ill_formed], ask)
    if CHUNKS in features:
        cut = [Decode(encoding.id, code, tuple(range(1, len(code)))) for code in codes]
        yield _well_formed("in pieces", encoding, limits, cut, ask)
    elif not limits.validates:
        yield Observation(
            "in pieces", f"not asked, because it does not offer {CHUNKS}", "offer an incremental decoder if there is one"
        )


def _well_formed(step: str, encoding: Encoding, limits: Limits, operations: Sequence[Operation], ask: Ask) -> Observation:
    """Asks operations on well-formed input up to the first wrong outcome."""
    for operation in operations:
        outcome, expected = ask(operation), permitted(encoding, operation)
        if not _is_right(encoding, limits, operation, expected, outcome):
            change = _advice(encoding, operation, expected[0], outcome)
            return Observation(step, _difference(operation, expected[0], outcome), change, is_wrong=True)
    return Observation(step, "well-formed inputs, as expected")


def _rejections(encoding: Encoding, limits: Limits, operations: Sequence[Operation], ask: Ask) -> Observation:
    """Asks to decode ill-formed inputs. The observation says which declaration would fit, if there is one."""
    step, outcomes = "reject", {operation: ask(operation) for operation in operations}
    expected = {operation: permitted(encoding, operation) for operation in operations}
    wrong = [each for each in operations if not _is_right(encoding, limits, each, expected[each], outcomes[each])]
    if not wrong:
        rejected = [outcome for outcome in outcomes.values() if isinstance(outcome, Rejection)]
        seen = "ill-formed inputs, as expected"
        if rejected and all(outcome.offset is None for outcome in rejected):
            return Observation(step, f"{seen}, without an offset", "tell the offset of the fault if the library does")
        return Observation(step, seen)
    first = wrong[0]
    due = replaced(encoding, first, limits.replacing)
    seen = f"wrong for {len(wrong)} of {counted(len(operations), 'ill-formed input')}; {_difference(first, due, outcomes[first])}"
    failed, passed = ([each for each in outcomes.items() if (each[0] in wrong) is is_wrong] for is_wrong in (True, False))
    if fitting := fitting_declaration(encoding, limits.replacing, failed, passed):
        change = f"{DECLARE} {line_of(fitting)}"
    elif due != expected[first][0]:
        change = "replace it as the manifest declares"
    else:
        change = _advice(encoding, first, due, outcomes[first])
    return Observation(step, seen, change, is_wrong=True)


def _is_right(encoding: Encoding, limits: Limits, operation: Operation, expected: Sequence[Permitted], outcome: Outcome) -> bool:
    if isinstance(outcome, Valid):
        return limits.validates and isinstance(expected[0], Decoded)
    return not judge_replacing(encoding, operation, expected, outcome, limits).status.is_bad


def _difference(operation: Operation, expected: Permitted, outcome: Outcome) -> str:
    got = outcome_text(outcome)
    if isinstance(outcome, Result):
        got = abridged(got, _LONGEST)
    return f"{input_text(operation)}: expected {outcome_text(expected)}, got {got}"


def _advice(encoding: Encoding, operation: Operation, expected: Permitted, outcome: Outcome) -> str:
    """Returns what to change if this outcome is wrong; empty if its message says it."""
    match outcome:
        case BrokenProtocol() | Malformed():
            return ""
        case Crash() if not isinstance(expected, Rejection):
            return ""
        case Unsupported():
            return (
                f"{operation.kind} is not supported; if the codec does not {operation.kind},"
                f" say operations: [{min(BOTH - {operation.kind})}] in the manifest"
            )
        case Timeout():
            return "flush the output after each reply, or whenever no input is waiting"
        case Decoded() if isinstance(expected, Decoded) and prints_decimal(expected.value) == outcome.value:
            return "write values in hexadecimal"
        case Encoded() if isinstance(operation, Encode) and bytes_of(encoding, reads_decimal(operation.input)) == outcome.value:
            return "read values as hexadecimal numbers"
        case Encoded() | Decoded() if not outcome.value and operation.input[:1] in (b"\0", (0,)):
            return "take the length of the input from the request, because a text may contain NUL"
        case Rejection() if isinstance(expected, Rejection):
            return "report the offset at which the ill-formed code begins, or no offset"
    shown = f"`{explain_command(operation)}` shows what is expected"
    if not isinstance(expected, Rejection):
        return shown
    how = " (in Python, raise ValueError)" if isinstance(outcome, Crash) else ""
    return f"reject it{how}; {shown}"
