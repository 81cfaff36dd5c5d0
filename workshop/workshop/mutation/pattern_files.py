"""The patterns of known mistakes: which test vectors fail on each mutant, and how.

`make patterns` writes them for the mutants that were planted by hand, one file for each encoding. Vectors with
very long inputs are left out, because they take long and the shorter ones tell the mistakes apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from encoding_conformance.core.identity import Id, vector_id
from encoding_conformance.core.judge import Fault

FOLDER = Path(__file__).parent / "known"

_LETTERS: Mapping[str, Fault] = {
    "c": Fault.CRASH,
    "t": Fault.TIMEOUT,
    "b": Fault.BROKEN_PROTOCOL,
    "m": Fault.MALFORMED,
    "f": Fault.REPLACED,
    "a": Fault.ACCEPTED,
    "l": Fault.OFFSET_TOO_LARGE,
    "r": Fault.REFUSED,
    "s": Fault.OFFSET_TOO_SMALL,
    "u": Fault.UNSUPPORTED,
    "w": Fault.WRONG,
    "-": Fault.TOO_SHORT,
    "+": Fault.TOO_LONG,
}
_LETTER = {how: letter for letter, how in _LETTERS.items()}
_PASSES = "."
_RUN = re.compile(r"(\d*)(\D)")


@dataclass(frozen=True)
class Pattern:
    """The vectors that fail on a mutant, and how. `breaks` are the requirements that the mutant was planted to break."""

    mutant: str
    breaks: tuple[str, ...]
    fails: Mapping[Id, Fault]


@cache
def read(encoding: str) -> Sequence[Pattern]:
    """Returns the patterns of an encoding's mutants; none if there is no file of the encoding."""
    file = FOLDER / f"{encoding}.json"
    if not file.is_file():
        return ()
    data = json.loads(file.read_text(encoding="utf-8"))
    ids = [vector_id(encoding, local) for local in data["vectors"]]
    return [
        Pattern(mutant, tuple(each["breaks"]), dict(_decoded(ids, each["fails"]))) for mutant, each in data["mutants"].items()
    ]


def write(encoding: str, ids: Sequence[Id], patterns: Iterable[Pattern]) -> str:
    """Returns the text of the file with an encoding's patterns. `ids` are those of all vectors that were asked."""
    mutants = {
        pattern.mutant: {"breaks": pattern.breaks, "fails": "".join(_runs(pattern.fails.get(id) for id in ids))}
        for pattern in patterns
    }
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(each)}" for name, each in mutants.items())
    listed = ",\n".join(f"  {json.dumps(id.local)}" for id in ids)
    return f'{{"vectors": [\n{listed}\n], "mutants": {{\n{lines}\n}}}}\n'


def _runs(hows: Iterable[Fault | None]) -> Iterator[str]:
    """Yields a letter for each way to fail, or a full stop for a pass, after the number of vectors in a row that have it."""
    for letter, run in groupby(_LETTER[how] if how else _PASSES for how in hows):
        size = len(list(run))
        yield letter if size == 1 else f"{size}{letter}"


def _decoded(ids: Sequence[Id], text: str) -> Iterator[tuple[Id, Fault]]:
    place = 0
    for size, letter in _RUN.findall(text):
        end = place + int(size or 1)
        if letter != _PASSES:
            yield from ((id, _LETTERS[letter]) for id in ids[place:end])
        place = end
