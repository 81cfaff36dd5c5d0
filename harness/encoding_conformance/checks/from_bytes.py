"""Judges one input of a fuzzer or a corpus: runs all cases of checks that can be made from its bytes."""

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple
from zlib import crc32

from encoding_conformance.checks.catalogue import CHECKS, LAYOUT, LEAKS
from encoding_conformance.checks.check import Groups, both_ways
from encoding_conformance.checks.inputs import Inputs
from encoding_conformance.checks.judging import Blamed, Perform, Search
from encoding_conformance.checks.special_values import admits
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import CHUNKS, Decode
from encoding_conformance.core.outcome import Decoded, NotRun
from encoding_conformance.models import case_of, permitted


class CheckFailure(NamedTuple):
    """The check that an input breaks, and the case to blame."""

    check: str
    blamed: Blamed


def failure_at(
    encoding: Encoding, limits: Limits, perform: Perform, features: Collection[str], data: bytes
) -> CheckFailure | NotRun | None:
    """Returns the first failure on the cases that are made from an input, beginning with its decoding. Returns None if every
    check holds, and NotRun if an operation did not run."""
    inputs = inputs_from(encoding, limits, data)
    for check in _CHECKS:
        if check.feature and check.feature not in features:
            continue
        search = Search(check, encoding, limits, perform)
        if blamed := search.first(check.around(inputs)):
            return CheckFailure(check.name, blamed)
        if search.not_asked:
            return search.not_asked
    return None


def _as_given(inputs: Inputs) -> Groups:
    for data in inputs.octets:
        yield (case_of(inputs.encoding, Decode(inputs.encoding.id, data)),)
    for values in inputs.texts:
        yield from both_ways(inputs.encoding, values)


AS_GIVEN = replace(CHECKS[LAYOUT], around=_as_given)
"""The check that the outcomes for the input itself are those of the tables."""

_CHECKS = (AS_GIVEN, CHECKS[CHUNKS], CHECKS["empty-pieces"], CHECKS[LEAKS])
"""The checks whose cases are about the input, the simplest first. Others change it, as a fuzzer does, or add to it."""


def inputs_from(encoding: Encoding, limits: Limits, data: bytes) -> Inputs:
    """Returns the bytes as an input, and two parts of their values if they are well-formed."""
    first = permitted(encoding, Decode(encoding.id, data))[0]
    if not isinstance(first, Decoded) or not admits(encoding, limits, first.value):
        return Inputs(encoding, limits, [], [data])
    index = crc32(data) % (len(first.value) + 1)
    return Inputs(encoding, limits, [first.value[:index], first.value[index:]], [data])
