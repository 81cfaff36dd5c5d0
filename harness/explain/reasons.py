"""Says in a sentence why an input is ill-formed."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "truncated": "The input ends inside a value.",
    "overlong": "There is a shorter form of this value.",
    "bad-lead": "No value begins so.",
    "bad-trail": "This byte cannot stand at this place in a value.",
    "out-of-range": "The encoding does not have this value.",
    "surrogate": "A surrogate is not a value of the encoding.",
    "bad-length": "A length contradicts what it measures.",
    "bad-padding": "Bits that must be zero are not.",
    "parity": "The parity bit is wrong.",
    "unassigned": "The table does not have this byte or character.",
}
"""A sentence for each of REASONS."""
