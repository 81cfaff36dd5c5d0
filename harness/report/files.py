"""Report files: plain, or compressed where the name ends in `.gz` or `.zst`."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import IO

GZIP, ZSTANDARD = ".gz", ".zst"


class NoZstandard(Exception):
    """A file ends in `.zst`, and this Python has nothing that reads or writes it."""


def create(path: Path) -> IO[bytes]:
    """A report to be written. Raises OSError, NoZstandard."""
    if path.suffix == GZIP:
        return gzip.open(path, "wb", compresslevel=6)
    return _zstandard().open(path, "wb") if path.suffix == ZSTANDARD else path.open("wb")


def lines(path: Path) -> Iterator[bytes]:
    """The lines of a report; where a compressed file was cut off, those that are whole. Raises OSError, NoZstandard, and
    ValueError where a file is not compressed in the way that its name says."""
    with _opened(path) as file:
        try:
            yield from file
        except EOFError:
            return
        except (gzip.BadGzipFile, zlib.error):
            raise ValueError(f"is not a {path.suffix} file, though its name says so") from None


def _opened(path: Path) -> IO[bytes]:
    if path.suffix == GZIP:
        return gzip.open(path, "rb")
    return _zstandard().open(path, "rb") if path.suffix == ZSTANDARD else path.open("rb")


def _zstandard() -> ModuleType:
    """The module for Zstandard: Python's own from 3.14 on, or its backport."""
    try:
        from compression import zstd
    except ImportError:
        try:
            from backports import zstd
        except ImportError:
            advice = "pip install 'encoding-conformance[zstd]', or name the file .gz"
            raise NoZstandard(f"this Python cannot read or write Zstandard; {advice}") from None
    return zstd
