"""The interface of the forms that tables have. A form reads tables from a definition, and makes the model that executes
them.

A definition in `encodings.yaml` states its tables under the key of their form. Each form is a module of this package,
with a `Form` that reads what a definition states and a `Model` that executes it. `forms.py` lists all forms.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self

from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding, Length, Tables
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models.model import Model, StepModel

Data = Mapping[str, Any]
"""The definition of an encoding, as plain data from its file that conforms to the JSON Schema."""


class Problem(NamedTuple):
    """What is wrong with a definition, and the keys and indexes that lead to the part that is wrong."""

    message: str
    place: tuple[str | int, ...]


@dataclass(frozen=True)
class Implied:
    """What the tables imply about an encoding, so that its definition need not state it. None means that they do not
    imply it."""

    values: RangeSet | None = None
    absent_bytes: RangeSet | None = None
    lengths: tuple[Length, ...] = ()


class Form(Tables, ABC):
    """The tables of a definition in one form."""

    key: ClassVar[str]
    """The key of the definition that has the tables."""

    uses: ClassVar[tuple[str, ...]] = ()
    """The keys of other tables that this form needs as well."""

    in_steps: ClassVar[bool] = True
    """Whether the model processes an input value by value. Only such encodings can be parts of others or agree with
    others."""

    @classmethod
    @abstractmethod
    def of(cls, definition: Data, others: Mapping[str, Encoding]) -> Self:
        """Returns the tables of a definition, which must have no problems. `others` are the encodings that it may refer
        to, by id."""

    @classmethod
    def problems(cls, definition: Data, in_steps: Collection[str]) -> Iterator[Problem]:
        """Yields what is wrong with the tables although the definition conforms to the schema. `in_steps` are the ids of
        the encodings that the tables may refer to."""
        yield from ()

    @classmethod
    def made_of(cls, definition: Data) -> tuple[str, ...]:
        """Returns the ids of the encodings that the tables refer to."""
        return ()

    def implied(self) -> Implied:
        """Returns what the tables imply, so that the definition need not state it."""
        return Implied()

    @abstractmethod
    def model(self, encoding: Encoding) -> Model:
        """Returns a model that executes the tables. `encoding` is the encoding that states them."""


@lru_cache(ENCODINGS_KEPT)
def model_of(encoding: Encoding) -> Model:
    """Returns the model of an encoding. Raises LookupError if the encoding has no tables."""
    if not isinstance(encoding.tables, Form):
        raise LookupError(f"{encoding.id} states no table")
    return encoding.tables.model(encoding)


def step_model_of(encoding: Encoding) -> StepModel:
    """Returns the model of an encoding whose model works value by value. Raises LookupError if the encoding has no such
    model."""
    model = model_of(encoding)
    if not isinstance(model, StepModel):
        raise LookupError(f"{encoding.id} does not go value by value")
    return model


def goes_in_steps(encoding: Encoding) -> bool:
    """Returns whether an encoding has a model that works value by value."""
    return isinstance(encoding.tables, Form) and encoding.tables.in_steps
