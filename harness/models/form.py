"""What the forms of tables share: a form is read from a definition, and makes the model that executes it.

A definition in `encodings.yaml` states its tables under a key of their own. Each form is one module of this package: its
`Form` says what a definition states, and its `Model` what follows from that. `forms.py` lists all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self

from harness.core.encoding import Encoding, Length, Tables
from harness.core.ranges import RangeSet
from harness.models.model import Model, StepModel

Data = Mapping[str, Any]
"""The definition of an encoding as its file has it: plain data that holds by the JSON Schema."""


class Problem(NamedTuple):
    """A message, and the part of a definition that it is on."""

    message: str
    place: tuple[str | int, ...]


@dataclass(frozen=True)
class Implied:
    """What tables say of an encoding, so that its definition need not. None is what they do not say."""

    values: RangeSet | None = None
    absent_bytes: RangeSet | None = None
    lengths: tuple[Length, ...] = ()


class Form(Tables, ABC):
    """The tables of a definition, in one form."""

    key: ClassVar[str]
    """The key that a definition states them under."""

    uses: ClassVar[tuple[str, ...]] = ()
    """Keys of other tables that belong to these."""

    in_steps: ClassVar[bool] = True
    """Does its model go value by value? Other encodings are made of such ones, and agree with them."""

    @classmethod
    @abstractmethod
    def of(cls, definition: Data, others: Mapping[str, Encoding]) -> Self:
        """The tables of a definition that has no problems; `others` are the encodings that it may name."""

    @classmethod
    def problems(cls, definition: Data, in_steps: Collection[str]) -> Iterator[Problem]:
        """What is wrong with the tables although the schema holds; `in_steps` are the encodings that they may be made of."""
        yield from ()

    @classmethod
    def made_of(cls, definition: Data) -> tuple[str, ...]:
        """The ids of the encodings that the tables are made of."""
        return ()

    def implied(self) -> Implied:
        """What the tables say that the definition need not say again."""
        return Implied()

    @abstractmethod
    def model(self, encoding: Encoding) -> Model:
        """What executes the tables for an encoding that states them."""


@cache
def model_of(encoding: Encoding) -> Model:
    """The model of an encoding. Raises LookupError where it states no table."""
    if not isinstance(encoding.tables, Form):
        raise LookupError(f"{encoding.id} states no table")
    return encoding.tables.model(encoding)


def step_model_of(encoding: Encoding) -> StepModel:
    """The model of an encoding that goes value by value. Raises LookupError where it has none."""
    model = model_of(encoding)
    if not isinstance(model, StepModel):
        raise LookupError(f"{encoding.id} does not go value by value")
    return model


def goes_in_steps(encoding: Encoding) -> bool:
    """Does an encoding state a table whose model goes value by value?"""
    return isinstance(encoding.tables, Form) and encoding.tables.in_steps
