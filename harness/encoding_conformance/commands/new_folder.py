"""Writes a folder atomically: beside its destination, and renamed when it is complete."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from encoding_conformance.data_files.problems import WrongUsage


def why_not(folder: Path) -> str:
    """Returns the reason why a folder may not be written; empty if it is new or empty."""
    return f"{folder} is not empty; name a new folder" if folder.exists() and any(folder.iterdir()) else ""


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Yields an empty folder to write into, which becomes `folder` at the end. An exception removes it. Raises WrongUsage if that
    is impossible."""
    if reason := why_not(folder):
        raise WrongUsage(reason)
    target = folder.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent, ignore_cleanup_errors=True)
    except OSError as error:
        raise WrongUsage(f"{folder} cannot be made: {error.strerror}") from None
    with beside as name:
        new = Path(name, "new")
        new.mkdir()
        yield new
        new.rename(target)
