"""The page of an encoding: what its specification states, its tables, its requirements, its test vectors and its silences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.explain.explanation import explained
from encoding_conformance.explain.lines import lines
from encoding_conformance.models.forms import FORMS
from encoding_conformance.report.example import operation_shortly, outcome_shortly, sequence_shortly
from encoding_conformance.report.markdown import code, plain, row
from workshop.families import family
from workshop.links import anchor, natural
from workshop.site import lists
from workshop.site.atlas import COUNTED, Atlas
from workshop.site.tables import tables

_HEAD = """\
# Encodings

"By hand" counts the test vectors that were written by hand, "edge cases" those that were derived from the encoding's tables, and
"checks" those that apply to the encoding.
"""

REQUIREMENTS = "requirements.md"
SILENCES = "silences.md"

_MOST = 1000
"""The most test vectors of a list. The others are counted."""

_TELLING = range(3, 9)
"""The numbers of bytes of an input that is worth explaining."""

_FORMS = {form.key for form in FORMS}

_STATED = {
    "code-unit": "bytes of a code unit",
    "byte-order": "byte order",
    "shortest-form": "shortest form",
    "lead": "first code units",
    "trail": "later code units",
    "absent-bytes": "bytes that never occur",
    "own-bytes": "bytes that are always a value of their own",
    "resets": "values that reset the state",
    "keep-state": "values that keep the state",
    "joiner": "bytes between joined texts",
    "whole": "bytes are one whole text",
}
"""The facts of a definition that are one value, by their key, and how the page calls them."""


def overview(suite: Suite, atlas: Atlas | None) -> str:
    """The page that lists all encodings."""
    heads = ["encoding", "title", "defined in", "by hand", "edge cases", "checks"] + (["implementations"] if atlas else [])
    lines = [_HEAD, row(heads), row(["---"] * 3 + ["---:"] * (len(heads) - 3))]
    for id, encoding in suite.encodings.items():
        of_it = suite.vectors_of(id)
        edges = sum(vector.is_edge_case for vector in of_it)
        cells = [f"[{id}](encodings/{id}.md)", plain(encoding.title), plain(encoding.section)]
        cells += [f"{number:,}" for number in (len(of_it) - edges, edges, len(_checks(encoding)))]
        if atlas:
            cells.append(str(sum(unit[1] == id for unit in atlas.units)))
        lines.append(row(cells))
    return "\n".join([*lines, "", *contents(f"encodings/{id}" for id in suite.encodings)])


def contents(pages: Iterable[str]) -> list[str]:
    """The lines that put pages below this one in the table of contents."""
    return ["```{toctree}", ":hidden:", "", *pages, "```", ""]


def page(suite: Suite, id: str, atlas: Atlas | None) -> str:
    """The page of an encoding in Markdown."""
    encoding = suite.encodings[id]
    definition = YamlFile(Path(encoding.location.file)).data["encodings"][id]
    requirements = [each for each in suite.requirements.values() if id in each.encodings]
    vectors = suite.vectors_of(id)
    parts = [
        f"# {id}",
        "",
        f"{plain(encoding.title)}, defined in {plain(encoding.section)}.",
        "",
        *_facts(definition, encoding),
        *_tables(definition),
        *_explained(suite, encoding, vectors),
        *_properties(encoding),
        *_requirements(encoding, requirements, vectors),
        *_vectors(encoding, vectors),
        *_silences(suite.requirements, vectors),
        *(_results(encoding, atlas) if atlas else ()),
    ]
    return "\n".join(parts)


def families(suite: Suite) -> dict[str, str]:
    """The family of each encoding that has test vectors, by the encoding's id. One without has its own."""
    return {id: next((family(vector) for vector in suite.vectors_of(id)[:1]), id) for id in suite.encodings}


def _checks(encoding: Encoding) -> list[str]:
    return [check.name for check in CHECKS.values() if not check.why_not(encoding)]


def _facts(data: Mapping[str, Any], encoding: Encoding) -> Iterator[str]:
    yield from (row(["stated", "as"]), row(["---", "---"]))
    yield row(["values", f"{plain(encoding.kind)}, {code(str(encoding.values))}"])
    for key, called in _STATED.items():
        if key in data:
            said = {True: "yes", False: "no"}.get(data[key], data[key]) if isinstance(data[key], bool) else data[key]
            yield row([called, code(str(said))])
    for length in encoding.lengths:
        size = str(length.least) if length.least == length.most else f"{length.least} to {length.most}"
        values = length.values.intersection(encoding.values)
        yield row(["bytes of a value" if values == encoding.values else f"bytes of {code(str(values))}", size])
    if encoding.optional.outcomes:
        yield row(["may be refused", code(str(encoding.optional.values))])
    for key in ("same-bytes-as", "same-order-as"):
        for each in data.get(key, ()):
            other = f"[{each['encoding']}]({each['encoding']}.md)"
            yield row([key.replace("-", " "), f"{other} for {code(each['values'])} ({plain(each['section'])})"])
    yield ""


def _tables(definition: Mapping[str, Any]) -> Iterator[str]:
    stated = {key: data for key, data in definition.items() if key in _FORMS}
    if stated:
        yield from ("## Tables", "")
    for key, data in stated.items():
        yield from (f"The specification's tables, in the form *{plain(key)}*:", "")
        yield from tables(key, data)


