"""Artefacts: data that takes long to make, kept in files, and believed only if they are whole and of the right key.

An artefact's name holds a hash of all that it was made from, code and data. Its first line has the hash of what follows,
so one that was cut short, or is something else, counts as none. Those of a wheel are read from the package; all others are
in the user's cache folder. A cache that cannot be read or written is no error: then things take longer.
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

import harness
from harness.places import COMPILED

_HEAD = b"conform artefact 1 "
_UNUSED = 14 * 24 * 3600
"""Seconds after which an artefact that nobody has read may be deleted."""

_PACKAGE = Path(harness.__file__).parent


def user_folder() -> Path:
    """Where artefacts are written."""
    return platformdirs.user_cache_path("encoding-conformance")


def read(name: str) -> Any:
    """The data of an artefact, or None where there is none that can be believed."""
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
    """Keep data that JSON holds, in the user's folder if none is given. Whoever reads meanwhile sees all of it or none."""
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
    """Delete from the user's folder what nobody has read for long: artefacts of older code and data."""
    with suppress(OSError):
        for file in user_folder().iterdir():
            if time.time() - file.stat().st_mtime > _UNUSED:
                file.unlink()


def key(parts: Iterable[bytes]) -> str:
    """A hash of these parts and of where one ends and the next begins."""
    total = sha256()
    for part in parts:
        total.update(b"%d:" % len(part) + part)
    return total.hexdigest()[:32]


def code(*folders: str) -> str:
    """A hash of the code in these folders of the package. Raises OSError where it cannot be read."""
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
