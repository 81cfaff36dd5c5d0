"""Enforces the JSON Schemas of the data files. In an error, a schema's `description` says what was expected."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from encoding_conformance.core.notation import NotationError, parse_bytes, parse_number, parse_set, parse_values
from encoding_conformance.core.ranges import EVERY_BYTE
from encoding_conformance.core.text import abridged
from encoding_conformance.data_files.problems import MOST, DataProblem, similar, suggestion
from encoding_conformance.data_files.yamlfile import Plain, YamlFile

if TYPE_CHECKING:
    import jsonschema
    from jsonschema.exceptions import ValidationError

Parsed = TypeVar("Parsed")

_NAMES = {
    "object": "a mapping",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
}
"""The words for JSON's types in YAML."""

_LONGEST = 60
"""The most characters of a part that are shown in an error."""


def _only(parse: Callable[[str], Parsed], holds: Callable[[Parsed], object], problem: str) -> Callable[[str], object]:
    """Returns a parser of texts with a further condition. `problem` is the message if it does not hold; `{!r}` is the text."""

    def checked(text: str) -> None:
        if not holds(parse(text)):
            raise NotationError(problem.format(text))

    return checked


FORMATS: dict[str, Callable[[str], object]] = {
    "bytes": parse_bytes,
    "values": parse_values,
    "values-or-bytes": str,
    "number": parse_number,
    "positive": _only(parse_number, bool, "{!r} is zero; expected a larger number"),
    "byte": _only(parse_number, lambda value: value in EVERY_BYTE, "{!r} is above FF; expected a byte"),
    "set": parse_set,
    "value-set": _only(parse_set, bool, "an empty set; expected at least one value"),
    "byte-set": _only(parse_set, lambda items: not items.difference(EVERY_BYTE), "{!r} has members above FF; expected bytes"),
}
"""The formats of texts in the notation of `vectors/README.md`. All these texts must be quoted."""


def problems(file: YamlFile, schema: Path, part: str = "") -> Iterator[DataProblem]:
    """Yields the problems of reading a file, and those that this JSON Schema finds, or a `part` of the schema: one of its
    `$defs`."""
    yield from file.problems
    errors = list(islice(validator(schema, part).iter_errors(file.data), MOST))
    meant = {(*_pointer(error), name) for error in errors for key in _unknown(error) for name in similar(key, _not_given(error))}
    for error in errors:
        pointer = _pointer(error)
        for key in _unknown(error):
            known = f"known are {', '.join(_schema_of(error)['properties'])}"
            problem = f"unknown key; {suggestion(key, _not_given(error), known)}"
            yield file.problem(_message([*pointer, key], problem), *pointer, key)
        # If every missing key is there with a misspelling, the problems of unknown keys name them all.
        is_misspelt = error.validator == "required" and all((*pointer, key) in meant for key in _missing(error))
        if error.validator != "additionalProperties" and not is_misspelt:
            yield file.problem(_message(pointer, _problem(error)), *pointer)
    if len(errors) == MOST:
        yield file.problem(f"more problems may follow these {MOST}")


def drop_faulty(file: YamlFile, schema: Path) -> bool:
    """Removes the entries of a file in which its schema finds problems. Returns False if a problem is outside the entries, or in
    their shared witnesses, so that none of them can be examined alone, or if there are too many."""
    errors = list(islice(validator(schema).iter_errors(file.data), MOST))
    pointers = {tuple(_pointer(error)[:2]) for error in errors}
    if len(errors) == MOST or any(len(pointer) < 2 or pointer[0] == "witnesses" for pointer in pointers):
        return False
    for pointer in sorted(pointers, reverse=True):
        file.drop(*pointer)
    return True


def _pointer(error: ValidationError) -> list[str | int]:
    """Returns the path to the part of a file that breaks a rule. The path to a key ends with the key itself."""
    return [*error.absolute_path, *([str(error.instance)] if "propertyNames" in error.absolute_schema_path else [])]


