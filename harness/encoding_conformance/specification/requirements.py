"""Reads `requirements.yaml` as Requirement objects."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from encoding_conformance.core.requirement import Requirement
from encoding_conformance.specification.faults import DataFault, unknown
from encoding_conformance.specification.labels import about
from encoding_conformance.specification.yamlfile import YamlFile


def requirements(file: YamlFile, family: Collection[str], general: bool) -> dict[str, Requirement]:
    """The requirements of a file. One that names no encodings applies to those of its folder, `family`. `general` says that
    the folder has no encodings of its own, so that `family` are all encodings."""
    return {
        data["id"]: Requirement(
            id=data["id"],
            section=data["section"],
            text=data["text"],
            encodings=tuple(data.get("encodings", family)),
            checks=tuple(data.get("checks", ())),
            location=file.location("requirements", index),
            about=tuple(about(row) for row in data.get("about", ())),
            general=general and "encodings" not in data,
        )
        for index, data in enumerate(file.data["requirements"])
    }


def faults(file: YamlFile, checks: Collection[str], others: Mapping[str, Requirement]) -> Iterator[DataFault]:
    """The faults of a file that its schema does not find. `checks` are the names of all checks."""
    seen = {id: requirement.location for id, requirement in others.items()}
    folder = file.path.resolve().parent.name
    for index, data in enumerate(file.data["requirements"]):
        place, id = ("requirements", index), data["id"]
        if id in seen:
            message = f"requirement id {id} is there already, at {seen[id]}; ids are unique"
            yield file.fault(message, *place, "id")
        seen.setdefault(id, file.location(*place))
        if id.partition("/")[0] != folder:
            yield file.fault(f"id {id} must begin with the folder's name, {folder}/", *place, "id")
        for number, name in enumerate(data.get("checks", ())):
            if name not in checks:
                message = unknown("check", name, checks, "`conform list checks` shows them")
                yield file.fault(message, *place, "checks", number)


def references(file: YamlFile, family: Collection[str]) -> Iterator[DataFault]:
    """A fault for each encoding that a file names although it is not in its folder, whose encodings are `family`."""
    for index, data in enumerate(file.data["requirements"]):
        for number, id in enumerate(data.get("encodings", ())):
            if id not in family:
                message = unknown("encoding", id, family, f"this folder has {', '.join(family)}")
                yield file.fault(message, "requirements", index, "encodings", number)
