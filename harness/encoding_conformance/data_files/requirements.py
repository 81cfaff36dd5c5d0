"""Reads `requirements.yaml` as Requirement objects."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.core.notation import parse_set
from encoding_conformance.core.requirement import About, Document, Requirement, Selector, url_of
from encoding_conformance.data_files.problems import DataProblem, unknown
from encoding_conformance.data_files.yamlfile import YamlFile


def selector(data: Mapping[str, Any]) -> Selector:
    """Returns the selector of a row that follows its schema."""
    return Selector(**{key: parse_set(data[key]) for key in ("values", "lead", "trail") if key in data})


def requirements(
    file: YamlFile, family: Collection[str], documents: Mapping[str, Document], general: bool
) -> dict[str, Requirement]:
    """Returns the requirements of a file. One that names no encodings applies to those of its folder, `family`. `general` says
    that the folder has no encodings of its own, so that `family` are all encodings."""
    return {
        data["id"]: Requirement(
            id=data["id"],
            section=data["section"],
            text=data["text"],
            encodings=tuple(data.get("encodings", family)),
            checks=tuple(data.get("checks", ())),
            location=file.location("requirements", index),
            url=url_of(data["section"], documents),
            about=tuple(
                About(row.get("operation", ""), row.get("outcome", ""), tuple(row.get("reasons", ())), selector(row))
                for row in data.get("about", ())
            ),
            general=general and "encodings" not in data,
        )
        for index, data in enumerate(file.data["requirements"])
    }


def documents(file: YamlFile) -> dict[str, Document]:
    """Returns the documents of a file by the names with which requirements cite them."""
    named = file.data["documents"]
    return {name: Document(**data | {"sections": tuple(map(str, data["sections"]))}) for name, data in named.items()}


def problems(file: YamlFile, others: Mapping[str, Requirement], family: Collection[str] | None) -> Iterator[DataProblem]:
    """Yields the problems of a file that its schema does not find. `family` are the encodings of the folder, or None if they are
    not known."""
    seen = {id: requirement.location for id, requirement in others.items()}
    folder = file.path.resolve().parent.name
    for index, data in enumerate(file.data["requirements"]):
        pointer, id = ("requirements", index), data["id"]
        if id in seen:
            message = f"requirement id {id} is already used at {seen[id]}; ids are unique"
            yield file.problem(message, *pointer, "id")
        seen.setdefault(id, file.location(*pointer))
        if id.partition("/")[0] != folder:
            yield file.problem(f"id {id} must begin with the folder's name, {folder}/", *pointer, "id")
        for number, name in enumerate(data.get("checks", ())):
            if name not in CHECKS:
                message = unknown("check", name, CHECKS, "`conform list checks` shows them")
                yield file.problem(message, *pointer, "checks", number)
        for number, encoding in enumerate(data.get("encodings", ())):
            if family is not None and encoding not in family:
                message = unknown("encoding", encoding, family, f"this folder has {', '.join(family)}")
                yield file.problem(message, *pointer, "encodings", number)
