"""Report files, which are compressed if the name ends in `.gz` or `.zst`."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Literal, cast

GZIP, ZSTANDARD = ".gz", ".zst"

_ZSTANDARD = ("compression.zstd", "backports.zstd")


class NoZstandard(Exception):
    """The name of a file ends in `.zst`, but this Python cannot read or write such files."""


def is_compressed(path: Path) -> bool:
    """Whether a report with this name is compressed."""
    return path.suffix in (GZIP, ZSTANDARD)


def create(path: Path) -> IO[bytes]:
    """A new report file, open for writing. Raises OSError if it cannot be created, and NoZstandard."""
    return _open(path, "wb")


def lines(path: Path) -> Iterator[bytes]:
    """The lines of a report. If a compressed file was cut off, these are the complete lines. Raises OSError if it cannot be
    read, NoZstandard, and ValueError if it is not compressed in the way that its name says."""
    damaged = (gzip.BadGzipFile, zlib.error, *([_zstandard().ZstdError] if path.suffix == ZSTANDARD else []))
    with _open(path, "rb") as file:
        try:
            yield from file
        except EOFError:
            return
        except damaged:
            raise ValueError(f"is not a {path.suffix} file, though its name says so") from None


def _open(path: Path, mode: Literal["rb", "wb"]) -> IO[bytes]:
    if path.suffix == GZIP:
        return cast(IO[bytes], gzip.open(path, mode))
    return _zstandard().open(path, mode) if path.suffix == ZSTANDARD else path.open(mode)


def _zstandard() -> Any:
    """The module for Zstandard: Python's own from 3.14 on, or its backport."""
    for name in _ZSTANDARD:
        with suppress(ImportError):
            return import_module(name)
    advice = "pip install 'encoding-conformance[zstd]', or name the file .gz"
    raise NoZstandard(f"this Python cannot read or write Zstandard; {advice}")
