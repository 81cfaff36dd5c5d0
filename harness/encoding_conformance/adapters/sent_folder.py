"""Sends folders to other machines: packed, unless they are there already."""

import io
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from encoding_conformance.adapters.cluster_work import Unfit
from encoding_conformance.data_files import artefacts
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.data_files.suite import hashed

MOST_MIB = 16
"""The most that the files of a folder may take to be sent."""

_LEFT_OUT = {"__pycache__", ".git"}


class SentFolder(NamedTuple):
    """A folder, the hash of its files, and these as a tar archive, unless they are too large."""

    path: str
    hash: str
    packed: bytes | None


def sent(folder: Path) -> SentFolder:
    """Returns a folder as it is sent. Raises WrongUsage."""
    try:
        hash, packed = _hash(folder), io.BytesIO()
        if sum(file.stat().st_size for file in _files(folder)) > MOST_MIB << 20:
            return SentFolder(str(folder), hash, None)
        with tarfile.open(fileobj=packed, mode="w:gz", dereference=True) as archive:
            for file in _files(folder):
                archive.add(file, file.relative_to(folder).as_posix())
    except OSError as error:
        raise WrongUsage(f"{folder}: cannot be sent to the workers: {error.filename}: {error.strerror}") from None
    return SentFolder(str(folder), hash, packed.getvalue())


def found(given: SentFolder) -> tuple[Path, bool]:
    """Returns where a folder is on this machine, and whether it was there already: at its own path with the same files, or else
    unpacked in the user's cache, which loses what nobody used for two weeks. Raises Unfit."""
    path, unpacked = Path(given.path), _unpacked() / given.hash
    if path.is_dir() and _hash(path) == given.hash:
        return path, True
    with suppress(OSError):
        os.utime(unpacked)
        return unpacked, False
    if given.packed is None:
        why = f"its files take more than {MOST_MIB} MiB, so it is not sent"
        raise Unfit(f"{path} is not there with the same files, and {why}; put it at that path")
    artefacts.delete_unused(unpacked.parent)
    unpacked.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=unpacked.parent) as place:
        with tarfile.open(fileobj=io.BytesIO(given.packed)) as archive:
            archive.extractall(place, filter="data")
        try:
            os.rename(place, unpacked)
        except OSError:  # another process was faster
            return unpacked, False
        os.mkdir(place)
    return unpacked, False


def _unpacked() -> Path:
    """Returns the folder with what was unpacked, which is beside the cache."""
    return artefacts.user_folder().with_name("encoding-conformance-folders")


def _files(folder: Path) -> Iterator[Path]:
    """Yields the files in a folder. Raises OSError if one cannot be listed."""

    def fail(error: OSError) -> None:
        raise error

    for place, folders, files in os.walk(folder, onerror=fail):
        folders[:] = sorted(set(folders) - _LEFT_OUT)
        yield from (path for name in sorted(files) if (path := Path(place, name)).is_file())


def _hash(folder: Path) -> str:
    """Returns a hash of the names, modes and contents of the files in a folder. Raises OSError."""
    return hashed(
        part
        for file in _files(folder)
        for part in (os.fsencode(file.relative_to(folder)), b"x" if os.access(file, os.X_OK) else b"", file.read_bytes())
    )
