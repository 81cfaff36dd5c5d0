"""Enforces the JSON Schemas of the data files. In an error, a schema's `description` says what was expected.

The two libraries are imported only when they are needed: most commands read only data that was checked before, and the
import of jsonschema takes as long as the rest of a short command.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from encoding_conformance.core import notation
from encoding_conformance.core.ranges import EVERY_BYTE, RangeSet
from encoding_conformance.core.text import abridged
from encoding_conformance.specification.faults import DataFault, similar, suggestion
from encoding_conformance.specification.yamlfile import Plain, YamlFile

if TYPE_CHECKING:
    import jsonschema
    from jsonschema.exceptions import ValidationError

_NAMES = {
    "object": "a mapping",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
}
"""The words for JSON's types in YAML."""

_OLDER = "http://json-schema.org/draft-07/schema#"
"""The draft that fastjsonschema supports. Everything that our schemas use has the same meaning there."""

_LONGEST = 60
"""The most characters of a part that are shown in an error."""


def _byte(text: str) -> int:
    if (found := notation.parse_number(text)) not in EVERY_BYTE:
        raise notation.NotationError(f"{text!r} is above FF; expected a byte")
    return found


def _byte_set(text: str) -> RangeSet:
    found = notation.parse_set(text)
    if found.difference(EVERY_BYTE):
        raise notation.NotationError(f"{text!r} has members above FF; expected bytes")
    return found


def _value_set(text: str) -> RangeSet:
    if not (found := notation.parse_set(text)):
        raise notation.NotationError("an empty set; expected at least one value")
    return found


def _positive(text: str) -> int:
    if not (found := notation.parse_number(text)):
        raise notation.NotationError(f"{text!r} is zero; expected a larger number")
    return found


FORMATS: dict[str, Callable[[str], object]] = {
    "bytes": notation.parse_bytes,
    "values": notation.parse_values,
    "values-or-bytes": str,
    "number": notation.parse_number,
    "positive": _positive,
    "byte": _byte,
    "set": notation.parse_set,
    "value-set": _value_set,
    "byte-set": _byte_set,
}
"""The formats of texts in the notation of `vectors/README.md`. All these texts must be quoted."""


def faults(file: YamlFile, schema: Path) -> Iterator[DataFault]:
    """Yields the faults of a file that could be read: its own, and those that this JSON Schema finds."""
    yield from file.faults
    if holds(file.data, schema):
        return
    broken = [_broken(error) for error in validator(schema).iter_errors(file.data)]
    meant = {
        (*found.pointer, name) for found in broken for key in _unknown_keys(found) for name in similar(key, _not_given(found))
    }
    for found in broken:
        for key in _unknown_keys(found):
            known = f"known are {', '.join(found.schema['properties'])}"
            problem = f"unknown key; {suggestion(key, _not_given(found), known)}"
            yield file.fault(_message([*found.pointer, key], problem), *found.pointer, key)
        if found.rule != "additionalProperties" and not _is_misspelt(found, meant):
            yield file.fault(_message(found.pointer, _problem(found)), *found.pointer)


def drop_faulty(file: YamlFile, schema: Path) -> bool:
    """Removes the entries of a file in which its schema finds faults. False if a fault is in what the entries share, so that
    none of them can be examined alone."""
    pointers = {tuple(_broken(error).pointer[:2]) for error in validator(schema).iter_errors(file.data)}
    if any(len(pointer) < 2 or pointer[0] == "witnesses" for pointer in pointers):
        return False
    for pointer in sorted(pointers, reverse=True):
        file.drop(*pointer)
    return True


@dataclass(frozen=True)
class _Broken:
    """A rule of a schema that a part of a file breaks: the rule's name, what it asks, and the place of the part. The place of
    a key is the key itself."""

    rule: str
    asks: Any
    schema: Mapping[str, Any]
    instance: Any
    cause: BaseException | None
    pointer: list[str | int]


def _broken(error: ValidationError) -> _Broken:
    pointer: list[str | int] = list(error.absolute_path)
    if "propertyNames" in error.absolute_schema_path:
        pointer.append(str(error.instance))
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    return _Broken(str(error.validator), error.validator_value, schema, error.instance, error.cause, pointer)


def _unknown_keys(found: _Broken) -> list[str]:
    if found.rule != "additionalProperties":
        return []
    return [key for key in found.instance if key not in found.schema["properties"]]


