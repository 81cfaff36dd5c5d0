"""An operation with the outcomes that the specification permits."""

from __future__ import annotations

from dataclasses import dataclass

from encoding_conformance.core.identity import EDGE_CASE, Id
from encoding_conformance.core.location import NOWHERE, Location
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection, Result

REASONS = (
    "truncated",
    "overlong",
    "bad-lead",
    "bad-trail",
    "too-long",
    "out-of-range",
    "surrogate",
    "bad-length",
    "bad-padding",
    "parity",
    "unassigned",
)
"""All reasons why an input can be ill-formed; `vectors/README.md` explains them."""

PermittedEncoded = Encoded | Rejection
PermittedDecoded = Decoded | Rejection
Permitted = Result | Rejection


@dataclass(frozen=True)
class Witness:
    """A source that confirms an expected value. `kind` is specification, third-party or derivation. If a vector permits
    several outcomes, `confirms` has the indexes of those that this witness confirms."""

    kind: str
    text: str
    confirms: tuple[int, ...] = ()


@dataclass(frozen=True)
class Vector:
    """An operation with its permitted outcomes; more than one means that the specification is silent.

    In a permitted Rejection, `offset` is None if the specification does not determine it, and `text` is one of REASONS or
    empty.
    """

    id: Id
    operation: Operation
    permitted: tuple[Permitted, ...]
    requirements: tuple[str, ...]
    witnesses: tuple[Witness, ...]
    note: str = ""
    location: Location = NOWHERE

    @property
    def is_edge_case(self) -> bool:
        """Whether the vector was derived from the encoding's tables, and not written by hand."""
        return self.id.kind == EDGE_CASE
