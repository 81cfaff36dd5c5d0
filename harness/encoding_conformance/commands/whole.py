"""Writes a folder whole: beside the one that it replaces, and renamed when it is complete.

A file in the folder states its kind and the names of its files. Nothing but a folder of the same kind is replaced.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from encoding_conformance.data_files.problems import WrongUsage


@dataclass(frozen=True)
class FolderKind:
    """A kind of folder, which people call so. Such a folder has the file `manifest`, in which the text under the key `format`
    begins in this way. `names` gives the names of its files from the content of that file."""

    called: str
    manifest: str
    format: str
    names: Callable[[Any], set[str]]

    def why_not(self, folder: Path) -> str:
        """Returns why a folder must not be replaced; empty if it may be, or if it is not there."""
        if not folder.exists():
            return ""
        try:
            found = json.loads((folder / self.manifest).read_bytes())
            names, is_one = {self.manifest, *self.names(found)}, found["format"].startswith(self.format)
        except (OSError, ValueError, RecursionError, LookupError, TypeError, AttributeError):
            is_one = False
        if not is_one:
            return f"is there, and is not {self.called}; name a new folder, or {self.called} to replace"
        if others := sorted(path.name for path in folder.iterdir() if path.name not in names):
            return f"is {self.called}, but {others[0]!r} in it is not part of one and would be lost; name a new folder"
        return ""

    @contextmanager
    def written(self, folder: Path) -> Iterator[Path]:
        """An empty folder to write into. It takes the place of `folder` at the end, unless there is an exception, and then
        nothing is left of it. Raises WrongUsage if that is impossible."""
        given, folder = folder, folder.resolve()
        if why := self.why_not(folder):
            raise WrongUsage(f"{given} {why}")
        try:
            beside = TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent, ignore_cleanup_errors=True)
        except OSError as error:
            raise WrongUsage(f"{given} cannot be made: {error.strerror}") from None
        with beside as name:
            new, old = Path(name, "new"), Path(name, "old")
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
