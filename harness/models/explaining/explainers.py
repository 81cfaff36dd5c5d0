"""Finds the explainer of a model. A new form of tables needs a line here."""

from __future__ import annotations

from functools import cache

from harness.models.continuation import ContinuationModel
from harness.models.counted import CountedModel
from harness.models.differences import DifferencesModel
from harness.models.explaining.continuation import ContinuationExplainer
from harness.models.explaining.counted import CountedExplainer
from harness.models.explaining.differences import DifferencesExplainer
from harness.models.explaining.explainer import Explainer
from harness.models.explaining.layout import LayoutExplainer
from harness.models.explaining.table import TableExplainer
from harness.models.explaining.udigits import UdigitsExplainer
from harness.models.layout import LayoutModel
from harness.models.model import Model
from harness.models.table import TableModel
from harness.models.udigits import UdigitsModel


@cache
def explainer_of(model: Model) -> Explainer:
    """Returns the explainer of a model. That of an unknown form tells only lead bytes from trail bytes."""
    match model:
        case UdigitsModel():
            return UdigitsExplainer(model)
        case LayoutModel():
            return LayoutExplainer(model)
        case DifferencesModel():
            return DifferencesExplainer(model)
        case ContinuationModel():
            return ContinuationExplainer(model)
        case TableModel():
            return TableExplainer()
        case CountedModel():
            return CountedExplainer()
    return Explainer()
