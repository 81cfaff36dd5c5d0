"""Makes a page of the requirements, in the order of their documents, with the vectors and checks that serve each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path

from encoding_conformance.core.requirement import Document, Requirement, Service, citations
from encoding_conformance.core.vector import Vector
from encoding_conformance.report.markdown import plain

_HEAD = """\
# Requirements, and what tests them

A requirement is listed under the first section that it cites.
Vectors that were written by hand are listed by file, edge cases are only counted, and `conform list checks` describes the
checks.
"""


def requirements_page(services: Sequence[Service], documents: Mapping[str, Document]) -> str:
    """Returns the page in Markdown."""
    lines = [_HEAD]
    for document in dict.fromkeys([*documents, *(_document(service.requirement) for service in services)]):
        sections = _sections(document, documents)
        of_it = [service for service in services if _document(service.requirement) == document]
        of_it.sort(key=partial(_place, sections))
        lines += [f"## {document}", "", *_about(documents.get(document))]
        if without := _not_cited(document, services, documents):
            lines += [f"Neither a requirement nor a vector cites: {'; '.join(without)}.", ""]
        for section, group in groupby(of_it, partial(_section, sections)):
            lines += [f"### {document}, {section}", ""]
            for service in group:
                lines += [*_served(service), ""]
    return "\n".join(lines).rstrip() + "\n"


def _about(document: Document | None) -> list[str]:
    """Returns the lines that say what a document is."""
    if document is None:
        return []
    name = plain(document.named)
    return [f"[{name}]({document.url})" if document.url else name, ""]


def _sections(name: str, documents: Mapping[str, Document]) -> tuple[str, ...]:
    return documents[name].sections if name in documents else ()


def listed(section: str, sections: Sequence[str]) -> str:
    """The listed section that a cited section is, or is a part of (`RD5 3` is a part of `RD5`); empty if there is none."""
    within = [each for each in sections if section == each or section.startswith((f"{each} ", f"{each},"))]
    return max(within, key=len, default="")


def _document(requirement: Requirement) -> str:
    return requirement.section.partition(", ")[0]


def _section(sections: Sequence[str], service: Service) -> str:
    """Returns the section under which a requirement is listed."""
    section = service.requirement.section.partition("; ")[0].partition(", ")[2]
    return listed(section, sections) or section


def _place(sections: Sequence[str], service: Service) -> int:
    """The place of a requirement's section. Sections that are not listed come last."""
    section = _section(sections, service)
    return sections.index(section) if section in sections else len(sections)


def _not_cited(document: str, services: Sequence[Service], documents: Mapping[str, Document]) -> list[str]:
    """The sections of a document that neither a requirement nor a witness of a vector cites."""
    sections = _sections(document, documents)
    seen = {
        listed(section, sections)
        for citation in {citation for service in services for citation in _citations(service)}
        for other, section in citations(citation, documents)
        if other == document
    }
    return [section for section in sections if section not in seen]


def _citations(service: Service) -> Iterator[str]:
    yield service.requirement.section
    for vector in service.vectors:
        yield from (witness.text for witness in vector.witnesses if witness.kind == "specification")


def _served(service: Service) -> Iterator[str]:
    requirement = service.requirement
    yield f"#### {requirement.id}"
    yield ""
    yield requirement.text
    yield ""
    yield f"- section: {requirement.section}"
    yield f"- encodings: {', '.join(requirement.encodings)}"
    if service.checks:
        yield f"- checks: {', '.join(service.checks)}"
    if service.by_hand:
        yield f"- vectors by hand: {len(service.by_hand)}"
    for file, group in groupby(service.by_hand, _file):
        yield f"  - {file.parent.parent.name}/{file.name}: {', '.join(dict.fromkeys(map(_entry, group)))}"
    if service.edge_cases:
        yield f"- edge cases: {service.edge_cases}"


def _file(vector: Vector) -> Path:
    return Path(vector.location.file)


def _entry(vector: Vector) -> str:
    """Returns the id as the file has it: without the encoding, and without the operation if one entry has both."""
    return vector.id.local.removesuffix(f"/{vector.operation.kind}")
