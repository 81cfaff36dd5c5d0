"""One operation that was run, with the effect if its outcome is wrong, and the part of its input at fault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from encoding_conformance.causes.effect import EFFECTS, FAILURES, Effect, grouped
from encoding_conformance.causes.part import InputPart, as_taken, at_fault, first_part, parts
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import fault_of, matches
from encoding_conformance.core.limits import Replacing
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Encoded, NotRun, Outcome, Rejection, Result
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import bytes_of, permitted
from encoding_conformance.models.model import step_model_of
from encoding_conformance.models.replacement import parts as pieces

SUBSTITUTES = {0xFFFD: "U+FFFD", 0x3F: "a question mark", 0x1A: "U+001A"}
"""The characters that libraries give in place of ill-formed input, in words."""


class Trial(NamedTuple):
    """An operation with its outcome. Without an `effect`, it passed, and its `parts` came out right. If it failed, `parts` has
    the part of the input at fault, or all that may be; `right` are the parts that came out right, and `rest` is the result from
    the part at fault on."""

    operation: Operation
    expected: Permitted
    got: Outcome
    parts: tuple[InputPart, ...]
    effect: Effect | None = None
    right: tuple[InputPart, ...] = ()
    rest: Sequence[int] = ()

    @property
    def kind(self) -> Kind:
        return self.operation.kind

    @property
    def reason(self) -> str:
        """Why its first part is ill-formed; empty if it is well-formed or unknown."""
        return self.parts[0].reason if self.parts else ""

    @property
    def group(self) -> tuple[Kind, Effect | None, str]:
        """What trials of one cause have in common: the kind of operation, the effect, where a refusal counts as a wrong result,
        and, if ill-formed input was accepted, why it must be rejected."""
        return self.kind, grouped(self.effect), self.reason if self.effect == Effect.ACCEPTS else ""

    @property
    def size(self) -> int:
        """The number of bytes or values of the input."""
        return len(self.operation.input)

    @property
    def is_answer(self) -> bool:
        """Whether the implementation answered, rightly or wrongly."""
        return self.effect not in FAILURES


def trial_of(
    encoding: Encoding, operation: Operation, expected: Sequence[Permitted], got: Outcome, replacing: Replacing
) -> Trial | None:
    """Returns the trial of an operation with its permitted outcomes; None if it was not run. Declared replacements are right, so
    the part at fault is then the first one with another result than declared."""
    if isinstance(got, NotRun) or not expected:
        return None
    whole = parts(encoding, operation)
    if any(matches(each, got) for each in expected):
        may_reject = isinstance(got, Rejection) and isinstance(expected[0], Result)
        right = whole[-1:] if whole and whole[-1].reason else whole or first_part(encoding, operation)
        return Trial(operation, expected[0], got, () if may_reject else right)
    if replacing.replaces(operation.kind) and isinstance(got, Result) and isinstance(expected[0], Result) and whole:
        return _of_replacing(encoding, operation, expected[0], got, replacing)
    strict = permitted(encoding, operation) if whole else tuple(expected)
    is_rejected = isinstance(strict[0], Rejection)
    effect = EFFECTS[fault_of((strict if is_rejected and isinstance(got, Result) else expected)[:1], got).manner]
    about = at_fault(encoding, operation, strict[0], got)
    right, rest = _before_and_from(about[0], whole, got) if isinstance(got, Result) and about else ((), ())
    if effect == Effect.ACCEPTS and about:
        is_value = operation.kind == Kind.DECODE and about[0].value in SUBSTITUTES
        effect = Effect.REPLACES if substitute_in(encoding, operation.kind, rest) and not is_value else Effect.ACCEPTS
        if effect == Effect.ACCEPTS and operation.kind == Kind.DECODE:
            about = (as_taken(encoding, about[0], rest),)
    if effect == Effect.OFFSET and whole:
        about = whole[-1:]
    return Trial(operation, expected[0], got, about, effect, right, rest)


def _before_and_from(part: InputPart, whole: Sequence[InputPart], got: Result) -> tuple[tuple[InputPart, ...], Sequence[int]]:
    """Returns the parts before this one if they came out right, and the rest of the result after theirs."""
    before = tuple(each for each in whole if each.start < part.start)
    values = tuple(each.value for each in before if each.value is not None)
    units = b"".join(each.sequence for each in before) if isinstance(got, Encoded) else values
    return before if got.value[: len(units)] == units else (), got.value[len(units) :]


def substitute_in(encoding: Encoding, kind: Kind, rest: Sequence[int]) -> int | None:
    """Returns the substitute with which a result begins; None if there is none."""
    if kind == Kind.DECODE:
        return rest[0] if rest and rest[0] in SUBSTITUTES else None
    sequences = ((value, bytes_of(encoding, (value,))) for value in SUBSTITUTES)
    return next((value for value, sequence in sequences if sequence and bytes(rest[: len(sequence)]) == sequence), None)


def _of_replacing(encoding: Encoding, operation: Operation, expected: Result, got: Result, replacing: Replacing) -> Trial:
    """Returns the trial of a wrong result of an implementation that declares replacements."""
    taken, fault, right = 0, None, []
    for part, units in _replaced(encoding, operation, replacing):
        if tuple(got.value[taken : taken + len(units)]) != units:
            fault = part
            break
        taken += len(units)
        right.append(part)
    sign = (replacing.decode.value,) if replacing.decode else ()
    is_one_more = right and right[-1].reason and got.value[taken : taken + 1] == sign
    if fault is None or (not fault.reason and is_one_more):
        fault, taken = (right.pop(), taken - 1) if right else (InputPart(None, b"", "", 0, 0, 0, 0), 0)
    rest = tuple(got.value[taken:])
    effect = Effect.WRONG
    if fault.reason:
        is_counted = operation.kind == Kind.DECODE and rest[:1] in (sign, ())
        effect = Effect.REPLACES if is_counted or substitute_in(encoding, operation.kind, rest) is not None else Effect.ACCEPTS
    return Trial(operation, expected, got, (fault,), effect, tuple(each for each in right if not each.reason), rest)


def _replaced(encoding: Encoding, operation: Operation, replacing: Replacing) -> Iterator[tuple[InputPart, tuple[int, ...]]]:
    """Yields each part of an input with its expected values or bytes, including the parts after ill-formed ones."""
    if isinstance(operation, Encode):
        size = len(operation.input)
        for index, value in enumerate(operation.input):
            (part,) = parts(encoding, Encode(encoding.id, (value,)))
            written = replacing.encode if part.reason and replacing.encode is not None else value
            located = part._replace(start=index, after=size - index - 1, ordinal=index, size=size)
            yield located, tuple(bytes_of(encoding, (written,)))
    elif replacing.decode:
        start = index = 0
        for piece in pieces(step_model_of(encoding), operation.input, replacing.decode.per, accept_silent=False):
            rest = parts(encoding, Decode(encoding.id, operation.input[start:]))
            is_fault = isinstance(piece, bytes)
            input_parts = rest[:1] if is_fault else [each for each in rest if not each.reason][: len(piece)]
            for each in input_parts:
                located = each._replace(start=each.start + start, ordinal=each.ordinal + index, size=len(operation.input))
                units = replacing.decode.instead_of(piece) if isinstance(piece, bytes) else (each.value or 0,)
                yield located, units
            start += len(piece) if isinstance(piece, bytes) else input_parts[-1].start + len(input_parts[-1].sequence)
            index += len(piece) * (not is_fault)
