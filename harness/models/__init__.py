"""The specifications' tables, executed: what each says of any input, for the `layout` check and the edge cases.

A model is an oracle beside the reference codecs, written apart from them: it knows no encoding by name, only the
forms that tables have. An encoding whose specification gives no such table has no model.
"""

from collections.abc import Sequence

from harness.core.encoding import Encoding
from harness.core.operation import Encode, Operation
from harness.core.outcome import Encoded
from harness.core.vector import Permitted
from harness.models.form import model_of

__all__ = ["bytes_of", "model_of", "permitted"]


def permitted(encoding: Encoding, operation: Operation) -> tuple[Permitted, ...]:
    """What the tables of an encoding permit for an operation, however its input is cut."""
    model = model_of(encoding)
    return model.encode(operation.input) if isinstance(operation, Encode) else model.decode(operation.input)


def bytes_of(encoding: Encoding, values: Sequence[int]) -> bytes:
    """The bytes of values by the tables of an encoding; none where it has not all of these values."""
    outcome = model_of(encoding).encode(values)[0]
    return outcome.value if isinstance(outcome, Encoded) else b""
