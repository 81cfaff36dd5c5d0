"""The project's own data: valid schemas, files that satisfy them, a notation that can be written back."""

import json
import re
from pathlib import Path

import jsonschema
import pytest

from encoding_conformance import data_folders
from encoding_conformance.core.notation import parse_bytes, parse_values, sequence_text
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.vector import REASONS
from encoding_conformance.data_files import schema
from encoding_conformance.data_files.loader import load_suite, read_suite
from encoding_conformance.data_files.services import service_problems
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import IMPLEMENTATIONS, VECTORS
from workshop.upstream.reports import SCHEMA

SCHEMAS = data_folders.SCHEMAS | {"report": SCHEMA}
OUTSIDE = Path(__file__).parents[1] / "external"
FILES = [
    *VECTORS.glob("*/**/*.yaml"),
    *IMPLEMENTATIONS.glob("*/implementation.yaml"),
    *OUTSIDE.glob("**/*.yaml"),
]


def _schema_of(path: Path) -> str:
    return {"encodings": "encodings", "requirements": "requirements", "implementation": "implementation"}.get(
        path.stem, "vectors"
    )


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schemas_are_schemas(name):
    data = json.loads(SCHEMAS[name].read_text())
    assert data["$schema"] == jsonschema.Draft202012Validator.META_SCHEMA["$id"]
    jsonschema.Draft202012Validator.check_schema(data)


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schemas_know_only_formats_that_are_held(name):
    assert set(re.findall(r'"format": "([^"]+)"', SCHEMAS[name].read_text())) <= set(schema.FORMATS)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_pattern_is_of_the_whole_text(name):
    patterns = re.findall(r'"pattern": ("(?:[^"\\]|\\.)*")', SCHEMAS[name].read_text())
    assert patterns and all(pattern[1] + pattern[-2] == "^$" for pattern in patterns)


def test_the_reasons_of_the_schemas_are_those_of_the_words():
    listed = json.loads(SCHEMAS["vectors"].read_text())["$defs"]["reject"]["properties"]["reason"]["enum"]
    assert tuple(listed) == REASONS


@pytest.mark.parametrize("path", [path for path in FILES if VECTORS not in path.parents])
def test_every_file_satisfies_its_schema(path):
    assert list(schema.problems(YamlFile(path), SCHEMAS[_schema_of(path)])) == []


@pytest.mark.parametrize("path", [path for path in FILES if IMPLEMENTATIONS not in path.parents])
def test_the_first_line_names_the_schema(path):
    first = path.read_text().split("\n", 1)[0]
    named = first.removeprefix("# yaml-language-server: $schema=")
    assert named != first
    assert (path.parent / named).resolve() == SCHEMAS[_schema_of(path)].resolve()


@pytest.fixture(scope="module")
def own():
    return load_suite()


def test_the_data_of_the_project_is_valid_and_every_requirement_is_served():
    """Commands do not validate it: schemas, references, what serves each requirement."""
    assert list(service_problems(read_suite([VECTORS]))) == []


def test_the_notation_can_be_written_back(own):
    places = {}  # one place of each sequence is enough, because many are in several files
    for vector in own.all_vectors:
        results = [outcome.value for outcome in vector.permitted if not isinstance(outcome, Rejection)]
        for sequence in (vector.operation.input, *results):
            places.setdefault(sequence, vector.location)
    for sequence, place in places.items():
        if isinstance(sequence, bytes):
            assert parse_bytes(sequence_text(sequence)) == sequence, place
        else:
            assert parse_values(sequence_text(sequence)) == sequence, place


def test_every_vector_says_where_it_stands(own):
    lines = {path: path.read_text().splitlines() for path in FILES}
    for vector in own.all_vectors:
        file, line = vector.location
        id = vector.id.local
        written = lines[Path(file)][line - 1].strip()
        assert written in (f"- id: {id}", f"- id: {id.rpartition('/')[0]}")
