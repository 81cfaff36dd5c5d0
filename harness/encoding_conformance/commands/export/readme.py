"""Makes the README of an export. Its tables of fields come from the JSON Schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from encoding_conformance.core.reason import WORDS
from encoding_conformance.report.markdown import code, plain, row
from encoding_conformance.specification.edition import Edition

_TEXT = """\
# Test vectors for text encodings, version {version}

{count:,} test vectors for {encodings} encodings, from the project encoding-conformance. Each one is an operation, the outcomes
that the specification permits, and the sentences that decide it. Nothing of the project is needed to use them.

Version {version}, hash `{hash}`, written by harness {harness}.

| file | content |
| --- | --- |
| `ENCODING.jsonl` | the test vectors of an encoding: one JSON object per line, in UTF-8 |
| `long/` | inputs and results of more than 4 KiB, each in a file of its own |
| `vector.schema.json` | the JSON Schema of a line |
| `export.json` | the version, the hash, and the files with their SHA-256 |
| `export.schema.json` | the JSON Schema of `export.json` |
| `LICENSE` | MIT, for all of this |

## A test vector

{example}

| field | meaning |
| --- | --- |
{fields}

The fields stand in this order, with no white space between them. So a program without a JSON parser can find them by searching
for text such as `"input":"`.

In `input` and `result`, bytes are two hexadecimal digits each, and values are hexadecimal numbers, all in upper case with single
spaces between them. A value is a code point, or in `kim-count` a count. It may have any number of digits. An implementation
with a largest value leaves out what lies beyond it.

### Sections

A `section` is a document and a section of it. If there are several, semicolons separate them.

| name | document |
| --- | --- |
{documents}

### Reasons

| reason | meaning |
| --- | --- |
{reasons}

## What passes

An implementation passes a test vector if its outcome is one of the permitted ones:

- For `ok`, it returns exactly this result.
- For `reject`, it reports an error. If it also reports where, and `offset` is a number, both must be the same. `reason` is for
  people, and decides nothing.
- If `may_refuse` is true, an error passes as well.

A crash, a time-out, or a replacement character in place of an error is never a rejection. (If an implementation replaces by
intention, the harness can test that too: `conform run`.)

## Long files

A file in `long/` has one line, in the notation of the test vectors. It is like `input`, with repetitions:

| text | meaning |
| --- | --- |
| `41*32769` | the byte or value 41, 32,769 times; the number of times is decimal |
| `7F{{17}}` | in a value, the last digit 17 times: a 7 and seventeen F's; the number of times is decimal |

## `export.json`

| field | meaning |
| --- | --- |
{manifest}

## Encodings

| file | encoding | defined in | test vectors |
| --- | --- | --- | ---: |
{files}

## What a version promises

- An id never changes its meaning: the same id always has the same operation, input and permitted outcomes.
- Test vectors are added in minor versions only (1.1.0), so a patch (1.0.1) changes nothing but notes, sentences and sections.
- Test vectors are removed, or get a new id because something about them was wrong, in major versions only (2.0.0).

The hash is of what all test vectors ask and permit. Two exports with the same hash ask and permit the same.
"""

DOCUMENTS = {
    "Kim": "Kim Encoding",
    "UTF-∞-8": "Draft Proposal for UTF-∞-8 Specification, November 28, 2009",
    "UTS #40": "Proposed Draft UTS #40, BOCU-1, revision 1",
    "UTF-8 rules": "The UTF-8 encoding rules, August 25, 2005",
    "Notes": "Notes on Encoding Text",
    "Errata": "what the project encoding-conformance decided where the documents are misprinted or silent",
    "Plug-in protocol": "what the project encoding-conformance asks of every implementation",
}
"""The documents that requirements cite, for readers who do not have the repository."""


def readme(edition: Edition, manifest: Mapping[str, Any], example: str, schemas: tuple[Any, Any]) -> str:
    """The text. `example` is a line, and `schemas` are those of a line and of the manifest."""
    encodings = manifest["encodings"]
    return _TEXT.format(
        version=edition.version,
        hash=edition.hash,
        harness=manifest["harness"],
        count=sum(each["vectors"] for each in encodings),
        encodings=len(encodings),
        example=f"    {example}",
        fields=_fields(schemas[0]),
        documents="\n".join(row([plain(name), plain(title)]) for name, title in DOCUMENTS.items()),
        reasons="\n".join(row([code(reason), words.fault]) for reason, words in WORDS.items()),
        manifest=_fields(schemas[1]),
        files="\n".join(
            row([code(each["file"]), plain(each["title"]), plain(each["section"]), f"{each['vectors']:,}"]) for each in encodings
        ),
    )


def _fields(schema: Any) -> str:
    return "\n".join(row([code(name), meaning.replace("|", "\\|")]) for name, meaning in fields(schema, schema))


def fields(schema: Any, whole: Any) -> Iterator[tuple[str, str]]:
    """The fields of an object that a schema describes, and of the objects in its lists, each once. `whole` is the schema that
    this one is in."""
    seen = set()
    for name, stated in _properties(schema, whole):
        if name not in seen and "description" in stated:
            seen.add(name)
            yield name, stated["description"]
            yield from ((f"{name}[].{field}", meaning) for field, meaning in fields(stated.get("items", {}), whole))


def _properties(schema: Any, whole: Any) -> Iterator[tuple[str, Any]]:
    """The properties that a schema states, and then those that its alternatives state."""
    yield from schema.get("properties", {}).items()
    alternatives: Sequence[Any] = schema.get("oneOf", ())
    for alternative in alternatives:
        yield from _properties(_referred(alternative, whole), whole)


def _referred(schema: Any, whole: Any) -> Any:
    reference = schema.get("$ref")
    return whole["$defs"][reference.rpartition("/")[2]] if reference else schema