def _schema_of(error: ValidationError) -> Mapping[str, Any]:
    return error.schema if isinstance(error.schema, Mapping) else {}


def _unknown(error: ValidationError) -> list[str]:
    keys: Any = error.instance if error.validator == "additionalProperties" else ()
    return list(islice((key for key in keys if key not in _schema_of(error)["properties"]), MOST))


def _not_given(error: ValidationError) -> list[str]:
    """Returns the known keys that a mapping does not have, one of which an unknown key may be meant to be."""
    instance: Any = error.instance
    return [key for key in _schema_of(error)["properties"] if key not in instance]


def _missing(error: ValidationError) -> list[str]:
    required: Any = error.validator_value
    instance: Any = error.instance
    return [key for key in required if key not in instance]


@lru_cache
def validator(schema: Path, part: str = "") -> jsonschema.Draft202012Validator:
    """Returns a validator, of the schema or a part of it, that finds all problems and where they are."""
    import jsonschema  # this takes long, and few commands need it

    def pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
        """Checks a pattern. In JSON Schema, `$` is the very end of a text; in Python, a line feed may follow it."""
        if isinstance(instance, str) and not re.fullmatch(pattern, instance):
            yield jsonschema.ValidationError("does not match")

    formats = jsonschema.FormatChecker(formats=())
    for name, parse in FORMATS.items():
        formats.checks(name, raises=NotationError)(partial(_check_format, parse))
    strict: Any = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": pattern})
    read = json.loads(schema.read_text(encoding="utf-8"))
    checked: jsonschema.Draft202012Validator = strict(
        {"$defs": read["$defs"], "$ref": f"#/$defs/{part}"} if part else read, format_checker=formats
    )
    return checked


def _check_format(parse: Callable[[str], object], instance: Any) -> bool:
    if isinstance(instance, Plain):
        raise NotationError(_without_quotes(instance))
    if isinstance(instance, str):
        parse(instance)
    return True


def _without_quotes(instance: Any) -> str:
    text = instance if isinstance(instance, str) else _shown(instance)
    if len(text) <= _LONGEST and "\n" not in text:
        return f'{text} is without quotes; write "{text}"'
    return f"{abridged(text, _LONGEST)} is without quotes; put it between quotes, on one line"


def _message(pointer: list[str | int], problem: str) -> str:
    path = ".".join(abridged(step, _LONGEST) for step in pointer if not isinstance(step, int))
    return f"{path}: {problem}" if path else problem


def _problem(error: ValidationError) -> str:
    instance: Any = error.instance
    rule: Any = error.validator_value
    description = _schema_of(error).get("description", "")
    expected = f"; expected {description}" if description else ""
    match error.validator:
        case "required":
            missing = list(map(repr, _missing(error)))
            return (f"keys {', '.join(missing)} are" if missing[1:] else f"key {missing[0]} is") + f" missing{expected}"
        case "format":
            return str(error.cause)
        case "enum":
            return f"invalid value {_shown(instance)}; expected one of {', '.join(map(str, rule))}"
        case "type" if rule == "string" and isinstance(instance, int):
            is_number = isinstance(error.schema, Mapping) and error.schema.get("format") == "number" and instance > 9
            digits = f' if it is hexadecimal, and "{instance:X}" if it is decimal' if is_number else ""
            return _without_quotes(instance) + digits
        case "type":
            return f"{_shown(instance)} is not {_NAMES[rule]}{expected}"
        case "anyOf":
            return f"keys are missing{expected}"
        case "uniqueItems":
            return "two entries are the same; take one out"
        case "minLength" if not instance:
            return f"empty{expected}"
        case _:
            return f"invalid value {_shown(instance)}{expected}"


def _shown(instance: Any) -> str:
    """Returns a part of a file as it looks in YAML."""
    if instance is None:
        return "an empty value"
    return abridged(json.dumps(instance, ensure_ascii=False), _LONGEST)
