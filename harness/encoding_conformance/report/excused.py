"""Counts what manifests excuse: known deviations, and what lies beyond the limits that they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from encoding_conformance.core.notation import format_number
from encoding_conformance.core.verdict import DEVIATION
from encoding_conformance.report.summary import Summary

Largest = Mapping[tuple[str, str], int]
"""The largest values that manifests declare, by implementation and encoding."""

_MUCH = 0.1
"""The share of the verdicts of an encoding above which known deviations need a reason to excuse so many."""

_SHOWN = 3
"""The most encodings of an implementation that are named in one line. The others are counted."""


def beyond(count: int, units: Iterable[tuple[str, str]], largest: Largest) -> str:
    """How many verdicts lie beyond the limits of these implementations and encodings, such as `412 beyond 7FFFFFFF`. Empty if
    there are none."""
    limits = sorted({largest[unit] for unit in units if unit in largest})
    named = " or ".join(map(format_number, limits)) or "a declared limit"
    return f"{count:,} beyond {named}" if count else ""


def share(part: int, whole: int) -> str:
    """A number and the share that it is of another, such as `12 (3%)`; empty if it is zero."""
    percent = 100 * part / whole if whole else 0
    return f"{part:,} ({f'{percent:.0f}' if percent >= 1 else '<1'}%)" if part else ""


def much_excused(summary: Summary, because: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Yields a line for each implementation and reason to excuse more than a tenth of the verdicts on an encoding by known
    deviations. `because` are the reasons that the manifests state."""
    alike: dict[tuple[str, str], list[str]] = {}
    for unit, counts in summary.by_unit.items():
        known = summary.grounds[*unit, DEVIATION]
        if known > _MUCH * counts.total():
            why = because.get(unit) or "the manifest does not say why; state it as `excused_because` of the encoding"
            alike.setdefault((unit[0], why), []).append(f"{unit[1]} ({100 * known / counts.total():.0f}%)")
    for (implementation, why), encodings in alike.items():
        more = f" and {len(encodings) - _SHOWN} more" if len(encodings) > _SHOWN else ""
        where = f"{', '.join(encodings[:_SHOWN])}{more}"
        yield f"{implementation}: known deviations excuse more than a tenth of {where}: {why}"
