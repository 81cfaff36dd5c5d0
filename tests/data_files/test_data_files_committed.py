"""The project's own data, which commands do not validate: valid schemas, and files that satisfy them."""

import json
import re
import shutil
from pathlib import Path

import jsonschema
import pytest

from encoding_conformance import data_folders
from encoding_conformance.core.vector import WORDS
from encoding_conformance.data_files import schema
from encoding_conformance.data_files.families import DOCUMENTS
from encoding_conformance.data_files.loader import read_suite
from encoding_conformance.data_files.services import service_problems
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import IMPLEMENTATIONS, VECTORS
from workshop.upstream.reports import SCHEMA

SCHEMAS = data_folders.SCHEMAS | {"report": SCHEMA}
OUTSIDE = Path(__file__).parents[1] / "external"
NAMED = {each: each for each in ("encodings", "requirements", "implementation", "documents")}


def _schema_of(path: Path) -> Path:
    return SCHEMAS[NAMED.get(path.stem, "vectors")]


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_valid_and_its_formats_and_patterns_apply(name):
    """A format that nothing checks, or a pattern that matches a part of a text, would accept anything."""
    text = SCHEMAS[name].read_text()
    assert json.loads(text)["$schema"] == jsonschema.Draft202012Validator.META_SCHEMA["$id"]
    jsonschema.Draft202012Validator.check_schema(json.loads(text))
    assert set(re.findall(r'"format": "([^"]+)"', text)) <= set(schema.FORMATS)
    patterns = re.findall(r'"pattern": ("(?:[^"\\]|\\.)*")', text)
    assert patterns and all(pattern[1] + pattern[-2] == "^$" for pattern in patterns)


def test_the_schema_lists_the_reasons_that_the_harness_has():
    listed = json.loads(SCHEMAS["vectors"].read_text())["$defs"]["reject"]["properties"]["reason"]["enum"]
    assert tuple(listed) == tuple(WORDS)


def test_every_manifest_and_external_file_satisfies_its_schema():
    files = [*IMPLEMENTATIONS.glob("*/implementation.yaml"), *OUTSIDE.glob("**/*.yaml")]
    assert [str(each) for path in files for each in schema.problems(YamlFile(path), _schema_of(path))] == []


def test_the_first_line_of_every_file_of_the_suite_names_its_schema():
    for path in (*VECTORS.glob("*/**/*.yaml"), *OUTSIDE.glob("**/*.yaml"), VECTORS / DOCUMENTS):
        with path.open(encoding="utf-8") as file:
            head, named = next(file).rstrip("\n").split("$schema=")
        assert head == "# yaml-language-server: ", path
        assert (path.parent / named).resolve() == _schema_of(path).resolve(), path


@pytest.mark.parametrize("ignored", ["edges", pytest.param("", marks=pytest.mark.slow)])
def test_the_data_of_the_project_is_valid_and_every_requirement_is_served(tmp_path, ignored):
    """Edge cases are generated, and another test compares them with what the generator writes."""
    shutil.copytree(VECTORS, tmp_path / "vectors", ignore=shutil.ignore_patterns(ignored))
    assert list(service_problems(read_suite([tmp_path / "vectors"]))) == []
