"""All forms that tables have. A new form is a module more, and a line more here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from harness.core.encoding import Encoding
from harness.models.continuation import Continuation
from harness.models.counted import Counted
from harness.models.differences import Differences
from harness.models.form import Data, Form, Problem
from harness.models.layout import Layout
from harness.models.table import Table
from harness.models.udigits import Udigits

FORMS: tuple[type[Form], ...] = (Counted, Table, Differences, Udigits, Layout, Continuation)
"""A form stands before those whose tables it uses."""


def form_in(definition: Data) -> type[Form] | None:
    """The form of the tables that a definition states; None where it states none."""
    return next((form for form in FORMS if form.key in definition), None)


def stated(definition: Data, others: Mapping[str, Encoding]) -> Form | None:
    """The tables that a definition states; `others` are the encodings that it may name."""
    form = form_in(definition)
    return form.of(definition, others) if form else None


def problems(definition: Data, in_steps: Collection[str]) -> Iterator[Problem]:
    """What is wrong with the tables of a definition; `in_steps` are the encodings that they may be made of."""
    if form := form_in(definition):
        yield from form.problems(definition, in_steps)
        for other in FORMS:
            if other is not form and other.key in definition and other.key not in form.uses:
                yield Problem(f"{other.key}: {form.key} says what the bytes are; take one of them out", (other.key,))


def made_of(definition: Data) -> tuple[str, ...]:
    """The ids of the encodings that the tables of a definition are made of."""
    form = form_in(definition)
    return form.made_of(definition) if form else ()
