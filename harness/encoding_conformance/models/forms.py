"""Lists all forms that tables can have. A new form needs a module and a line here."""

from collections.abc import Collection, Iterator

from encoding_conformance.models.continuation import Continuation
from encoding_conformance.models.counted import Counted
from encoding_conformance.models.differences import Differences
from encoding_conformance.models.layout import Layout
from encoding_conformance.models.model import Data, Form, Problem
from encoding_conformance.models.table import Table
from encoding_conformance.models.udigits import Udigits

FORMS: tuple[type[Form], ...] = (Counted, Table, Differences, Udigits, Layout, Continuation)
"""The forms in the order in which they are tried. A form comes before the forms whose tables it uses."""


def form_of(definition: Data) -> type[Form]:
    """Returns the form of the tables that a definition states."""
    return next(form for form in FORMS if form.key in definition)


def problems(definition: Data, in_steps: Collection[str]) -> Iterator[Problem]:
    """Yields the errors in the tables of a definition, which may refer to the encodings `in_steps`."""
    form = form_of(definition)
    yield from form.problems(definition, in_steps)
    for other in FORMS:
        if other is not form and other.key in definition and other.key not in form.uses:
            yield Problem(f"{other.key}: {form.key} already defines the bytes; take one of them out", (other.key,))
