"""The specifications' tables, executed: what each says of any input, for the `layout` check and the edge cases.

A model is an oracle beside the reference codecs, written apart from them: it knows no encoding by name, only the
forms that tables have. An encoding whose specification gives no such table has no model.
"""

from collections.abc import Sequence
from functools import cache

from harness.core.encoding import Encoding
from harness.core.operation import Encode, Operation
from harness.core.outcome import Encoded
from harness.core.vector import Permitted
from harness.models.continuation import ContinuationModel
from harness.models.counted import CountedModel
from harness.models.differences import DifferencesModel
from harness.models.layout import LayoutModel
from harness.models.model import StepModel
from harness.models.table import TableModel
from harness.models.udigits import UdigitsModel

FORMS: dict[str, type[StepModel]] = {
    "table": TableModel,
    "differences": DifferencesModel,
    "udigits": UdigitsModel,
    "layout": LayoutModel,
    "continuation": ContinuationModel,
}
"""Table forms by their key in `encodings.yaml`. Where an encoding states two, the first here uses the other."""


@cache
def model_of(encoding: Encoding) -> StepModel | CountedModel:
    """The model of an encoding. Raises LookupError where it states no table."""
    if "counted" in encoding.tables:
        parts = encoding.tables["counted"]
        return CountedModel(_step_model(parts["count"]), _step_model(parts["item"]))
    return _step_model(encoding)


@cache
def _step_model(encoding: Encoding) -> StepModel:
    for form, model in FORMS.items():
        if form in encoding.tables:
            return model(encoding)
    raise LookupError(f"{encoding.id} states no table")


def permitted(encoding: Encoding, operation: Operation) -> tuple[Permitted, ...]:
    """What the tables of an encoding permit for an operation, however its input is cut."""
    model = model_of(encoding)
    return model.encode(operation.input) if isinstance(operation, Encode) else model.decode(operation.input)


def bytes_of(encoding: Encoding, values: Sequence[int]) -> bytes:
    """The bytes of values by the tables of an encoding; none where it has not all of these values."""
    outcome = model_of(encoding).encode(values)[0]
    return outcome.value if isinstance(outcome, Encoded) else b""
