"""`conform export`"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import click

from encoding_conformance import __version__
from encoding_conformance.commands.arguments import load_suite
from encoding_conformance.commands.export.folder import EXPORT, FORMAT, MANIFEST
from encoding_conformance.commands.export.lines import Files, line_of
from encoding_conformance.commands.export.readme import readme
from encoding_conformance.commands.whole import CannotReplace
from encoding_conformance.data_folders import LICENSE
from encoding_conformance.specification.edition import Edition, edition
from encoding_conformance.specification.suite import Suite

_HERE = Path(__file__).parent
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
    texts = [(_HERE / name).read_text(encoding="utf-8") for name in _SCHEMAS]
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
    """The shortest line, of all encodings, that has a rejection."""
    texts = (folder.joinpath(each["file"]).read_text(encoding="utf-8") for each in encodings)
    lines = [line for text in texts for line in text.splitlines() if '"outcome":"reject"' in line]
    return min(lines, key=len)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
