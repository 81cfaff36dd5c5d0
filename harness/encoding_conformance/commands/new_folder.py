"""Writes a folder as a whole: beside its place, and renamed when it is complete."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from encoding_conformance.data_files.problems import WrongUsage


def why_not(folder: Path) -> str:
    """Returns why nothing may be written to a folder; empty if it is new or empty."""
    return f"{folder} is not empty; name a new folder" if folder.exists() and any(folder.iterdir()) else ""


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Gives an empty folder to write into, which becomes `folder` at the end. After an exception, nothing is left of it. Raises
    WrongUsage if that is impossible."""
    if reason := why_not(folder):
        raise WrongUsage(reason)
    place = folder.resolve()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = TemporaryDirectory(prefix=f".{place.name}-", dir=place.parent, ignore_cleanup_errors=True)
    except OSError as error:
        raise WrongUsage(f"{folder} cannot be made: {error.strerror}") from None
    with beside as name:
        new = Path(name, "new")
        new.mkdir()
        yield new
        new.rename(place)
