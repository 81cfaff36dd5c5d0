"""The reasons why an input can be ill-formed, in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Words(NamedTuple):
    """A reason in words: what an input has that is ill-formed for it, and what is wrong at the place of the fault.
    `value` is what a value has that cannot be encoded; it is empty if values are never rejected for this reason."""

    input: str
    fault: str
    value: str = ""


WORDS: Mapping[str, Words] = {
    "truncated": Words("input that ends inside a value", "the input ends inside a value"),
    "overlong": Words("a longer form than needed", "there is a shorter form of this value"),
    "bad-lead": Words("a byte that cannot begin a value", "no value begins like this"),
    "bad-trail": Words("a byte that cannot continue a value", "the last of these bytes cannot stand here"),
    "too-long": Words("a value of too many bytes", "no value of the encoding has so many bytes"),
    "out-of-range": Words("a value beyond the largest", "the encoding does not reach this value", "a value beyond the largest"),
    "surrogate": Words("a surrogate", "a surrogate is not a value of the encoding", "a surrogate"),
    "bad-length": Words("a wrong length", "a length contradicts what it measures"),
    "bad-padding": Words("padding that is not zero", "bits that must be zero are not"),
    "parity": Words("a byte of the wrong parity", "the parity bit is wrong"),
    "unassigned": Words("a byte that stands for no value", "the table does not have this", "a value that the encoding lacks"),
}
"""The words for each of REASONS."""
