"""Reads a folder of raw inputs: the findings of a fuzzer, or a corpus."""

from collections.abc import Iterator
from pathlib import Path

from encoding_conformance.data_files.files import read_file

LONGEST = 1 << 20
"""The most bytes of an input."""


def raw_inputs(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yields the name and the bytes of each file in a folder and its subfolders, in the order of the names. Skips hidden files
    and linked folders. Raises OSError, also for a file that is not regular or too long."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if any(part.startswith(".") for part in path.relative_to(folder).parts) or path.is_dir():
            continue
        yield name, read_file(path, LONGEST)
