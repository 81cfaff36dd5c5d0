"""How the place in a file is shown to the reader of a report."""

from __future__ import annotations

from pathlib import Path

from encoding_conformance import data_folders
from encoding_conformance.core.location import Location


def readable(place: Location) -> Location:
    """Returns the place with a path that is no longer than it must be. The data of an installed package is named from the root
    of the package, as in the repository. Any other file is named from the working directory if it is below it, so that the
    path can be opened, and is linked by a CI service that looks for it in the user's repository."""
    file = Path(place.file)
    for folder in (*_packages(), Path.cwd()):
        if file.is_relative_to(folder):
            return place._replace(file=file.relative_to(folder).as_posix())
    return place


def _packages() -> list[Path]:
    """The root of the installed package; nothing in a checkout, where the data can be opened and edited."""
    return [] if data_folders.IS_CHECKOUT else [data_folders.PACKAGE]
