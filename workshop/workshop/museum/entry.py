"""The entries of the museum, and how they are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from encoding_conformance.core.identity import Location
from encoding_conformance.core.notation import NotationError, read_operation
from encoding_conformance.core.operation import Kind, Operation
from encoding_conformance.data_files.problems import DataError, DataProblem
from encoding_conformance.data_files.schema import problems
from encoding_conformance.data_files.yamlfile import YamlFile

FOLDER = Path(__file__).with_name("entries")
MEMORY = Path(__file__).with_name("memory")
"""The folder of the models in C, each of which is a file with the id of its entry."""


@dataclass(frozen=True)
class Entry:
    """A bug that a real codec had.

    `read` says how far the source was read. `operation` is the smallest input that the source states. `narrowest` says what the
    source leaves open and what was chosen. `declared` is the encoding's entry in the model's manifest. A bug without a model of
    its own has the reason in `unmodelled`. If the model of another bug represents its class, `model` is the id of that bug. A
    model that no run finds has the reason in `survives`. `lacked` says what the suite lacked when the model was first run.
    """

    id: str
    library: str
    thread: str
    read: str
    encoding: str
    direction: Kind
    kind: str
    happened: str
    location: Location
    operation: Operation | None = None
    declared: Mapping[str, Any] = field(default_factory=dict)
    date: str = ""
    had: str = ""
    fixed: str = ""
    advisory: str = ""
    carried: str = ""
    narrowest: str = ""
    model: str = ""
    unmodelled: str = ""
    survives: str = ""
    lacked: str = ""

    @property
    def source(self) -> Path:
        """The file of the model, if it is one in C."""
        return MEMORY / f"{self.id}.c"


@cache
def entries() -> Mapping[str, Entry]:
    """Returns all entries by their ids. Raises DataError."""
    by_id: dict[str, Entry] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        for entry in _read(path):
            if other := by_id.get(entry.id):
                raise DataError([DataProblem(entry.location, f"the id {entry.id} is also in {other.location}")])
            by_id[entry.id] = entry
    if wrong := [DataProblem(each.location, problem) for each in by_id.values() if (problem := _unlike(each, by_id))]:
        raise DataError(wrong)
    return by_id


def _unlike(entry: Entry, by_id: Mapping[str, Entry]) -> str:
    """Returns the error if the model of another bug cannot represent an entry, or an empty text."""
    model = by_id.get(entry.model)
    if not entry.model or (model and not model.unmodelled and (model.kind, model.encoding) == (entry.kind, entry.encoding)):
        return ""
    return f"{entry.id} names the model of {entry.model}, but no bug of its class and encoding has that id and a model"


def _read(path: Path) -> Iterator[Entry]:
    file = YamlFile(path, "workshop/README.md")
    if found := list(problems(file, FOLDER / "entries.schema.json")):
        raise DataError(found)
    for index, stated in enumerate(file.data["entries"]):
        yield _entry(stated, file, index)


def _entry(stated: Mapping[str, Any], file: YamlFile, index: int) -> Entry:
    fields = {name: value for name, value in stated.items() if name not in ("class", "input", "replaces", "max_value")}
    fields["direction"] = kind = Kind(stated["direction"])
    operation = None
    if "input" in stated:
        try:
            operation = read_operation(kind, stated["encoding"], stated["input"])
        except NotationError as error:
            raise DataError([file.problem(str(error), "entries", index, "input")]) from None
    if "model" in stated:
        fields["unmodelled"] = f"The model of {stated['model']} stands for its class."
    declared = {key: stated[key] for key in ("replaces", "max_value") if key in stated}
    location = file.location("entries", index)
    return Entry(**fields, kind=stated["class"], operation=operation, declared=declared, location=location)
