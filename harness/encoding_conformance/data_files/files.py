"""Reads regular files up to a size limit, and writes files atomically."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from encoding_conformance.data_files.problems import WrongUsage


@contextmanager
def open_file(path: Path) -> Iterator[BinaryIO]:
    """Yields a regular file, opened to read. Raises OSError, also for any other file."""
    with open(path, "rb", opener=_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "expected a regular file", str(path))
        yield file


def read_file(path: Path, most: int) -> bytes:
    """Returns the content of a regular file of at most `most` bytes. Raises OSError, also for any other file."""
    with open_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most or len(data := file.read(size + 1)) > most:
            raise OSError(errno.EFBIG, f"has more than {most:,} bytes", str(path))
    return data


def _at_once(path: str, flags: int) -> int:
    """Opens a file without waiting for the other end of a pipe."""
    return os.open(path, flags | os.O_NONBLOCK)


def write_file(path: Path, data: bytes) -> None:
    """Writes a file under a temporary name and renames it, so that nobody sees half of it. It replaces an old file or link.
    Writes directly to a device or pipe. Raises OSError."""
    if _is_device(path):
        try:
            path.write_bytes(data)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        return
    beside = path.with_name(f".{path.name[:100]}-{token_hex(8)}")
    try:
        with beside.open("xb") as file:
            file.write(data)
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None


def append_to(path: Path) -> BinaryIO:
    """Opens a file that is written line by line. It replaces a link. Raises OSError."""
    if path.is_symlink() and not _is_device(path):
        path.unlink()
    return path.open("ab")


def remove_file(path: Path) -> None:
    """Removes a file that will be written later. Raises OSError if it could not be written."""
    write_file(path, b"")
    if not _is_device(path):
        path.unlink()


def _is_device(path: Path) -> bool:
    """Returns whether a path is a device or a pipe, or a link of the system to an open file, such as `/dev/stdout`."""
    is_of_system = path.absolute().parts[1:2] in (("dev",), ("proc",))
    return is_of_system or (path.exists() and not path.is_file() and not path.is_dir())


def subfolder(folder: Path, *names: str) -> Path:
    """Returns the path of a folder in another one, which others may have made. Creates missing folders. Raises WrongUsage if one
    of them, including the first, or an entry of the last one is a link."""
    _must_be_no_link(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        folder /= name
        _must_be_no_link(folder)
        folder.mkdir(exist_ok=True)
    for entry in os.scandir(folder):
        _must_be_no_link(Path(entry))
    return folder.resolve()


def _must_be_no_link(path: Path) -> None:
    if path.is_symlink():
        raise WrongUsage(f"{path}: is a link; expected a file or folder, because it may be written to")
