"""Reads a folder of raw inputs: what a fuzzer found, or a corpus."""

from collections.abc import Iterator
from pathlib import Path

from encoding_conformance.data_files.files import read_file

LONGEST = 1 << 20
"""The most bytes of an input."""


def raw_inputs(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yields the name and the bytes of each file in a folder and its subfolders, in the order of the names. Hidden files are left
    out, and so are folders that are links. Raises OSError, also for what is no regular file or too long."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if any(part.startswith(".") for part in path.relative_to(folder).parts) or path.is_dir():
            continue
        yield name, read_file(path, LONGEST)
