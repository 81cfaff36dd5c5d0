"""Explains what is wrong with a whole text that begins with the number of its items."""

from __future__ import annotations

from encoding_conformance.models.explaining.explainer import Explainer, Told, counted, number
from encoding_conformance.models.model import Walked

_LAST_COUNT = 10**15
"""The last count that is shown in decimal."""


class CountedExplainer(Explainer):
    """Explains the steps of a model that are neither the count nor an item."""

    def fault(self, step: Walked) -> Told:
        if step.reason == "truncated":
            return Told((), ("Even the empty text begins with the number of its items.",))
        announced = f"{step.before} in decimal" if step.before <= _LAST_COUNT else number(step.before)
        return Told((), (f"The count is {announced}, and the number of items after it is {step.after}.",))

    def brief(self, step: Walked) -> str:
        if step.reason == "truncated":
            return "the number of items is missing"
        announced = counted(step.before, "item") if step.before <= _LAST_COUNT else "more items than any input has"
        return f"the count announces {announced}, but the text has {step.after}"
