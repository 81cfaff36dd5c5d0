"""The specifications' tables, executed: what each says of any input, for the `layout` check and the edge cases.

A model is an oracle beside the reference codecs, written apart from them: it knows no encoding by name, only the
forms that tables have. An encoding whose specification gives no such table has no model.
"""

from functools import cache

from harness.core.encoding import Encoding
from harness.models.continuation import ContinuationModel
from harness.models.counted import CountedModel
from harness.models.differences import DifferencesModel
from harness.models.layout import LayoutModel
from harness.models.model import Model
from harness.models.table import TableModel
from harness.models.udigits import UdigitsModel

FORMS = {
    "table": TableModel,
    "differences": DifferencesModel,
    "udigits": UdigitsModel,
    "layout": LayoutModel,
    "continuation": ContinuationModel,
}
"""Table forms by their key in `encodings.yaml`. Where an encoding states two, the first here uses the other."""


@cache
def model_of(encoding: Encoding) -> Model | None:
    """The model of an encoding, or None where it states no table."""
    if "counted" in encoding.tables:
        parts = encoding.tables["counted"]
        return CountedModel(model_of(parts["count"]), model_of(parts["item"]))
    for form, model in FORMS.items():
        if form in encoding.tables:
            return model(encoding)
    return None
