"""Artefacts: files with data that takes long to make, which are used only if they are complete and have the right key.

An artefact's name contains a hash of everything that it was made from, code and data. Its first line has the hash of the
rest, so a file that was cut short, or is something else, is ignored. The artefacts of a wheel are in the package; all others
are in the user's cache folder. It is not an error if the cache cannot be read or written. Commands then only take longer.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
import zlib
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import platformdirs

import encoding_conformance
from encoding_conformance.data_folders import COMPILED

_HEAD = b"conform artefact 1 "
_UNUSED = 14 * 24 * 3600
"""The seconds after which an artefact that no command has read may be deleted."""

_PACKAGE = Path(encoding_conformance.__file__).parent


def user_folder() -> Path:
    """The folder to which artefacts are written."""
    return platformdirs.user_cache_path("encoding-conformance")


def read(name: str) -> Any:
    """The data of an artefact, or None if there is no intact artefact with this name."""
    for folder in (COMPILED, user_folder()):
        try:
            content = (folder / name).read_bytes()
        except OSError:
            continue
        if (found := _parsed(content)) is not None:
            _mark_used(folder / name)
            return found
    return None


def write(name: str, data: Any, folder: Path | None = None) -> None:
    """Keeps data that JSON can hold, in the user's folder unless another is given. A command that reads at the same time sees
    all of it or none."""
    folder = folder or user_folder()
    packed = zlib.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8"), 6)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(_HEAD + sha256(packed).hexdigest().encode() + b"\n" + packed)
            os.replace(temporary, folder / name)
        except OSError:
            os.unlink(temporary)
    except OSError:
        pass


def delete_unused() -> None:
    """Deletes from the user's folder what no command has read for long: artefacts of older code and data."""
    with suppress(OSError):
        for file in user_folder().iterdir():
            if time.time() - file.stat().st_mtime > _UNUSED:
                file.unlink()


def key(parts: Iterable[bytes]) -> str:
    """A hash of these parts and of the boundaries between them."""
    total = sha256()
    for part in parts:
        total.update(b"%d:" % len(part) + part)
    return total.hexdigest()[:32]


def code(*folders: str) -> str:
    """A hash of the code in these folders of the package. Raises OSError if it cannot be read."""
    files = sorted(path for folder in folders for path in (_PACKAGE / folder).rglob("*.py"))
    return key(part for path in files for part in (path.relative_to(_PACKAGE).as_posix().encode(), path.read_bytes()))


def _parsed(content: bytes) -> Any:
    head, _, packed = content.partition(b"\n")
    if head != _HEAD + sha256(packed).hexdigest().encode():
        return None
    try:
        return json.loads(zlib.decompress(packed))
    except (ValueError, zlib.error):
        return None


def _mark_used(file: Path) -> None:
    with suppress(OSError):
        os.utime(file)
