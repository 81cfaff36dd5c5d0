"""`conform export`: writes all test vectors as JSON Lines."""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

import click

from encoding_conformance import __version__
from encoding_conformance.commands.new_folder import new_folder
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import values_involved
from encoding_conformance.core.notation import sequence_text
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import WORDS, Vector
from encoding_conformance.data_files.edition import Edition, edition
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.data_folders import LICENSE
from encoding_conformance.report.markdown import code, plain

_FILES = Path(__file__).parent / "export_files"

FORMAT = "encoding-conformance export 1"

_SCHEMAS = ("vector.schema.json", "export.schema.json")
"""The files with the schemas of a line and of the manifest."""

LONGEST = 1 << 12
"""The most bytes, or characters of values, of an input or result in a line."""

Files = dict[str, str]
"""Sequences in the notation of the vectors, by file."""


def line_of(vector: Vector, encoding: Encoding, requirements: Mapping[str, Requirement], files: Files) -> dict[str, Any]:
    """Returns the JSON object of a vector. Adds long sequences to `files`."""
    optional = encoding.optional.outcomes and encoding.takes_optional(values_involved(vector.operation, vector.permitted))
    permitted: list[dict[str, Any]] = []
    for number, outcome in enumerate(vector.permitted, 1):
        if isinstance(outcome, Rejection):
            permitted.append({"outcome": "reject", "offset": outcome.offset, "reason": outcome.text or None})
        else:
            suffix = f"-{number}" if len(vector.permitted) > 1 else ""
            permitted.append({"outcome": "ok"} | _stated("result", outcome.value, vector, files, suffix))
    return {
        "id": str(vector.id),
        "operation": vector.operation.kind,
        **_stated("input", vector.operation.input, vector, files),
        "permitted": permitted,
        "may_refuse": bool(optional),
        "note": vector.note,
        "requirements": [
            {"id": id, "section": requirements[id].section, "sentence": requirements[id].text} for id in vector.requirements
        ],
    }


def _stated(name: str, sequence: bytes | tuple[int, ...], vector: Vector, files: Files, suffix: str = "") -> dict[str, str]:
    """Returns a field with a sequence, or with the name of its file if it is too long for a line."""
    if isinstance(sequence, bytes):
        length, text = len(sequence), sequence.hex(" ").upper()
    else:
        text = " ".join([f"{value:X}" for value in sequence])
        length = len(text)
    if length <= LONGEST:
        return {name: text}
    file = f"long/{vector.id}/{name}{suffix}.txt"
    files[file] = sequence_text(sequence)
    return {f"{name}_file": file}


def fields(schema: Any, whole: Any) -> Iterator[tuple[str, str]]:
    """Yields the fields of an object and their descriptions from its schema, then those of its alternatives. Fields of objects in
    a list follow the list. `whole` is the complete schema."""
    alternatives = [whole["$defs"][each["$ref"].rpartition("/")[2]] for each in schema.get("oneOf", ()) if "$ref" in each]
    for name, stated in chain.from_iterable(each.get("properties", {}).items() for each in (schema, *alternatives)):
        if "description" in stated:
            yield name, stated["description"]
            yield from ((f"{name}[].{field}", meaning) for field, meaning in fields(stated.get("items", {}), whole))


@click.command("export")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
def command(folder: Path) -> int:
    """Write all test vectors as JSON Lines, with their JSON Schema.

    Programs can read them without the harness.

    DIR is a new or empty folder. It gets a file for each encoding, the JSON Schema of a line, and a README that explains every
    field. DIR appears only when it is complete.
    """
    suite = load_suite()
    of = edition(suite)
    with new_folder(folder) as new:
        count = _write(suite, of, new)
    click.echo(f"{folder} has {count:,} test vectors of {len(suite.encodings)} encodings, version {of.version}, hash {of.hash}")
    return 0


def _write(suite: Suite, of: Edition, folder: Path) -> int:
    """Writes an export into an empty folder, and returns the number of its vectors. Raises OSError."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # slow to import, and the help does not need it

    encodings: list[dict[str, Any]] = []
    rejecting: list[str] = []
    count = 0
    for id, encoding in suite.encodings.items():
        long: Files = {}
        objects = (line_of(vector, encoding, suite.requirements, long) for vector in suite.vectors_of(id))
        lines = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in objects]
        rejecting += [line for line in lines if '"outcome":"reject"' in line]
        content = "".join([f"{line}\n" for line in lines]).encode("utf-8")
        (folder / f"{id}.jsonl").write_bytes(content)
        for name, text in long.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(f"{text}\n", encoding="utf-8")
        count += len(lines)
        encodings.append(
            {
                "id": id,
                "title": encoding.title,
                "section": encoding.section,
                "file": f"{id}.jsonl",
                "vectors": len(lines),
                "sha256": sha256(content).hexdigest(),
            }
        )
    manifest = {"format": FORMAT, "version": of.version, "hash": of.hash, "harness": __version__, "encodings": encodings}
    (folder / "export.json").write_text(json.dumps(manifest, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    for file in (*(_FILES / name for name in _SCHEMAS), LICENSE):
        (folder / file.name).write_bytes(file.read_bytes())
    pages = Environment(loader=FileSystemLoader(_FILES), undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True)
    pages.filters.update(code=code, plain=plain)
    schemas = [json.loads((_FILES / name).read_bytes()) for name in _SCHEMAS]
    text = pages.get_template("README.template.md").render(
        manifest=manifest,
        count=count,
        example=min(rejecting, key=len),
        fields_of_line=fields(schemas[0], schemas[0]),
        fields_of_manifest=fields(schemas[1], schemas[1]),
        reasons=WORDS,
        documents=suite.documents,
    )
    (folder / "README.md").write_text(text, encoding="utf-8")
    return count
