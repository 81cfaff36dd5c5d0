"""`requirements.yaml` → Requirement objects."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from harness.core.requirement import Requirement
from harness.specification.faults import DataFault
from harness.specification.yamlfile import YamlFile


def requirements(file: YamlFile, family: Collection[str]) -> dict[str, Requirement]:
    """The requirements of a file; they bind the encodings of their folder, `family`, where they name none."""
    return {
        data["id"]: Requirement(
            id=data["id"],
            section=data["section"],
            text=data["text"],
            encodings=tuple(data.get("encodings", family)),
            checks=tuple(data.get("checks", ())),
            place=f"{file.path}:{file.line('requirements', index)}",
        )
        for index, data in enumerate(file.data["requirements"])
    }


def faults(
    file: YamlFile, family: Collection[str], checks: Collection[str], others: Mapping[str, Requirement]
) -> Iterator[DataFault]:
    """What is wrong in a file although its schema holds. `checks` are the names of all checks there are."""
    seen = set(others)
    for index, data in enumerate(file.data["requirements"]):
        place = ("requirements", index)
        if data["id"] in seen:
            yield file.fault(f"requirement id {data['id']} is there already; ids are unique", *place, "id")
        seen.add(data["id"])
        if data["id"].partition("/")[0] != (folder := file.path.resolve().parent.name):
            yield file.fault(f"id {data['id']} must begin with the folder's name, {folder}/", *place, "id")
        for id in data.get("encodings", ()):
            if id not in family:
                yield file.fault(f"unknown encoding {id!r}; this folder has {', '.join(family)}", *place, "encodings")
        for name in data.get("checks", ()):
            if name not in checks:
                yield file.fault(f"unknown check {name!r}; `conform list checks` shows them", *place, "checks")
