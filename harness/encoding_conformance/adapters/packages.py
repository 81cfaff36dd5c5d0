"""Reads `packages.yaml`, which stands next to a manifest and lists the packages that provide its requirements."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.specification import schema
from encoding_conformance.specification.faults import DataError
from encoding_conformance.specification.yamlfile import YamlFile

FILE = "packages.yaml"
DEBIAN, PYPI, NPM = SOURCES = ("debian", "pypi", "npm")

_INSTALLERS = {DEBIAN: "apt-get install", PYPI: f"{shlex.quote(sys.executable)} -m pip install"}
"""The commands that install packages. The Makefile of `implementations/npm` installs those of npm."""


@dataclass(frozen=True)
class Packages:
    """The names of packages by their source, which is one of SOURCES."""

    by_source: dict[str, tuple[str, ...]]

    def of(self, source: str) -> tuple[str, ...]:
        """The packages of one source."""
        return self.by_source.get(source, ())


def read(folder: Path) -> Packages:
    """The packages of the implementation in a folder; none if it has no `packages.yaml`. Raises DataError if that has faults."""
    if not (folder / FILE).exists():
        return Packages({})
    file = YamlFile(folder / FILE)
    if faults := list(schema.faults(file, "packages")):
        raise DataError(faults)
    return Packages({source: tuple(names) for source, names in file.data.items()})


def to_get(implementation: Implementation, missing: Sequence[str]) -> list[str]:
    """The commands that install the missing requirements of an implementation, as far as its folder names them. Raises
    DataError."""
    if not missing:
        return []
    packages = read(implementation.folder)
    sources = [source for source in _INSTALLERS if packages.of(source)]
    folders = dict.fromkeys(_built_in(implementation, missing))
    return [
        *(f"{_INSTALLERS[source]} {' '.join(packages.of(source))}" for source in sources),
        *(f"make -C {shlex.quote(os.path.relpath(folder))}" for folder in folders),
    ]


def _built_in(implementation: Implementation, missing: Sequence[str]) -> Iterator[Path]:
    """The folders in which the missing files are built: for each file, the nearest folder above it that has a Makefile."""
    for name in missing:
        if "/" in name:
            product = Path(os.path.normpath(implementation.folder / name))
            yield from [folder for folder in product.parents if (folder / "Makefile").is_file()][:1]
