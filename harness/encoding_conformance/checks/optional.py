"""Values that an implementation may refuse: it must either refuse them or treat them like any others."""

from __future__ import annotations

from encoding_conformance.checks.law import Check
from encoding_conformance.checks.layout import written_as_in_the_table
from encoding_conformance.checks.round_trip import decode_undoes_encode
from encoding_conformance.core.encoding import Encoding


def _has_optional_values(encoding: Encoding) -> str:
    return "" if encoding.optional.values else "optional values: none may be refused"


CHECKS = (
    Check(
        "optional-values",
        "A value that may be refused is refused as such, or encoded and decoded like any other.",
        (("optional", decode_undoes_encode), ("optional", written_as_in_the_table)),
        _has_optional_values,
    ),
)
