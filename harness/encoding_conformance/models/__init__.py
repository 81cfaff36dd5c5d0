"""Executes the tables of specifications: says which outcomes they permit for any input.

The `layout` check and the edge cases use it. A model is an oracle that was written independently of the reference codecs.
It does not know any encoding by name, but only the forms that tables have. An encoding whose specification has no such
table has no model.
"""

from collections.abc import Sequence

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Encode, Operation
from encoding_conformance.core.outcome import Encoded
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models.form import model_of

__all__ = ["bytes_of", "model_of", "permitted"]


def permitted(encoding: Encoding, operation: Operation) -> tuple[Permitted, ...]:
    """Returns the outcomes that the tables of an encoding permit for an operation. The pieces of an input make no
    difference. Raises LookupError if the encoding has no tables."""
    model = model_of(encoding)
    return model.encode(operation.input) if isinstance(operation, Encode) else model.decode(operation.input)


def bytes_of(encoding: Encoding, values: Sequence[int]) -> bytes:
    """Returns the bytes that the tables of an encoding give for values; empty if the encoding lacks one of them. Raises
    LookupError if the encoding has no tables."""
    outcome = model_of(encoding).encode(values)[0]
    return outcome.value if isinstance(outcome, Encoded) else b""
