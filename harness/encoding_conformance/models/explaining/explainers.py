"""Finds the explainer of a model. A new form of tables needs a line here."""

from __future__ import annotations

from functools import cache

from encoding_conformance.models.continuation import ContinuationModel
from encoding_conformance.models.counted import CountedModel
from encoding_conformance.models.differences import DifferencesModel
from encoding_conformance.models.explaining.continuation import ContinuationExplainer
from encoding_conformance.models.explaining.counted import CountedExplainer
from encoding_conformance.models.explaining.differences import DifferencesExplainer
from encoding_conformance.models.explaining.explainer import Explainer
from encoding_conformance.models.explaining.layout import LayoutExplainer
from encoding_conformance.models.explaining.table import TableExplainer
from encoding_conformance.models.explaining.udigits import UdigitsExplainer
from encoding_conformance.models.layout import LayoutModel
from encoding_conformance.models.model import Model
from encoding_conformance.models.table import TableModel
from encoding_conformance.models.udigits import UdigitsModel


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
