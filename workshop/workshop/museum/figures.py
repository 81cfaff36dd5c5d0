"""Counts the bugs of the museum, and how many of their models are killed, by each of their traits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from workshop.museum.entry import Entry, entries
from workshop.museum.found import Found


def _model(entry: Entry) -> str:
    """Returns where the model of an entry is."""
    if entry.unmodelled:
        return "of another bug" if entry.model else "none"
    return "in C" if entry.source.is_file() else "in Python"


TRAITS: Mapping[str, Callable[[Entry], str]] = {
    "class": lambda entry: entry.kind,
    "direction": lambda entry: entry.direction,
    "encoding": lambda entry: entry.encoding,
    "model": _model,
}
"""What entries are counted by, with the value that an entry has."""


class Count(NamedTuple):
    """The bugs that have the same value of a trait: how many there are, how many have a model that was asked, and how many of
    these models are killed."""

    value: str
    bugs: int
    modelled: int
    killed: int


def mended() -> int:
    """Returns the number of bugs whose models survived when they were first asked, for which the suite was mended."""
    return sum(bool(entry.lacked) for entry in entries().values())


def counts(found: Mapping[str, Found], trait: Callable[[Entry], str] = lambda entry: "all") -> Iterator[Count]:
    """Yields a count for each value of a trait; without one, a count of all bugs. `found` is what was found of each model, by the
    id of its entry."""
    every = list(entries().values())
    for value in sorted(set(map(trait, every))):
        some = [entry for entry in every if trait(entry) == value]
        asked = [found[entry.id] for entry in some if entry.id in found]
        yield Count(value, len(some), len(asked), sum(bool(each.failures) for each in asked))
