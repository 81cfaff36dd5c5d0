"""Counts the bugs of the museum, and how many of their models are killed, by each of their traits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from workshop.museum.entry import Entry, entries
from workshop.museum.found import Found


def _model(entry: Entry) -> str:
    """Returns the kind of an entry's model."""
    if entry.unmodelled:
        return "of another bug" if entry.model else "none"
    return "in C" if entry.source.is_file() else "in Python"


TRAITS: Mapping[str, Callable[[Entry], str]] = {
    "class": lambda entry: entry.kind,
    "direction": lambda entry: entry.direction,
    "encoding": lambda entry: entry.encoding,
    "model": _model,
}
"""The traits by which entries are counted, with the function that returns an entry's value."""


class Count(NamedTuple):
    """The number of bugs with the same value of a trait, how many have a model that was run, and how many of these models were
    killed."""

    value: str
    bugs: int
    modelled: int
    killed: int


def extended() -> int:
    """Returns the number of bugs whose models survived their first run, and for which the suite was then improved."""
    return sum(bool(entry.lacked) for entry in entries().values())


def counts(found: Mapping[str, Found], trait: Callable[[Entry], str] = lambda entry: "all") -> Iterator[Count]:
    """Yields a count for each value of a trait; without a trait, a count of all bugs. `found` has the result of each model, by
    the id of its entry."""
    bugs = list(entries().values())
    for value in sorted(set(map(trait, bugs))):
        alike = [entry for entry in bugs if trait(entry) == value]
        results = [found[entry.id] for entry in alike if entry.id in found]
        yield Count(value, len(alike), len(results), sum(bool(result.failures) for result in results))
