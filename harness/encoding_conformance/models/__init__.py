"""Executes the tables of specifications: returns the outcomes that they permit for any input.

Checks and edge cases use it. A model is an oracle that was written independently of the reference codecs.
It knows no encoding by name, only the forms of tables.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.operation import Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded
from encoding_conformance.core.ranges import SURROGATES
from encoding_conformance.core.vector import Case, Permitted
from encoding_conformance.models.model import goes_in_steps, model_of

__all__ = ["bytes_of", "case_of", "goes_alone", "joined", "model_of", "permitted"]


def permitted(encoding: Encoding, operation: Operation) -> tuple[Permitted, ...]:
    """Returns the outcomes that the tables of an encoding permit for an operation. The cuts of the input make no
    difference."""
    model = model_of(encoding)
    return model.encode(operation.input) if isinstance(operation, Encode) else model.decode(operation.input)


def case_of(encoding: Encoding, operation: Operation) -> Case:
    """Returns an operation with the outcomes that the tables of an encoding permit: any answer if bytes stand for two adjacent
    values that strings need not be able to hold side by side. Decoders may keep these apart, or join them."""
    outcomes = permitted(encoding, operation)
    return Case(operation, () if _holds_a_pair(encoding, outcomes[0]) else outcomes)


def _holds_a_pair(encoding: Encoding, outcome: Permitted) -> bool:
    if "unsupported" not in encoding.optional.outcomes or not isinstance(outcome, Decoded):
        return False
    optional = [value in encoding.optional.values for value in outcome.value]
    return any(a and b for a, b in pairwise(optional))


def bytes_of(encoding: Encoding, values: Sequence[int]) -> bytes:
    """Returns the bytes that the tables of an encoding give for values; empty if the encoding lacks one of them."""
    outcome = model_of(encoding).encode(values)[0]
    return outcome.value if isinstance(outcome, Encoded) else b""


def joined(encoding: Encoding, values: Sequence[int]) -> tuple[int, ...]:
    """Returns the values that the bytes of these values decode to: others if the tables join some. All must be encodable."""
    return model_of(encoding).joined(values)


def goes_alone(encoding: Encoding) -> bool:
    """Returns whether the bytes of a value do not depend on the values around it, unless the tables join some of them."""
    return encoding.claims("stateless") or (goes_in_steps(encoding) and model_of(encoding).initial is None)


POWERS = (64, 71, 72, 128, 256, 600)
"""The sizes of number types in bits. In encodings of unbounded values, these powers of two are boundaries."""


@lru_cache(ENCODINGS_KEPT)
def boundaries(encoding: Encoding) -> tuple[int, ...]:
    """Returns the values next to the boundaries of an encoding, on both sides and in ascending order. Leaves out values that an
    implementation may refuse."""
    edges = set(encoding.values.edges()) | set(encoding.optional.values.edges())
    if encoding.kind == "code points":
        edges |= set(SURROGATES.edges())
    for length in encoding.lengths:
        edges |= set(length.values.edges())
    edges |= model_of(encoding).edges()
    if encoding.values.last > 1 << max(POWERS):
        edges |= {1 << power for power in (*range(7, 75, 7), *range(4, 140, 4), *POWERS)}
    allowed = encoding.values.difference(encoding.optional.values)
    near = {edge + step for edge in edges for step in (-1, 0, 1)}
    return tuple(sorted(value for value in near if value >= 0 and value in allowed))
