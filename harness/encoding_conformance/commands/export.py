"""`conform export`"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import click

from encoding_conformance import __version__
from encoding_conformance.commands.arguments import load_suite
from encoding_conformance.commands.whole import CannotReplace, Kind
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import values_involved
from encoding_conformance.core.notation import result_text, whole_input_text
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import WORDS, Permitted, Vector
from encoding_conformance.data_folders import LICENSE
from encoding_conformance.report.markdown import code, plain, row
from encoding_conformance.specification.suite import Edition, Suite, edition

_FILES = Path(__file__).parent / "export_files"

MANIFEST = "export.json"
"""The file that says that a folder is an export, and of what."""

FORMAT = "encoding-conformance export 1"

LONG = "long"
"""The folder of what is too long for a line."""

BESIDE = ("README.md", "LICENSE", MANIFEST, "export.schema.json", "vector.schema.json")
"""The files of an export that are not of one encoding."""


def _names(manifest: Any) -> set[str]:
    return {*BESIDE, LONG, *(each["file"] for each in manifest["encodings"])}


EXPORT = Kind("an export", MANIFEST, FORMAT.rstrip("1"), _names)


LONGEST = 1 << 12
"""The most bytes, or characters of values, that a line has of one input or result."""

Files = dict[str, str]
"""Sequences in the notation of the vectors, by the file for each."""


def line_of(vector: Vector, encoding: Encoding, requirements: Mapping[str, Requirement], files: Files) -> dict[str, Any]:
    """Returns the object of a vector. What is too long for it is added to `files`."""
    operation = vector.operation
    written = _plainly(operation.input)
    if written is None:
        files[_long_file(vector, "input")] = whole_input_text(operation)
    return {
        "id": str(vector.id),
        "operation": operation.kind,
        **({"input_file": _long_file(vector, "input")} if written is None else {"input": written}),
        "permitted": [_outcome(vector, number, outcome, files) for number, outcome in enumerate(vector.permitted, 1)],
        "may_refuse": _may_refuse(vector, encoding),
        "note": vector.note,
        "requirements": [
            {"id": id, "section": requirements[id].section, "sentence": requirements[id].text} for id in vector.requirements
        ],
    }


def _outcome(vector: Vector, number: int, outcome: Permitted, files: Files) -> dict[str, Any]:
    if isinstance(outcome, Rejection):
        return {"outcome": "reject", "offset": outcome.offset, "reason": outcome.text or None}
    written = _plainly(outcome.value)
    if written is not None:
        return {"outcome": "ok", "result": written}
    file = _long_file(vector, "result" if len(vector.permitted) == 1 else f"result-{number}")
    files[file] = result_text(outcome)
    return {"outcome": "ok", "result_file": file}


def _plainly(sequence: bytes | tuple[int, ...]) -> str | None:
    """Bytes or values without repetitions, or None if that is too long for a line."""
    if isinstance(sequence, bytes):
        return sequence.hex(" ").upper() if len(sequence) <= LONGEST else None
    written = " ".join([f"{value:X}" for value in sequence])
    return written if len(written) <= LONGEST else None


def _long_file(vector: Vector, what: str) -> str:
    return f"long/{vector.id}/{what}.txt"


def _may_refuse(vector: Vector, encoding: Encoding) -> bool:
    if not encoding.optional.outcomes:
        return False
    return encoding.takes_optional(values_involved(vector.operation, vector.permitted))


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
    """Returns the text. `example` is a line, and `schemas` are those of a line and of the manifest."""
    encodings = manifest["encodings"]
    return (
        (_FILES / "README.template.md")
        .read_text(encoding="utf-8")
        .format(
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
                row([code(each["file"]), plain(each["title"]), plain(each["section"]), f"{each['vectors']:,}"])
                for each in encodings
            ),
        )
    )


def _fields(schema: Any) -> str:
    return "\n".join(row([code(name), meaning.replace("|", "\\|")]) for name, meaning in fields(schema, schema))


def fields(schema: Any, whole: Any) -> Iterator[tuple[str, str]]:
    """Yields the fields of an object that a schema describes, and of the objects in its lists, each once. `whole` is the schema
    that this one is in."""
    seen = set()
    for name, stated in _properties(schema, whole):
        if name not in seen and "description" in stated:
            seen.add(name)
            yield name, stated["description"]
            yield from ((f"{name}[].{field}", meaning) for field, meaning in fields(stated.get("items", {}), whole))


def _properties(schema: Any, whole: Any) -> Iterator[tuple[str, Any]]:
    """Yields the properties that a schema states, and then those that its alternatives state."""
    yield from schema.get("properties", {}).items()
    alternatives: Sequence[Any] = schema.get("oneOf", ())
    for alternative in alternatives:
        yield from _properties(_referred(alternative, whole), whole)


def _referred(schema: Any, whole: Any) -> Any:
    reference = schema.get("$ref")
    return whole["$defs"][reference.rpartition("/")[2]] if reference else schema


_SCHEMAS = ("vector.schema.json", "export.schema.json")


@click.command("export")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
def command(folder: Path) -> int:
    """Write all test vectors as JSON Lines, with their JSON Schema.

    Programs that know nothing of the harness can read them.

    DIR is a new folder, or an export, which is replaced. It gets a file for each encoding, the JSON Schema of a line, and a
    README that explains every field. Nothing is written there until all of it is complete.
    """
    suite = load_suite(())
    of = edition(suite)
    try:
        with EXPORT.written(folder.resolve()) as new:
            manifest = _write(suite, of, new)
    except CannotReplace as error:
        raise click.ClickException(f"{folder} {error}") from None
    count = sum(each["vectors"] for each in manifest["encodings"])
    click.echo(
        f"{folder} has {count:,} test vectors of {len(manifest['encodings'])} encodings, version {of.version}, hash {of.hash}"
    )
    return 0


def _write(suite: Suite, of: Edition, folder: Path) -> dict[str, Any]:
    """Writes an export into an empty folder, and returns what its manifest says. Raises OSError."""
    encodings = [_write_encoding(suite, id, folder) for id in suite.encodings]
    manifest = {
        "format": FORMAT,
        "version": of.version,
        "hash": of.hash,
        "harness": __version__,
        "encodings": encodings,
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    texts = [(_FILES / name).read_text(encoding="utf-8") for name in _SCHEMAS]
    for name, text in zip(_SCHEMAS, texts):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "LICENSE").write_text(LICENSE.read_text(encoding="utf-8"), encoding="utf-8")
    of_line, of_manifest = map(json.loads, texts)
    text = readme(of, manifest, _example(folder, encodings), (of_line, of_manifest))
    (folder / "README.md").write_text(text, encoding="utf-8")
    return manifest


def _write_encoding(suite: Suite, id: str, folder: Path) -> dict[str, Any]:
    """Writes the vectors of an encoding, and returns what the manifest says of them."""
    encoding, vectors = suite.encodings[id], suite.vectors_of(id)
    long: Files = {}
    lines = [_json(line_of(vector, encoding, suite.requirements, long)) for vector in vectors]
    content = "".join([f"{line}\n" for line in lines]).encode("utf-8")
    (folder / f"{id}.jsonl").write_bytes(content)
    for name, text in long.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{text}\n", encoding="utf-8")
    return {
        "id": id,
        "title": encoding.title,
        "section": encoding.section,
        "file": f"{id}.jsonl",
        "vectors": len(vectors),
        "sha256": sha256(content).hexdigest(),
    }


def _example(folder: Path, encodings: Sequence[dict[str, Any]]) -> str:
    """Returns the shortest line, of all encodings, that has a rejection."""
    texts = (folder.joinpath(each["file"]).read_text(encoding="utf-8") for each in encodings)
    lines = [line for text in texts for line in text.splitlines() if '"outcome":"reject"' in line]
    return min(lines, key=len)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
