"""Reads `documents.yaml`, which lists the specifications and the sections of each in order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from encoding_conformance.specification import schema
from encoding_conformance.specification.faults import DataError
from encoding_conformance.specification.yamlfile import YamlFile

FILE = "documents.yaml"


def read(folders: Sequence[Path]) -> dict[str, tuple[str, ...]]:
    """The sections of each document, from the folders that have the file. Raises DataError if a file has faults."""
    files = [YamlFile(folder / FILE) for folder in folders if (folder / FILE).exists()]
    if faults := [fault for file in files for fault in schema.faults(file, "documents")]:
        raise DataError(faults)
    return {document: tuple(map(str, sections)) for file in files for document, sections in file.data["documents"].items()}
