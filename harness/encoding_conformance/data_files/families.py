"""The files of a folder of data: families of encodings, each in a folder of its own."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

ENCODINGS, REQUIREMENTS, DOCUMENTS = "encodings.yaml", "requirements.yaml", "documents.yaml"

FORM = f"a family's folder holds {ENCODINGS}, {REQUIREMENTS}, vectors/*.yaml or some of them"

_VECTORS = ("vectors", "edges")
"""The folders of vectors: those that were written by hand, and those that follow from tables."""


def families(folder: Path) -> list[Path]:
    """Returns the folder itself if it has a family's files, and otherwise the folders in it that have them."""
    if _is_family(folder):
        return [folder]
    return sorted(path for path in folder.iterdir() if _is_family(path)) if folder.is_dir() else []


def vector_files(family: Path) -> list[Path]:
    """Returns the files of vectors in a family's folder."""
    return [path for name in _VECTORS for path in sorted(family.glob(f"{name}/*.yaml"))]


def misnamed(family: Path) -> Iterator[Path]:
    """Yields the files in a family's folder that are not read because their names end in .yml."""
    for folder in (family, *(family / name for name in _VECTORS)):
        yield from folder.glob("*.yml")


def files(folder: Path) -> list[Path]:
    """Returns all files of data in a folder."""
    paths = ((family / ENCODINGS, family / REQUIREMENTS, *vector_files(family)) for family in families(folder))
    return [path for path in chain.from_iterable(paths) if path.exists()]


def _is_family(folder: Path) -> bool:
    return any(next(folder.glob(f"{name}.y*ml"), None) for name in ("encodings", "requirements", "vectors/*"))
