"""Tells what has changed since the versions that known deviations are of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from encoding_conformance.core.deviation import HOWS, How
from encoding_conformance.core.identity import Id
from encoding_conformance.core.verdict import Verdict
from encoding_conformance.runner.versions import Outdated

_SHOWN = 4
"""The number of ids that are shown of what has changed in one way. The others are counted."""


class Told(NamedTuple):
    """A line about an implementation. It `fails` if it is about what fails the run."""

    text: str
    fails: bool = False


class ChangedSince:
    """Collects what has changed since the versions that the deviations of the `outdated` implementations are of."""

    def __init__(self, outdated: Mapping[str, Outdated]):
        self._outdated = outdated
        self._ids: dict[str, dict[How, list[Id]]] = {name: {how: [] for how in HOWS} for name in outdated}

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        if changed := verdict.judgement.changed:
            self._ids[verdict.implementation][changed.how].append(verdict.id)

    def lines(self) -> Iterator[Told]:
        """Yields a line about each implementation that is outdated: what is installed, and how much has changed. Lines that name
        what has changed follow, and how the manifest is brought up to date."""
        for name, (since, installed, fails) in self._outdated.items():
            ids = {how: found for how, found in self._ids[name].items() if found}
            counts = ", ".join(f"{len(found):,} {how}" for how, found in ids.items())
            about = f"{name}: its known deviations are of {since}, and {installed} is installed"
            yield Told(f"{about}; changed since {since}: {counts or 'nothing'}", fails and bool(ids))
            for how, found in ids.items():
                more = f" and {len(found) - _SHOWN:,} more" if len(found) > _SHOWN else ""
                yield Told(f"  {how}: {', '.join(map(str, found[:_SHOWN]))}{more}")
            if ids:
                yield Told(f"  `conform run -i {name} --write-deviations` brings its manifest up to date")
