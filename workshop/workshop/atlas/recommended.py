"""Finds out which implementations replace as Unicode recommends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.core.identity import Id
from encoding_conformance.core.limits import AS_UNICODE_RECOMMENDS
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import Status
from encoding_conformance.report.reading import RecordedVerdict
from workshop.atlas.overview import Offer


def as_recommended(
    lines: Iterable[RecordedVerdict], own: Mapping[str, Implementation], vectors: Mapping[Id, Vector]
) -> set[Offer]:
    """Returns the implementations and encodings in which the manifest declares that decode replaces as Unicode recommends, and
    in which the test vectors of ill-formed bytes, of which there are some, all passed."""
    declared = {
        (name, encoding)
        for name, implementation in own.items()
        for encoding, support in implementation.encodings.items()
        if support.limits.replacing.decode == AS_UNICODE_RECOMMENDS
    }
    seen = [
        line
        for line in lines
        if (line.implementation, line.encoding) in declared and line.id in vectors and _is_replaced(vectors[line.id])
    ]
    passed = {(line.implementation, line.encoding) for line in seen if line.verdict == Status.PASS}
    return passed - {(line.implementation, line.encoding) for line in seen if line.verdict != Status.PASS}


def _is_replaced(vector: Vector) -> bool:
    return isinstance(vector.operation, Decode) and isinstance(vector.permitted[0], Rejection)
