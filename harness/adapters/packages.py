"""`packages.yaml`, beside a manifest: from which packages its requirements come, and so how to get them."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.adapters.manifest import Implementation
from harness.specification import schema
from harness.specification.faults import DataError
from harness.specification.yamlfile import YamlFile

FILE = "packages.yaml"
DEBIAN, PYPI, NPM = SOURCES = ("debian", "pypi", "npm")

_INSTALLERS = {DEBIAN: "apt-get install", PYPI: f"{shlex.quote(sys.executable)} -m pip install"}
"""Packages of npm are installed by the Makefile of what asks them."""


@dataclass(frozen=True)
class Packages:
    """The names of packages, by where they are to be had: one of SOURCES."""

    by_source: dict[str, tuple[str, ...]]

    def of(self, source: str) -> tuple[str, ...]:
        """Those of one source."""
        return self.by_source.get(source, ())


def read(folder: Path) -> Packages:
    """The packages of the implementation in a folder; none where nothing is said. Raises DataError."""
    if not (folder / FILE).exists():
        return Packages({})
    file = YamlFile(folder / FILE)
    if faults := list(schema.faults(file, "packages")):
        raise DataError(faults)
    return Packages({source: tuple(names) for source, names in file.data.items()})


def to_get(implementation: Implementation, missing: Sequence[str]) -> list[str]:
    """The commands that bring what of its requirements is missing, as far as its folder tells. Raises DataError."""
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
    """The folders in which those that are paths are built: for each the nearest above it that has a Makefile."""
    for name in missing:
        if "/" in name:
            product = Path(os.path.normpath(implementation.folder / name))
            yield from [folder for folder in product.parents if (folder / "Makefile").is_file()][:1]
