"""The outcomes that manifests declare as known deviations: one outcome, or a rule that calculates it for each input."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from struct import iter_unpack, pack

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import NotationError, outcome_text, read_outcome
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import (
    FAILURES,
    BrokenProtocol,
    Decoded,
    Encoded,
    Outcome,
    Rejection,
    Unsupported,
)
from encoding_conformance.models.model import StepModel, goes_in_steps, model_of, step_model_of
from encoding_conformance.models.replacement import parts

UNSUPPORTED, IN_FILE = outcome_text(Unsupported()), "outcomes.jsonl"
"""Outcomes in manifests: of an implementation that cannot hold an input, and the name of the file beside the manifest with the
outcome of each test vector."""


def is_outcome(got: str) -> bool:
    """Returns whether a manifest may declare this outcome: a rule, or any but a broken protocol. A failure needs a message."""
    for kind in Kind:
        with suppress(NotationError):
            known = read_outcome(kind, got)
            return not isinstance(known, FAILURES) or (bool(known.text) and not isinstance(known, BrokenProtocol))
    return got in _RULES or got == _LONGER


def covers(got: str, encoding: Encoding, operation: Operation, outcome: Outcome) -> bool:
    """Returns whether an outcome of an operation is the declared outcome `got`, or follows the rule that it names.

    The text of a failure must begin with the declared one. Offsets are compared only if one is declared, and free text is
    never compared.
    """
    if got == _LONGER:
        expected = model_of(encoding).encode(operation.input) if isinstance(operation, Encode) else ()
        return isinstance(outcome, Encoded) and any(_is_longer(outcome, each) for each in expected)
    if got in _RULES:
        is_stateless = goes_in_steps(encoding) and encoding.claims("stateless")
        return is_stateless and _RULES[got](step_model_of(encoding), operation) == outcome
    if isinstance(outcome, FAILURES):
        return outcome_text(outcome).startswith(got)
    try:
        known = read_outcome(operation.kind, got)
    except NotationError:
        return False
    match known, outcome:
        case Rejection(offset), Rejection(seen):
            return offset is None or offset == seen
        case Unsupported(), Unsupported():
            return True
        case _:
            return known == outcome


def without_text(outcome: Outcome) -> Outcome:
    """Returns an outcome without free text, which is never compared."""
    return replace(outcome, text="") if isinstance(outcome, Rejection | Unsupported) else outcome


def known_of(observed: Sequence[tuple[Encoding, Operation, Outcome]]) -> str:
    """Returns the outcome or the rule that covers all of these outcomes of operations; IN_FILE if nothing does."""
    outcomes = (without_text(outcome) for *_, outcome in observed)
    same = sorted({"reject" if isinstance(outcome, Rejection) else outcome_text(outcome) for outcome in outcomes})
    candidates: list[str] = [*(same if len(same) == 1 else ()), *_RULES]
    for got in candidates:
        if all(covers(got, *each) for each in observed):
            return got
    return IN_FILE


def _is_longer(outcome: Encoded, expected: Outcome) -> bool:
    """Returns whether bytes begin as expected and have more after them."""
    return isinstance(expected, Encoded) and outcome != expected and outcome.value.startswith(expected.value)


def _skipped(model: StepModel, operation: Operation) -> Outcome:
    """Skips the code units at which no well-formed byte sequence begins, and the values that the encoding lacks."""
    if isinstance(operation, Decode):
        return Decoded(tuple(chain.from_iterable(part for part in parts(model, operation.input) if isinstance(part, tuple))))
    return model.encode([value for value in operation.input if value in model.encoding.values])[0]


def _numbers(model: StepModel, operation: Operation, bits: int = -1) -> Outcome | None:
    """Takes each code unit at which no well-formed byte sequence begins as a value, and each value that the encoding lacks as a
    code unit, and keeps only `bits` of both. Drops a code unit that the end of the input cuts off. None if a value has more
    bits than a code unit."""
    values, unit, order = model.encoding.values, model.encoding.code_unit, model.encoding.byte_order
    if isinstance(operation, Decode):
        whole = (part for part in parts(model, operation.input) if isinstance(part, tuple) or len(part) == unit)
        numbers = (part if isinstance(part, tuple) else (int.from_bytes(part, order) & bits,) for part in whole)
        return Decoded(tuple(chain.from_iterable(numbers)))
    written = bytearray()
    for value in operation.input:
        if value in values:
            written += model.write(value, model.initial)[0]
        elif value & bits < 1 << 8 * unit:
            written += (value & bits).to_bytes(unit, order)
        else:
            return None
    return Encoded(bytes(written))


def _low_bits(model: StepModel, operation: Operation) -> Outcome | None:
    """Like `_numbers`, but keeps only as many bits as the largest value of the encoding has. None without a largest value."""
    last = model.encoding.values.last
    return _numbers(model, operation, (1 << last.bit_length()) - 1) if isinstance(last, int) else None


def _through_pairs(model: StepModel, operation: Operation) -> Outcome | None:
    """Takes each code unit of 32 bits as a value, or as two surrogates if it has more than 16 bits, calculated as for a value
    that has surrogates (The Unicode Standard, table 3-5), and then joins each two surrogates that make a pair. None for any
    other operation, and if the input ends inside a code unit."""
    encoding = model.encoding
    if isinstance(operation, Encode) or encoding.code_unit != 4 or len(operation.input) % 4:
        return None
    units = bytearray()
    for (number,) in iter_unpack(f"{'<' if encoding.byte_order == 'little' else '>'}I", operation.input):
        units += pack(">H", number) if number < 0x10000 else pack(">HH", *_halves(number))
    return Decoded(tuple(map(ord, units.decode("utf-16-be", "surrogatepass"))))  # joins pairs


def _halves(number: int) -> tuple[int, int]:
    """Returns the high and the low surrogate of a number. Drops the bits for which a pair has no room."""
    return (0xD800 + (number - 0x10000 >> 10)) % 0x10000, 0xDC00 + number % 0x400


_RULES: Mapping[str, Callable[[StepModel, Operation], Outcome | None]] = {
    "ok, skips what is ill-formed": _skipped,
    "ok, each code unit that is ill-formed is its number": _numbers,
    "ok, each code unit that is ill-formed is its low bits": _low_bits,
    "ok, as if through surrogate pairs without a check": _through_pairs,
}
"""The rules by their names in manifests."""

_LONGER = "ok, the expected bytes and others after them"
"""The rule of an encoder that writes memory after its text, so that the bytes differ from run to run."""

FORMS = (
    "ok with bytes or values, reject, reject OFFSET, unsupported, or crash:, time-out: or malformed: with its message; "
    f"{IN_FILE}; or " + " or ".join(f'"{rule}"' for rule in (*_RULES, _LONGER))
)
"""The outcomes that a manifest may state, for messages."""
