"""Predictions of results and offsets for ill-formed bytes, and for values that the encoding lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain

from encoding_conformance.causes.changed_texts import flat
from encoding_conformance.causes.part import InputPart, parts
from encoding_conformance.causes.prediction import FIRST_FAULT, Outcomes, Prediction, Text
from encoding_conformance.causes.trial import SUBSTITUTES, Trial
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per, Replacing, Substitute
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import bytes_of, permitted
from encoding_conformance.models.model import step_model_of
from encoding_conformance.models.replacement import can_be_replaced, instead
from encoding_conformance.models.replacement import parts as pieces


def of_faults(encoding: Encoding, trials: Sequence[Trial]) -> Iterator[Prediction]:
    """Yields predictions of results for input that must be rejected, and of the offsets that are reported for it. One is that the
    most common value in the wrong results of `trials` replaces what is ill-formed."""
    for made, outcomes in made_of_faults(encoding):
        yield Prediction(f"accepts what is ill-formed{made}", (Kind.DECODE,), outcomes)
    wrong = [trial.got.value for trial in trials if trial.effect and isinstance(trial.got, Decoded)]
    most = Counter(chain.from_iterable(map(set, wrong))).most_common(1)
    substitutes = {value: f"U+{value:04X}" for value, _ in most} | SUBSTITUTES
    for value, name in substitutes.items() if can_be_replaced(encoding) else ():
        for per in Per:
            words = f"replaces what is ill-formed by {name}, one for each {per.replace('-', ' ')}"
            yield _replacing(encoding, words, Replacing(decode=Substitute(value, per)))
    yield from _of_lacking_values(encoding)
    yield from _of_offsets(encoding)


def made_of_faults(encoding: Encoding) -> Iterator[tuple[str, Outcomes]]:
    """Yields what decode may do with ill-formed input that it accepts, in words, and the outcomes of that."""
    yield ", and ends there", partial(before_the_fault, encoding)
    for per in Per if can_be_replaced(encoding) else ():
        yield ", and skips it", partial(_accepted, encoding, per, lambda piece: ())
    if can_be_replaced(encoding):
        yield ", each byte as the value of its number", partial(_accepted, encoding, Per.BYTE, tuple)


def before_the_fault(encoding: Encoding, operation: Operation) -> Sequence[Permitted]:
    """Returns the outcome of decoding the input before a fault; none if there is no fault."""
    outcome = permitted(encoding, operation)[0]
    if not isinstance(operation, Decode) or not isinstance(outcome, Rejection) or outcome.offset is None:
        return ()
    before = permitted(encoding, Decode(encoding.id, operation.input[: outcome.offset]))[0]
    return (before,) if isinstance(before, Decoded) else ()


def _replacing(encoding: Encoding, words: str, replacing: Replacing) -> Prediction:
    kind = Kind.DECODE if replacing.decode else Kind.ENCODE
    return Prediction(words, (kind,), partial(_replaced, encoding, replacing), replacing=replacing)


def _replaced(encoding: Encoding, replacing: Replacing, operation: Operation) -> Sequence[Permitted]:
    strict = permitted(encoding, operation)
    outcomes = instead(encoding, operation, strict, replacing)
    return outcomes if outcomes != strict else ()


def _accepted(encoding: Encoding, per: Per, give: Callable[[bytes], Text], operation: Operation) -> Sequence[Permitted]:
    """Returns the values of an ill-formed input, with those that `give` returns for each ill-formed piece."""
    if not isinstance(operation, Decode) or not isinstance(permitted(encoding, operation)[0], Rejection):
        return ()
    piecewise = pieces(step_model_of(encoding), operation.input, per, accept_silent=False)
    return (Decoded(flat(give(piece) if isinstance(piece, bytes) else piece for piece in piecewise)),)


def _of_lacking_values(encoding: Encoding) -> Iterator[Prediction]:
    lacking, values = "a value that the encoding lacks", encoding.values

    def written(words: str, give: Callable[[Text], Text]) -> Prediction:
        return Prediction(f"{words} {lacking}", (Kind.ENCODE,), partial(_written, encoding, give))

    yield written("skips", lambda text: tuple(value for value in text if value in values))
    yield written("ends at", lambda text: text[: next(at for at, value in enumerate(text) if value not in values)])
    for sign, name in SUBSTITUTES.items():
        if sign in values:
            words = f"replaces {lacking} by {name}"
            yield _replacing(encoding, words, Replacing(encode=sign))


def _written(encoding: Encoding, give: Callable[[Text], Text], operation: Operation) -> Sequence[Permitted]:
    if not isinstance(operation, Encode) or all(value in encoding.values for value in operation.input):
        return ()
    return permitted(encoding, Encode(encoding.id, give(operation.input)))


def _of_offsets(encoding: Encoding) -> Iterator[Prediction]:
    """Yields predictions of the offset or index that an operation reports for a fault."""

    def reported(kind: Kind, words: str, offset_of: Callable[[InputPart, Operation], int]) -> Prediction:
        outcomes = partial(_reported, encoding, offset_of)
        return Prediction(f"reports {words}", (kind,), outcomes, requirement=FIRST_FAULT, of_rejections=True)

    def in_bytes(fault: InputPart, operation: Operation) -> int:
        return len(bytes_of(encoding, tuple(operation.input[: fault.start])))

    def in_units(fault: InputPart, operation: Operation) -> int:
        return sum(1 + (value > 0xFFFF) for value in operation.input[: fault.start])

    for kind, offset in ((Kind.DECODE, "offset"), (Kind.ENCODE, "index")):
        yield reported(kind, f"the {offset} 0", lambda fault, operation: 0)
        yield reported(kind, f"an {offset} that is one too large", lambda fault, operation: fault.start + 1)
        yield reported(kind, f"the end of the input as the {offset}", lambda fault, operation: fault.size)
    words = "the offset of the byte at fault, not of the beginning of its sequence"
    yield reported(Kind.DECODE, words, lambda fault, operation: fault.noticed)
    yield reported(Kind.DECODE, "the number of values before the fault as its offset", lambda fault, operation: fault.ordinal)
    yield reported(Kind.ENCODE, "the number of bytes before the fault as its index", in_bytes)
    yield reported(Kind.ENCODE, "the number of UTF-16 code units before the fault as its index", in_units)


def _reported(encoding: Encoding, offset_of: Callable[[InputPart, Operation], int], operation: Operation) -> Sequence[Permitted]:
    last = parts(encoding, operation)[-1:]
    return [Rejection(offset_of(fault, operation)) for fault in last if fault.reason]
