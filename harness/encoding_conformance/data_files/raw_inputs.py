"""Reads a folder of raw inputs: what a fuzzer found, or a corpus."""

from collections.abc import Iterator
from pathlib import Path

from encoding_conformance.core.text import counted
from encoding_conformance.data_files.problems import WrongUsage

LONGEST = 1 << 20
"""The most bytes of an input."""


def raw_inputs(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yields the name and the bytes of each file in a folder and its subfolders, in the order of the names. Hidden files are left
    out, and so are folders that are links. Raises WrongUsage for what is no file or too long, and OSError."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if any(part.startswith(".") for part in path.relative_to(folder).parts) or path.is_dir():
            continue
        if not path.is_file():
            raise WrongUsage(f"{path}: is no regular file; an input is a file of raw bytes")
        if (size := path.stat().st_size) > LONGEST:
            raise WrongUsage(f"{path}: has {counted(size, 'byte')}; an input has at most {LONGEST:,}")
        yield name, path.read_bytes()
