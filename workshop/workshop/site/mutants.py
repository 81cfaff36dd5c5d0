"""The page of the mutation run: what kills each mutant that was planted by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from encoding_conformance.core.identity import Id, IdKind, read_id
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report.markdown import code, plain, row
from workshop.links import anchor
from workshop.site.encodings import REQUIREMENTS

_SHOWN = 2
"""The number of tests that are named for each mutant. The others are counted."""

_HEAD = """\
# Mutants, and what kills them

A mutant is a codec with one mistake, made from the reference. Each of these breaks a requirement on purpose, and the suite is
good enough only if something fails on it. The page lists the test vectors that fail, or the checks if no test vector does.
Test vectors of large inputs are tried only if the small ones are not enough.

`python -m workshop mutants` also tries every change of syntax in the reference codecs, and fails if one survives.
[CONTRIBUTING.md](CONTRIBUTING.md#add-a-mutant) describes how to add a mutant.
"""


@dataclass(frozen=True)
class Killed:
    """A mutant that was planted by hand: the requirements that it breaks, and the test vectors and checks that fail on it."""

    id: str
    encoding: str
    breaks: Sequence[str]
    vectors: Sequence[Id]
    checks: Sequence[Id]


def read(path: Path) -> list[Killed]:
    """Returns the mutants in a file that `python -m workshop mutants --json` wrote, without those by syntax. Raises WrongUsage if
    it is another file, and OSError if it cannot be read."""
    try:
        with path.open(encoding="utf-8") as file:
            _, *lines, _ = map(json.loads, file)
        return [_killed(line) for line in lines if line["breaks"]]
    except (ValueError, KeyError, TypeError):
        raise WrongUsage(f"{path}: expected the mutants that `python -m workshop mutants --json FILE` writes") from None


def _killed(line: Mapping[str, Any]) -> Killed:
    (encoding,) = line["encodings"]
    vectors, checks = ([read_id(encoding, id) for id in line[kind]] for kind in ("vectors", "checks"))
    return Killed(line["id"], encoding, line["breaks"], vectors, checks)


def page(killed: Sequence[Killed], known: Mapping[str, Requirement]) -> str:
    """Returns the page in Markdown. `known` are the requirements to link to."""
    by_encoding: dict[str, list[Killed]] = {}
    for mutant in killed:
        by_encoding.setdefault(mutant.encoding, []).append(mutant)
    heads = ["encoding", "mutants", "killed by test vectors", "by checks alone", "survived"]
    lines = [_HEAD, row(heads), row(["---"] + ["---:"] * 4)]
    for id, mutants in by_encoding.items():
        lines.append(_counted(f"[{id}]({anchor(id)})", mutants))
    lines.append(_counted("all", killed))
    for id, mutants in by_encoding.items():
        lines += ["", f"## {id}", "", *_listed(mutants, known)]
    return "\n".join(lines) + "\n"


def _counted(what: str, mutants: Sequence[Killed]) -> str:
    by_vectors = sum(bool(mutant.vectors) for mutant in mutants)
    survived = sum(not (mutant.vectors or mutant.checks) for mutant in mutants)
    numbers = len(mutants), by_vectors, len(mutants) - by_vectors - survived, survived
    return row([what, *(f"{number:,}" for number in numbers)])


def _listed(mutants: Sequence[Killed], known: Mapping[str, Requirement]) -> Iterator[str]:
    yield from (row(["mutant", "breaks", "test vectors that fail", "such as"]), row(["---", "---", "---:", "---"]))
    for mutant in mutants:
        broken = ", ".join(f"[{id}]({REQUIREMENTS}{anchor(id)})" if id in known else plain(id) for id in mutant.breaks)
        examples = sorted(mutant.vectors, key=lambda id: id.kind == IdKind.EDGE_CASE) or mutant.checks
        shown = ", ".join(code(id.local) for id in examples[:_SHOWN])
        yield row([code(mutant.id), broken, f"{len(mutant.vectors):,}", shown])
