"""Makes a page of the requirements, in the order of their documents, with the vectors and checks that serve each."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path

import click

from encoding_conformance.commands.arguments import output_file, vectors_option
from encoding_conformance.core.requirement import Requirement, Service
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files import schema
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_files.services import services
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import SCHEMAS, VECTORS

Sections = Mapping[str, Sequence[str]]
"""The sections of each document, in order."""

DOCUMENTS = "documents.yaml"


def read_documents(folders: Sequence[Path]) -> dict[str, tuple[str, ...]]:
    """The sections of each document, from the folders that have the file. Raises DataError if a file has problems."""
    files = [YamlFile(folder / DOCUMENTS) for folder in folders if (folder / DOCUMENTS).exists()]
    if problems := [problem for file in files for problem in schema.problems(file, SCHEMAS["documents"])]:
        raise DataError(problems)
    return {document: tuple(map(str, sections)) for file in files for document, sections in file.data["documents"].items()}


_HEAD = """\
# Requirements, and what tests them

Do not edit this page: `make generate` generates it. A requirement is listed under the first section that it cites.
Vectors that were written by hand are listed by file, edge cases are only counted, and `conform list checks` describes the
checks.
"""


def requirements_page(services: Sequence[Service], documents: Sections, folder: Path) -> str:
    """The page in Markdown; `folder` is the folder for the page."""
    lines = [_HEAD]
    for document in dict.fromkeys([*documents, *(_document(service.requirement) for service in services)]):
        sections = documents.get(document, ())
        of_it = [service for service in services if _document(service.requirement) == document]
        of_it.sort(key=partial(_place, sections))
        lines += [f"## {document}", ""]
        if without := _not_cited(document, services, documents):
            lines += [f"Neither a requirement nor a vector cites: {'; '.join(without)}.", ""]
        for section, group in groupby(of_it, partial(_section, sections)):
            lines += [f"### {document}, {section}", ""]
            for service in group:
                lines += [*_served(service, folder), ""]
    return "\n".join(lines).rstrip() + "\n"


def cited(citation: str, documents: Sections) -> list[tuple[str, str]]:
    """The documents and sections of a citation. `Kim, Examples; Errata, Kim` cites two documents, and `UTF-∞-8, 2; 3.2` cites
    one document twice."""
    found: list[tuple[str, str]] = []
    for part in citation.split("; "):
        document, _, section = part.partition(", ")
        if found and (document not in documents or not section):
            document, section = found[-1][0], part
        found.append((document, section))
    return found


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


def _not_cited(document: str, services: Sequence[Service], documents: Sections) -> list[str]:
    """The sections of a document that neither a requirement nor a witness of a vector cites."""
    sections = documents.get(document, ())
    seen = {
        listed(section, sections)
        for citation in {citation for service in services for citation in _citations(service)}
        for other, section in cited(citation, documents)
        if other == document
    }
    return [section for section in sections if section not in seen]


def _citations(service: Service) -> Iterator[str]:
    yield service.requirement.section
    for vector in service.vectors:
        yield from (witness.text for witness in vector.witnesses if witness.kind == "specification")


def _served(service: Service, folder: Path) -> Iterator[str]:
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
        path = Path(os.path.relpath(file, folder)).as_posix()
        yield f"  - [{file.parent.parent.name}/{file.name}]({path}): {', '.join(dict.fromkeys(map(_entry, group)))}"
    if service.edge_cases:
        yield f"- edge cases: {service.edge_cases}"


def _file(vector: Vector) -> Path:
    return Path(vector.location.file)


def _entry(vector: Vector) -> str:
    """Returns the id as the file has it: without the encoding, and without the operation if one entry has both."""
    return vector.id.local.removesuffix(f"/{vector.operation.kind}")


@click.command("requirements")
@click.argument("page", type=output_file, metavar="PAGE.md")
@vectors_option
def command(page: Path, folders: tuple[Path, ...]) -> None:
    """Write a page of the requirements, with the test vectors and checks that serve each."""
    suite = load_suite(folders)
    sections = read_documents([VECTORS, *folders])
    page.write_text(requirements_page(services(suite), sections, page.parent), encoding="utf-8")
