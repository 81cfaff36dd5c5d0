"""Makes a page, in Markdown, of what implementations do if the specifications are silent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import Verdict
from encoding_conformance.report.example import operation_shortly, outcome_shortly
from encoding_conformance.report.markdown import code, plain
from encoding_conformance.report.partition import PartitionGroup, grouped, partition_of
from workshop.links import anchor, natural

_HEAD = """\
# Silences of the specifications, and what implementations do

Where a specification leaves a question open, test vectors permit each sound answer, and no answer counts as a failure. This page
shows which implementation gives which answer. If no implementation gives an answer, it names the third parties that do,
according to the vectors. Inputs that divide the implementations in the same way share an entry, which shows the smallest one.
[ERRATA.md](vectors/ERRATA.md) says what each document leaves open, and what this project decided about the rest.
"""


def silences_page(lines: Iterable[Verdict], requirements: Mapping[str, Requirement], vectors: Mapping[Id, Vector]) -> str:
    """Returns the page of the lines of a report. `vectors` name, by id, the third parties that give what no implementation in
    the report gives."""
    entries = sorted(
        grouped(partition_of(*silence) for silence in _silences(lines).values()),
        key=lambda entry: (natural(entry.encoding), entry.smallest.requirement),
    )
    page = [_HEAD]
    for encoding, of_encoding in groupby(entries, lambda entry: entry.encoding):
        page += [f"## {plain(encoding)}", ""]
        for requirement, group in groupby(of_encoding, lambda entry: entry.smallest.requirement):
            if requirement in requirements:
                link = f"[{requirement}](requirements.md{anchor(requirement)})"
                page += [f"{plain(requirements[requirement].text)} ({link})", ""]
            page += [line for entry in group for line in _entry(entry, vectors)] + [""]
    return "\n".join(page).rstrip() + "\n"


def is_silence(line: Verdict) -> bool:
    """Whether a line says what was done with a vector about which the specification is silent."""
    return line.id.kind != IdKind.CHECK and len(line.expected) > 1 and line.got is not None


def _silences(lines: Iterable[Verdict]) -> dict[Id, tuple[Vector, dict[str, Outcome]]]:
    """The vectors that permit several outcomes, by id and without witnesses and notes, and what each implementation did."""
    found: dict[Id, tuple[Vector, dict[str, Outcome]]] = {}
    for line in filter(is_silence, lines):
        if line.operation and line.got is not None:
            vector = Vector(line.id, line.operation, line.expected, line.requirements, ())
            found.setdefault(line.id, (vector, {}))[1][line.implementation] = line.got
    return found


def _entry(entry: PartitionGroup, vectors: Mapping[Id, Vector]) -> Iterator[str]:
    partition = entry.smallest
    more = f", and {len(entry.partitions) - 1} more" if len(entry.partitions) > 1 else ""
    yield f"- {code(operation_shortly(partition.vector.operation))}{more}"
    said = {block: outcome_shortly(block.outcome) for block in partition.blocks}
    for block in sorted(partition.blocks, key=lambda block: (not block.indexes, block.indexes)):
        yield f"  - {code(said[block])}{'' if block.indexes else ', not permitted'}: {_names(block.names)}"
    for index in partition.given_by_nobody:
        outcome = code(outcome_shortly(partition.vector.permitted[index]))
        yield f"  - {outcome}: {_stated(vectors.get(partition.vector.id), index) or 'none'}"
    if partition.unsupported:
        yield f"  - cannot be run: {_names(partition.unsupported)}"


def _stated(vector: Vector | None, index: int) -> str:
    """The third parties that a vector states for the permitted outcome at this place."""
    witnesses = vector.witnesses if vector else ()
    return "; ".join(plain(witness.text) for witness in witnesses if witness.kind == "third-party" and index in witness.confirms)


def _names(names: Sequence[str]) -> str:
    return ", ".join(plain(name) for name in sorted(names, key=natural))
