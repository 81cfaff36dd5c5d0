"""Cases, which are operations with the outcomes that the specification permits, and test vectors, which are cases with an id."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from encoding_conformance.core.identity import NOWHERE, Id, IdKind, Location
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection, Result


class Phrases(NamedTuple):
    """A reason in words: for an ill-formed input as a whole, and for its fault. `value` is for a value that cannot be encoded,
    and empty if values are never rejected for this reason."""

    input: str
    fault: str
    value: str = ""


WORDS: Mapping[str, Phrases] = {
    "truncated": Phrases("input that ends inside a value", "the input ends inside a value"),
    "overlong": Phrases("a longer form than needed", "there is a shorter form of this value"),
    "bad-lead": Phrases("a byte that cannot begin a value", "no value begins like this"),
    "bad-trail": Phrases("a byte that cannot continue a value", "the last of these bytes is not valid here"),
    "too-long": Phrases("a value of too many bytes", "no value of the encoding has this many bytes"),
    "out-of-range": Phrases("a value beyond the largest", "the encoding does not reach this value", "a value beyond the largest"),
    "surrogate": Phrases("a surrogate", "a surrogate is not a value of the encoding", "a surrogate"),
    "bad-length": Phrases("a wrong length", "a length contradicts what it measures"),
    "bad-padding": Phrases("padding that is not zero", "bits that must be zero are not"),
    "parity": Phrases("a byte of the wrong parity", "the parity bit is wrong"),
    "unassigned": Phrases("a byte that stands for no value", "the table does not have this", "a value that the encoding lacks"),
}
"""Each reason why an input can be ill-formed, in words; `vectors/README.md` explains them."""

PermittedEncoded = Encoded | Rejection
PermittedDecoded = Decoded | Rejection
Permitted = Result | Rejection


class Case(NamedTuple):
    """An operation with its permitted outcomes; more than one means that the specification is silent. If the list is empty,
    any answer passes. A permitted Rejection has no `offset` if the specification does not determine it, and its `text` is one
    of WORDS or empty."""

    operation: Operation
    permitted: tuple[Permitted, ...] = ()


@dataclass(frozen=True, slots=True)
class Witness:
    """A source that confirms an expected value. `kind` is specification, third-party or derivation. If a vector permits
    several outcomes, `confirms` has the indexes of the ones that this witness confirms."""

    kind: str
    text: str
    confirms: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Vector:
    """A case with an id, and the witnesses that confirm it."""

    id: Id
    operation: Operation
    permitted: tuple[Permitted, ...]
    requirements: tuple[str, ...]
    witnesses: tuple[Witness, ...]
    note: str = ""
    location: Location = NOWHERE

    @property
    def case(self) -> Case:
        """The operation with its permitted outcomes."""
        return Case(self.operation, self.permitted)

    @property
    def is_edge_case(self) -> bool:
        """Whether the vector was derived from the encoding's tables, and not written by hand."""
        return self.id.kind == IdKind.EDGE_CASE
