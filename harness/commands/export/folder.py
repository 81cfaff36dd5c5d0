"""Writes a folder whole: beside the one that it replaces, and renamed when it is complete."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MANIFEST = "export.json"
"""The file that says that a folder is an export, and of what."""

FORMAT = "encoding-conformance export 1"
_ANY_FORMAT = "encoding-conformance export "

LONG = "long"
"""The folder of what is too long for a line."""

BESIDE = ("README.md", "LICENSE", MANIFEST, "export.schema.json", "vector.schema.json")
"""The files of an export that are not of one encoding."""


class CannotReplace(Exception):
    """A folder is there that must not be replaced, or none can be made. The message says why."""


def fault(folder: Path) -> str:
    """Why an export must not take the place of what is in a folder; empty if it may, and if nothing is there."""
    if not folder.exists():
        return ""
    files = _files(folder)
    if files is None:
        return "is there, and is not an export; name a new folder, or an export to replace"
    if others := sorted(path.name for path in folder.iterdir() if path.name not in files):
        return f"is an export, but {others[0]!r} in it is not part of one and would be lost; name a new folder"
    return ""


def _files(folder: Path) -> set[str] | None:
    """The names of what an export contains, or None for a folder that is not an export."""
    try:
        found = json.loads((folder / MANIFEST).read_bytes())
        if not found["format"].startswith(_ANY_FORMAT):
            return None
        return {*BESIDE, LONG, *(each["file"] for each in found["encodings"])}
    except (OSError, ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None


@contextmanager
def written_whole(folder: Path) -> Iterator[Path]:
    """An empty folder to write into. It takes the place of `folder` at the end, unless there is an exception, and then nothing is
    left of it. Raises CannotReplace if that is impossible."""
    if why := fault(folder):
        raise CannotReplace(why)
    try:
        beside = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise CannotReplace(f"cannot be made: {error.strerror}") from None
    new, old = beside / "new", beside / "old"
    try:
        new.mkdir()
        yield new
        try:
            if folder.exists():
                os.rename(folder, old)
            os.rename(new, folder)
        except BaseException:
            if old.exists() and not folder.exists():
                os.rename(old, folder)
            raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)