def _explained(suite: Suite, encoding: Encoding, vectors: Sequence[Vector]) -> Iterator[str]:
    """What `conform explain` shows of a test vector."""
    telling = next(filter(_is_telling, vectors), None)
    if telling is None:
        return
    told = explained(encoding, telling.operation, suite.requirements, ())
    command = f"conform explain {encoding.id} {operation_shortly(telling.operation)}"
    yield from ("## An example, explained", "", f"{code(command)} prints:", "")
    yield from ("```text", *("".join(piece.text for piece in line).rstrip() for line in lines(told)), "```", "")


def _is_telling(vector: Vector) -> bool:
    return isinstance(vector.operation, Decode) and len(vector.operation.input) in _TELLING and _is_well_formed(vector)


def _is_well_formed(vector: Vector) -> bool:
    return len(vector.permitted) == 1 and isinstance(vector.permitted[0], Decoded)


def _properties(encoding: Encoding) -> Iterator[str]:
    if encoding.properties:
        yield from ("## Properties", "", row(["property", "", "section"]), row(["---"] * 3))
        for name, stated in encoding.properties.items():
            yield row([plain(name), "claimed" if stated.claimed else "denied", plain(stated.section)])
        yield ""


def _requirements(encoding: Encoding, requirements: Sequence[Requirement], vectors: Sequence[Vector]) -> Iterator[str]:
    served = Counter(id for vector in vectors for id in vector.requirements)
    applying = set(_checks(encoding))
    yield from (
        "## Requirements",
        "",
        row(["requirement", "sentence", "section", "vectors", "checks"]),
        row(["---"] * 3 + ["---:"] * 2),
    )
    for each in requirements:
        link = f"[{each.id}](../{REQUIREMENTS}{anchor(each.id)})"
        yield row([link, plain(each.text), plain(each.section), f"{served[each.id]:,}", str(len(applying & set(each.checks)))])
    yield ""


def _vectors(encoding: Encoding, vectors: Sequence[Vector]) -> Iterator[str]:
    by_hand, edges = _by_hand(vectors)
    yield from ("## Test vectors and checks", "")
    yield f"`conform export DIR` writes all of them as `{encoding.id}.jsonl`."
    yield f"These checks apply: {', '.join(map(code, _checks(encoding)))}."
    yield ""
    for number, (summary, of_it) in enumerate({"written by hand": by_hand, "edge cases derived from the tables": edges}.items()):
        yield from (lists.heading(f"../{data(encoding.id)}", number, f"{len(of_it):,} test vectors, {summary}"), "")


def _by_hand(vectors: Sequence[Vector]) -> tuple[list[Vector], list[Vector]]:
    """The vectors that were written by hand, and the others."""
    parts: tuple[list[Vector], list[Vector]] = ([], [])
    for vector in sorted(vectors, key=lambda vector: vector.location):
        parts[vector.is_edge_case].append(vector)
    return parts


def data(id: str) -> str:
    """The script with the test vectors of an encoding."""
    return f"encodings-data/{id}.js"


def script(suite: Suite, id: str) -> str:
    """That script: a list of those that were written by hand, and one of the edge cases."""
    run = f"conform run -i reference -e {id}"
    parts = _by_hand(suite.vectors_of(id))
    found = [lists.Listed([_item(vector) for vector in part[:_MOST]], max(0, len(part) - _MOST)) for part in parts]
    return lists.script(f"{run} -k", f"{run} --json FILE", found)


def _item(vector: Vector) -> lists.Item:
    expected = [("expected", outcome_shortly(outcome)) for outcome in vector.permitted]
    note = [("note", vector.note)] if vector.note else []
    told = [(vector.operation.kind, sequence_shortly(vector.operation.input, vector.operation.cuts)), *expected, *note]
    return lists.Item(str(vector.id), [*told, ("requirements", ", ".join(vector.requirements))])


def _silences(known: Mapping[str, Requirement], vectors: Sequence[Vector]) -> Iterator[str]:
    """The questions that the specification leaves open, with the smallest vector of each."""
    by_question: dict[str, list[Vector]] = {}
    for vector in vectors:
        if len(vector.permitted) > 1:
            by_question.setdefault(vector.requirements[0], []).append(vector)
    yield from ("## Silences", "")
    if not by_question:
        yield from ("No test vector of this encoding has several permitted outcomes.", "")
        return
    yield f"The specification leaves these questions open. [Silences](../{SILENCES}) shows what implementations do."
    yield ""
    for question, of_it in by_question.items():
        smallest = min(of_it, key=lambda vector: (len(vector.operation.input), str(vector.id)))
        said = " or ".join(code(outcome_shortly(outcome)) for outcome in smallest.permitted)
        text = f"{plain(known[question].text)} " if question in known else ""
        yield f"- {text}{len(of_it)} test vectors, such as {code(operation_shortly(smallest.operation))}: {said}"
    yield ""


def _results(encoding: Encoding, atlas: Atlas) -> Iterator[str]:
    names = [name for name in atlas.implementations if (name, encoding.id) in atlas.units]
    yield from ("## Implementations", "")
    if not names:
        yield from ("No implementation in the report offers this encoding.", "")
        return
    yield from (row(["implementation", *COUNTED]), row(["---"] + ["---:"] * len(COUNTED)))
    for name in sorted(names, key=natural):
        counts = atlas.units[name, encoding.id]
        yield row([f"[{plain(name)}](../{atlas.page(name)}.md#{encoding.id})", *(f"{counts[each]:,}" for each in COUNTED)])
    yield ""
