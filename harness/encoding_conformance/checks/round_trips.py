"""Laws that compare with the specification's tables, and round trips: decode undoes encode, and encode undoes decode."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from encoding_conformance.checks.law import Refused, Steps, Violation, encoded, law, must_give, taken
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection, Result, Unsupported
from encoding_conformance.core.vector import Permitted, PermittedDecoded
from encoding_conformance.models import model_of


@lru_cache(maxsize=1 << 16)
def table_gives(encoding: Encoding, data: bytes) -> tuple[PermittedDecoded, ...]:
    """Returns what the tables of an encoding permit for decode(data). The results are kept, because a sweep and a law ask for the
    same bytes, once for each codec that is tested."""
    return model_of(encoding).decode(data)


def holds_a_pair(encoding: Encoding, data: bytes) -> bool:
    """Returns whether the values of these bytes contain a pair that strings need not be able to hold. A pair of
    surrogates may then be read as it was written, or joined."""
    if "unsupported" not in encoding.optional.outcomes:
        return False
    permitted = table_gives(encoding, data)[0]
    if not isinstance(permitted, Decoded):
        return False
    optional = [value in encoding.optional.values for value in permitted.value]
    return any(a and b for a, b in pairwise(optional))


@law("written-as-in-the-table")
def written_as_in_the_table(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """encode(values) is what the table gives, and decode gives the values back, some of which the table may have joined."""
    forth, model = Encode(encoding.id, values), model_of(encoding)
    permitted = model.encode(values)
    (outcome,) = yield [forth]
    _must_be_one_of(permitted, forth, outcome)
    if isinstance(permitted[0], Encoded):
        back = Decode(encoding.id, permitted[0].value)
        (outcome,) = yield [back]
        _must_be_one_of([Decoded(model.joined(values))], back, outcome)


@law("read-as-in-the-table")
def read_as_in_the_table(encoding: Encoding, data: bytes) -> Steps:
    """decode(data) is what the table gives."""
    operation = Decode(encoding.id, data)
    permitted = table_gives(encoding, data)
    if holds_a_pair(encoding, data):
        return
    (outcome,) = yield [operation]
    _must_be_one_of(permitted, operation, outcome)


def _must_be_one_of(permitted: Sequence[Permitted], operation: Operation, outcome: Outcome) -> None:
    if any(matches(expected, outcome) for expected in permitted):
        return
    if isinstance(outcome, Unsupported) or (isinstance(permitted[0], Result) and isinstance(outcome, Rejection)):
        raise Refused(operation, outcome, permitted)
    raise Violation(operation, outcome, "not what the specification's table gives", permitted)


@law("decode-undoes-encode")
def decode_undoes_encode(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """Decoding what encode gave gives the same values."""
    (data,) = yield from encoded(encoding, values)
    yield from must_give((Decode(encoding.id, data), Decoded(values), "decode does not undo encode"))


@law("encode-undoes-decode")
def encode_undoes_decode(encoding: Encoding, data: bytes) -> Steps:
    """Encoding what decode accepted gives the same bytes, unless the specification allows another form."""
    forth = Decode(encoding.id, data)
    (outcome,) = yield [forth]
    if not isinstance(outcome, Decoded) or holds_a_pair(encoding, data):
        return
    values = outcome.value
    if any(value not in encoding.values for value in values):
        raise Violation(forth, outcome, f"decoded to a value outside {encoding.kind}", [Rejection()])
    if encoding.takes_optional(values):
        return
    (canonical,) = yield from encoded(encoding, values)
    if canonical == data:
        return
    text = data.hex(" ").upper()
    if not any(
        (longer.match and re.search(longer.match, text)) or any(value in longer.values for value in values)
        for longer in encoding.noncanonical
    ):
        raise Violation(forth, outcome, "accepted a form that encode does not give", [Rejection()])
    yield from must_give((Decode(encoding.id, canonical), Decoded(values), "the canonical form has other values"))


@law("canonical-denied")
def canonical_denied(encoding: Encoding, _: None) -> Steps:
    """A witness shows that a value has more than one form."""
    data = encoding.properties["canonical"].witness_bytes["bytes"]
    forth = Decode(encoding.id, data)
    (outcome,) = yield [forth]
    values = taken(forth, outcome)
    (canonical,) = yield from encoded(encoding, values)
    if canonical == data:
        raise Violation(Encode(encoding.id, values), Encoded(data), "the bytes that no encoder gives")
