"""A page of who does what where the specifications are silent, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from harness.compare.fold import Entry, fold
from harness.compare.recorded import Report
from harness.core.identity import Id
from harness.core.requirement import Requirement
from harness.core.vector import Vector
from harness.core.wire import input_text, outcome_text
from harness.report.explain import shortened
from harness.report.markdown import anchor, code, plain
from harness.report.matrix import natural

_HEAD = """\
# Silences of the specifications, and who does what

Made by `conform results REPORT.jsonl --silences docs/silences.md` from the report of `conform run --json REPORT.jsonl`;
not to be edited.

Where a specification leaves a question open, test vectors permit each answer that is sound, and nobody is judged by
it. Here is who gives which; where none of the implementations gives an answer, those third parties that do, as the vectors
state them. Inputs on which all divide in the same way stand together, and the smallest is shown.
[ERRATA.md](../vectors/ERRATA.md) tells what each document leaves open, and what is decided about the rest.
"""


def silences_page(report: Report, requirements: Mapping[str, Requirement], vectors: Mapping[Id, Vector]) -> str:
    """The page, which will stand beside requirements.md; the same lines give the same page. `vectors` tell, by id, of
    third parties that give what no implementation in the report gives."""
    entries = sorted(fold(report.laid()), key=lambda entry: (natural(entry.encoding), entry.smallest.question))
    lines = [_HEAD]
    for encoding, of_encoding in groupby(entries, lambda entry: entry.encoding):
        lines += [f"## {plain(encoding)}", ""]
        for question, group in groupby(of_encoding, lambda entry: entry.smallest.question):
            if question in requirements:
                lines += [f"{plain(requirements[question].text)} ([{question}](requirements.md{anchor(question)}))", ""]
            lines += [line for entry in group for line in _entry(entry, vectors)] + [""]
    return "\n".join(lines).rstrip() + "\n"


def _entry(entry: Entry, vectors: Mapping[Id, Vector]) -> Iterator[str]:
    laid = entry.smallest
    operation = laid.vector.operation
    more = f", and {len(entry.laid) - 1} more" if len(entry.laid) > 1 else ""
    yield f"- {code(shortened(f'{operation.kind} {input_text(operation)}'))}{more}"
    said = {block: shortened(outcome_text(block.outcome)) for block in laid.blocks}
    for block in sorted(laid.blocks, key=lambda block: (not block.places, block.places)):
        yield f"  - {code(said[block])}{'' if block.places else ', not permitted'}: {_names(block.names)}"
    for place in laid.given_by_nobody:
        outcome = code(shortened(outcome_text(laid.vector.permitted[place])))
        yield f"  - {outcome}: {_stated(vectors.get(laid.vector.id), place) or 'none'}"
    if laid.unsupported:
        yield f"  - cannot be asked: {_names(laid.unsupported)}"


def _stated(vector: Vector | None, place: int) -> str:
    """The third parties that a vector states for its permitted outcome at this place."""
    witnesses = vector.witnesses if vector else ()
    return "; ".join(plain(witness.text) for witness in witnesses if witness.kind == "third-party" and place in witness.confirms)


def _names(names: Sequence[str]) -> str:
    return ", ".join(plain(name) for name in sorted(names, key=natural))
