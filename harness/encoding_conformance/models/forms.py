"""Lists all forms that tables can have. A new form needs a module and a line here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.models.continuation import Continuation, ContinuationExplainer, ContinuationModel
from encoding_conformance.models.counted import Counted, CountedExplainer, CountedModel
from encoding_conformance.models.differences import Differences, DifferencesExplainer, DifferencesModel
from encoding_conformance.models.explainer import Explainer
from encoding_conformance.models.layout import Layout, LayoutExplainer, LayoutModel
from encoding_conformance.models.model import Data, Form, Model, Problem
from encoding_conformance.models.table import Table, TableExplainer, TableModel
from encoding_conformance.models.udigits import Udigits, UdigitsExplainer, UdigitsModel

FORMS: tuple[type[Form], ...] = (Counted, Table, Differences, Udigits, Layout, Continuation)
"""The forms in the order in which they are tried. A form comes before the forms whose tables it uses."""


def form_in(definition: Data) -> type[Form] | None:
    """Returns the form of the tables that a definition states; None if it states no tables."""
    return next((form for form in FORMS if form.key in definition), None)


def stated(definition: Data, others: Mapping[str, Encoding]) -> Form | None:
    """Returns the tables that a definition states; None if it states none. `others` are the encodings that it may refer
    to, by id."""
    form = form_in(definition)
    return form.of(definition, others) if form else None


def problems(definition: Data, in_steps: Collection[str]) -> Iterator[Problem]:
    """Yields what is wrong with the tables of a definition. `in_steps` are the ids of the encodings that they may refer
    to."""
    if form := form_in(definition):
        yield from form.problems(definition, in_steps)
        for other in FORMS:
            if other is not form and other.key in definition and other.key not in form.uses:
                yield Problem(f"{other.key}: {form.key} says what the bytes are; take one of them out", (other.key,))


def made_of(definition: Data) -> tuple[str, ...]:
    """Returns the ids of the encodings that the tables of a definition refer to."""
    form = form_in(definition)
    return form.made_of(definition) if form else ()


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