def _not_given(found: _Broken) -> list[str]:
    """Returns the known keys that a mapping does not have, one of which an unknown key may be meant to be."""
    return [key for key in found.schema["properties"] if key not in found.instance]


def _is_misspelt(found: _Broken, meant: Collection[tuple[str | int, ...]]) -> bool:
    """Returns whether all keys that are missing are there with a misspelling, so that the unknown keys tell of them."""
    if found.rule != "required":
        return False
    return all((*found.pointer, key) in meant for key in found.asks if key not in found.instance)


def holds(data: Any, schema: Path) -> bool:
    """Returns whether the data follows the schema. A function that is made from the schema answers this in a fifth of the time,
    but does not say what is wrong, and where."""
    import fastjsonschema

    try:
        _quick(schema)(data)
    except fastjsonschema.JsonSchemaValueException:
        return False
    return True


@lru_cache
def _quick(schema: Path) -> Callable[[Any], object]:
    import fastjsonschema

    formats = {name: partial(_is_of_format, _quoted(parse)) for name, parse in FORMATS.items()}
    return fastjsonschema.compile(_schema(schema) | {"$schema": _OLDER}, formats=formats)


def _is_of_format(check: Callable[[Any], bool], instance: Any) -> bool:
    try:
        return check(instance)
    except notation.NotationError:
        return False


def _schema(path: Path) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return schema


@lru_cache
def validator(schema: Path) -> jsonschema.Draft202012Validator:
    """Returns a validator that finds all faults and where they are."""
    import jsonschema

    strict: Any = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": _pattern})
    checked: jsonschema.Draft202012Validator = strict(_schema(schema), format_checker=_format_checker())
    return checked


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Checks a pattern. In JSON Schema, `$` is the very end of a text; in Python, a line feed may follow it."""
    from jsonschema.exceptions import ValidationError

    if isinstance(instance, str) and not re.fullmatch(pattern, instance):
        yield ValidationError("does not match")


def _format_checker() -> jsonschema.FormatChecker:
    import jsonschema

    checker = jsonschema.FormatChecker(formats=())
    for name, parse in FORMATS.items():
        checker.checks(name, raises=notation.NotationError)(_quoted(parse))
    return checker


def _quoted(parse: Callable[[str], object]) -> Callable[[Any], bool]:
    def check(instance: Any) -> bool:
        if isinstance(instance, Plain):
            raise notation.NotationError(_without_quotes(instance))
        if isinstance(instance, str):
            parse(instance)
        return True

    return check


def _without_quotes(instance: Any) -> str:
    text = instance if isinstance(instance, str) else _shown(instance)
    if len(text) <= _LONGEST and "\n" not in text:
        return f'{text} stands without quotes; write "{text}"'
    return f"{abridged(text, _LONGEST)} stands without quotes; put it between quotes, on one line"


def _message(pointer: list[str | int], problem: str) -> str:
    where = ".".join(abridged(step, _LONGEST) for step in pointer if not isinstance(step, int))
    return f"{where}: {problem}" if where else problem


def _problem(found: _Broken) -> str:
    instance, right = found.instance, found.schema.get("description", "")
    match found.rule:
        case "required":
            missing = [repr(key) for key in found.asks if key not in instance]
            what = f"keys {', '.join(missing)} are" if missing[1:] else f"key {missing[0]} is"
            return f"{what} missing" + _expected(right)
        case "format":
            return str(found.cause)
        case "enum":
            return f"invalid value {_shown(instance)}; expected one of {', '.join(map(str, found.asks))}"
        case "type" if found.asks == "string" and isinstance(instance, int):
            return _without_quotes(instance)
        case "type":
            return f"{_shown(instance)} is not {_NAMES[found.asks]}" + _expected(right)
        case "uniqueItems":
            return "two entries are the same; take one out"
        case "minLength" if not instance:
            return "empty" + _expected(right)
        case _:
            return f"invalid value {_shown(instance)}" + _expected(right)


def _expected(right: str) -> str:
    return f"; expected {right}" if right else ""


def _shown(instance: Any) -> str:
    """Returns a part of a file as it looks in YAML."""
    if instance is None:
        return "an empty place"
    return abridged(json.dumps(instance, ensure_ascii=False), _LONGEST)
