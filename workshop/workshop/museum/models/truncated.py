"""Decoders that return values for a truncated end of the input, or drop it."""

from __future__ import annotations

from collections.abc import Callable

from reference_codecs import CODECS, Rejection
from reference_codecs.bocu_1 import INITIAL_PREV
from reference_codecs.incremental import decode_values
from workshop.museum.tools import HIGH, Given, Whole, decoding, excusing, is_lead, one_each, stepping, subpart_end
from workshop.museum.units import MISSING, by_pairs, without_rest


def zero_for_cut(data: bytes) -> list[int]:
    """The length is part of the condition of each branch. A cut sequence takes no branch, and the character stays 0."""

    def recover(fault: Rejection) -> tuple[list[int], int]:
        if fault.reason != "truncated":
            raise fault
        return [0], len(data)

    values, _, _ = decode_values(CODECS["bocu-1"], data, INITIAL_PREV, True, recover)
    return values


def of_three_or_four(data: bytes, fault: Rejection) -> Given:
    """The check of the bound is missing on the path for three and four bytes."""
    return ([0], len(data)) if fault.reason == "truncated" and len(data) - fault.start in (3, 4) else None


def cut(data: bytes, fault: Rejection) -> Given:
    """At the end, the machine is only compared with its state of failure, and an unfinished character is in another state."""
    is_begun = is_lead(data[fault.start]) and subpart_end(data, fault.start) == len(data)
    return ([], len(data)) if fault.reason == "truncated" and is_begun else None


def cut_lead_is_a_value(data: bytes, fault: Rejection) -> Given:
    """A lead byte at the very end of the input decodes to its own number."""
    return ([data[fault.start]], fault.end) if fault.reason == "truncated" and fault.end - fault.start == 1 else None


MODELS: dict[str, Callable[[], Whole]] = {
    "fmptools-25fedb5": lambda: decoding("bocu-1", zero_for_cut),
    "protobufjs-2321": lambda: excusing("kim-count", of_three_or_four),
    "lemire-29": lambda: excusing("utf-8", cut),
    "vlang-27630-cut": lambda: excusing("utf-8", cut_lead_is_a_value),
    "jsruntimehost-235": lambda: stepping("utf-16-be", without_rest(2), one_each("utf-16-be")),
    # A high surrogate is only remembered, and not checked at the end.
    "boost-locale-50": by_pairs("utf-16-le", lambda first, second: ([], 1) if first in HIGH and second == MISSING else None),
    # The loop reads a byte beyond an odd end, so that the last unit is NaN, which becomes U+0000.
    "feross-buffer-251": lambda: stepping("utf-16-le", lambda data, at: ([0], len(data)) if at + 1 == len(data) else None),
    "iconv-lite-411": lambda: stepping("utf-32-be", without_rest(4), one_each("utf-32-be")),
}
