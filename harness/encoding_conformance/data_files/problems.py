"""Problems of data files, which are reported all at once, each on one line with file, line and remedy."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from encoding_conformance.core.identity import Location
from encoding_conformance.core.text import abridged

LONGEST = 600
"""The most characters of a problem. The middle of a longer one is left out."""

_MOST = 100
"""The most problems that are shown."""

_CLOSE = 0.65
"""How similar two names must be, from 0 to 1, for one to be a likely misspelling of the other."""

_LONGEST_NAME = 100


@dataclass(frozen=True)
class DataProblem:
    """A problem at a line of a file: what is wrong, and what is expected."""

    location: Location
    message: str

    def __str__(self) -> str:
        return f"{self.location}: {abridged(self.message, LONGEST)}"


class WrongUsage(Exception):
    """What the user asked for cannot be done. The message says why, and what can be done instead."""


class HarnessError(Exception):
    """The harness, a data file or an adapter is at fault. The message says in what."""


class DataError(HarnessError):
    """One or more problems of data files. `str()` gives a line for each."""

    def __init__(self, problems: Iterable[DataProblem]):
        self.problems = sorted(
            set(problems), key=lambda problem: (Path(problem.location.file), problem.location.line, problem.message)
        )
        lines = [*map(str, self.problems[:_MOST])]
        if (more := len(self.problems) - _MOST) > 0:
            lines.append(f"{self.problems[_MOST].location.file}: {more:,} more problems")
        super().__init__("\n".join(lines))


def unknown(kind: str, name: str, known: Collection[str], where: str) -> str:
    """Returns the message about an unknown name: the names that may be meant, or where to find all names."""
    return f"unknown {kind} {name!r}; {suggestion(name, known, where)}"


def suggestion(name: str, known: Collection[str], where: str) -> str:
    """Returns the known names that are similar to this one, or else where to find all names."""
    near = similar(name, known)
    return f"did you mean {' or '.join(near)}?" if near else where


def similar(name: str, known: Collection[str]) -> list[str]:
    """Returns the known names of which this is likely a misspelling, the most similar first; only one with the same letters and
    digits, if there is one."""
    found = get_close_matches(name[:_LONGEST_NAME], known, cutoff=_CLOSE)
    return [each for each in found if _characters(each) == _characters(name)] or found


def _characters(name: str) -> list[str]:
    return list(filter(str.isalnum, name.lower()))
