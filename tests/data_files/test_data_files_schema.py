"""The function that is made from a schema and the validator that reports faults agree on whether there are any."""

import copy
import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from encoding_conformance import data_folders
from encoding_conformance.data_files import schema
from encoding_conformance.data_files.yamlfile import Plain, YamlFile
from encoding_conformance.data_folders import IMPLEMENTATIONS, VECTORS
from workshop.sizes import texts
from workshop.upstream.reports import SCHEMA, FrontMatter

SCHEMAS = data_folders.SCHEMAS | {"report": SCHEMA, "texts": texts.SCHEMA}
EXAMPLES = {
    "documents": VECTORS / "documents.yaml",
    "encodings": VECTORS / "utf-8" / "encodings.yaml",
    "requirements": VECTORS / "kim" / "requirements.yaml",
    "texts": texts.FOLDER / texts.FILE,
    "vectors": VECTORS / "kim" / "vectors" / "truncation.yaml",
    "witnesses": VECTORS / "witnesses.yaml",
    "implementation": IMPLEMENTATIONS / "perl" / "implementation.yaml",
    "packages": IMPLEMENTATIONS / "glib" / "packages.yaml",
    "report": IMPLEMENTATIONS / "scapy" / "REPORT.md",
}
JUNK = (
    None,
    True,
    0,
    -1,
    80,
    1 << 40,
    "",
    "x",
    "81",
    "G",
    "a b",
    "x\n",
    Plain("81"),
    Plain("x"),
    [],
    ["x"],
    ["x", "x"],
    {},
    {"x": 1},
)
CHANGES = 150


@lru_cache
def example(name: str) -> YamlFile:
    return (FrontMatter if name == "report" else YamlFile)(EXAMPLES[name])


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Each part of plain data, as what holds it and where."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from places(data[key])


def changed(data: Any, chance: random.Random) -> Any:
    """The data with one part replaced, removed or added."""
    data = copy.deepcopy(data)
    holder, key = chance.choice(list(places(data)))
    what = chance.randrange(3)
    if what == 0:
        holder[key] = chance.choice(JUNK)
    elif what == 1:
        del holder[key]
    elif isinstance(holder, dict):
        holder[chance.choice(["x", "id", "result", "reject", "note"])] = chance.choice(JUNK)
    else:
        holder.append(chance.choice(JUNK))
    return data


@pytest.mark.parametrize("name", SCHEMAS)
def test_they_agree_on_what_holds_and_on_what_was_changed(name: str) -> None:
    file, chance = example(name), random.Random(name)
    assert schema.holds(file.data, SCHEMAS[name])
    verdicts = set()
    for _ in range(CHANGES):
        data = changed(file.data, chance)
        verdicts.add(schema.holds(data, SCHEMAS[name]))
        assert schema.holds(data, SCHEMAS[name]) == (not list(schema.validator(SCHEMAS[name]).iter_errors(data))), data
    assert verdicts == {True, False}
