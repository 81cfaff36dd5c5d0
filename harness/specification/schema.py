"""The JSON Schemas of the data files, enforced; a schema's `description` says in an error what would be right."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import jsonschema
from jsonschema.exceptions import ValidationError

from harness.core import notation
from harness.places import SCHEMAS
from harness.specification.faults import DataFault
from harness.specification.yamlfile import Plain, YamlFile

FORMATS: dict[str, Callable[[str], object]] = {
    "bytes": notation.parse_bytes,
    "values": notation.parse_values,
    "number": notation.parse_number,
    "set": notation.parse_set,
}
"""Texts in the notation of `vectors/README.md`; all must be quoted."""


def faults(file: YamlFile, schema: str) -> Iterator[DataFault]:
    """What the schema of this name finds wrong in a file."""
    for error in _validator(schema).iter_errors(file.data):
        place = list(error.absolute_path)
        if error.validator == "additionalProperties":
            place += [key for key in error.instance if key not in error.schema.get("properties", {})][:1]
        yield file.fault(_message(error, place), *place)


@lru_cache
def _validator(schema: str) -> jsonschema.Draft202012Validator:
    text = SCHEMAS[schema].read_text(encoding="utf-8")
    return jsonschema.Draft202012Validator(json.loads(text), format_checker=_format_checker())


def _format_checker() -> jsonschema.FormatChecker:
    checker = jsonschema.FormatChecker(formats=())
    for name, parse in FORMATS.items():
        checker.checks(name, raises=notation.NotationError)(_quoted(parse))
    return checker


def _quoted(parse: Callable[[str], object]) -> Callable[[Any], bool]:
    def check(instance: Any) -> bool:
        if isinstance(instance, Plain):
            raise notation.NotationError(f"{instance} stands without quotes; write \"{instance}\"")
        if isinstance(instance, str):
            parse(instance)
        return True

    return check


def _message(error: ValidationError, place: list[str | int]) -> str:
    where = ".".join(str(step) for step in place if not isinstance(step, int))
    return f"{where}: {_problem(error, place)}" if where else _problem(error, place)


def _problem(error: ValidationError, place: list[str | int]) -> str:
    instance, right = error.instance, error.schema.get("description", "")
    match error.validator:
        case "additionalProperties":
            return f"unknown key {place[-1]!r}; known are {', '.join(error.schema['properties'])}"
        case "required":
            missing = next(key for key in error.validator_value if key not in instance)
            return f"key {missing!r} is missing" + _should_be(right)
        case "format":
            return str(error.cause)
        case "enum":
            return f"{instance!r} is none of {', '.join(map(str, error.validator_value))}"
        case "type" if error.validator_value == "string" and isinstance(instance, int):
            return f"{instance} stands without quotes; write \"{instance}\""
        case "type":
            return f"{_short(instance)} is no {error.validator_value}" + _should_be(right)
        case _:
            return f"{_short(instance)} will not do" + _should_be(right)


def _should_be(right: str) -> str:
    return f"; it should be {right}" if right else ""


def _short(instance: Any) -> str:
    text = repr(instance)
    return text if len(text) <= 60 else text[:57] + "..."
