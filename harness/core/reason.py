"""The reasons why an input can be ill-formed, in words for people."""

from __future__ import annotations

from collections.abc import Mapping

ILL_FORMED_BYTES: Mapping[str, str] = {
    "truncated": "input that ends inside a value",
    "overlong": "a longer form than needed",
    "bad-lead": "a byte that cannot begin a value",
    "bad-trail": "a byte that cannot continue a value",
    "out-of-range": "a value beyond the largest",
    "surrogate": "a surrogate",
    "bad-length": "a wrong length",
    "bad-padding": "padding that is not zero",
    "parity": "a byte of the wrong parity",
    "unassigned": "a byte that stands for no value",
}
"""What ill-formed bytes have, by the reason."""

UNENCODABLE: Mapping[str, str] = {
    "out-of-range": "a value beyond the largest",
    "surrogate": "a surrogate",
    "unassigned": "a value that the encoding lacks",
}
"""What values have that cannot be encoded, by the reason."""
