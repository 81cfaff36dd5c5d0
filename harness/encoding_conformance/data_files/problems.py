"""Problems of data files, which are reported all at once, each on one line with file, line and remedy."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from encoding_conformance.core.identity import Location
from encoding_conformance.core.text import abridged

LONGEST = 600
"""The most characters of a problem. The middle of a longer one is left out."""

MOST = 100
"""The most problems that are looked for in a file, and the most that are shown."""

_CLOSE = 0.65
"""How similar two names must be, from 0 to 1, for one to be a likely misspelling of the other."""

_LONGEST_NAME, _MOST_NAMES = 100, 1000
"""The longest name for which similar ones are looked for, and the most names to look in for each of many problems."""


@dataclass(frozen=True)
class DataProblem:
    """A problem at a line of a file; the message names the error and the expected form."""

    location: Location
    message: str

    def __str__(self) -> str:
        return f"{self.location}: {abridged(self.message, LONGEST)}"


class WrongUsage(Exception):
    """The command cannot do what the user wants. The message says why, and what to do instead."""


class HarnessError(Exception):
    """The harness, a data file or an adapter is at fault. The message describes the fault."""


class DataError(HarnessError):
    """One or more problems of data files. `str()` gives a line for each."""

    def __init__(self, problems: Iterable[DataProblem]):
        self.problems = sorted(
            set(problems), key=lambda problem: (Path(problem.location.file), problem.location.line, problem.message)
        )
        lines = [*map(str, self.problems[:MOST])]
        if (more := len(self.problems) - MOST) > 0:
            lines.append(f"{self.problems[MOST].location.file}: {more:,} more problems")
        super().__init__("\n".join(lines))


def unknown(kind: str, name: str, known: Collection[str], where: str) -> str:
    """Returns the message about an unknown name, with similar names or the text `where`, which says where to find all names."""
    return f"unknown {kind} {name!r}; {suggestion(name, known if len(known) <= _MOST_NAMES else (), where)}"


def suggestion(name: str, known: Collection[str], where: str) -> str:
    """Returns a hint with the known names that are similar to this one, or else the text `where`."""
    near = similar(name, known)
    return f"did you mean {' or '.join(near)}?" if near else where


def similar(name: str, known: Collection[str]) -> list[str]:
    """Returns the known names that may be meant by a misspelt one, the most similar first; only those with the same letters and
    digits, if there are any."""
    close = get_close_matches(name[:_LONGEST_NAME], known, cutoff=_CLOSE)
    return [each for each in close if _characters(each) == _characters(name)] or close


def _characters(name: str) -> list[str]:
    return list(filter(str.isalnum, name.lower()))
