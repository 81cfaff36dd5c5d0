"""What an export consists of, and how it is written whole."""

from __future__ import annotations

from typing import Any

from encoding_conformance.commands.whole import Kind

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
