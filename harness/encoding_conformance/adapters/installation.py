"""Reads `packages.yaml`, which stands next to a manifest and lists the packages that provide its requirements."""

from __future__ import annotations

import os
import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from encoding_conformance.adapters.child import Child, Ended, Failed, Overdue
from encoding_conformance.adapters.codec import printable
from encoding_conformance.adapters.manifest import CODEC, PYTHON, Implementation
from encoding_conformance.specification import schema
from encoding_conformance.specification.faults import DataError
from encoding_conformance.specification.yamlfile import YamlFile

PACKAGES_FILE = "packages.yaml"
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


def read_packages(folder: Path) -> Packages:
    """The packages of the implementation in a folder; none if it has no `packages.yaml`. Raises DataError if that has faults."""
    if not (folder / PACKAGES_FILE).exists():
        return Packages({})
    file = YamlFile(folder / PACKAGES_FILE)
    if faults := list(schema.faults(file, "packages")):
        raise DataError(faults)
    return Packages({source: tuple(names) for source, names in file.data.items()})


def to_get(implementation: Implementation, missing: Sequence[str]) -> list[str]:
    """The commands that install the missing requirements of an implementation, as far as its folder names them. Raises
    DataError."""
    if not missing:
        return []
    packages = read_packages(implementation.folder)
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


_LINES = 20
"""The number of lines of a failed build's output that are told. The last ones are told."""


class FailedBuild(NamedTuple):
    """Why a build failed, and the last lines of its output."""

    reason: str
    output: tuple[str, ...] = ()


def failure_to_build(implementation: Implementation) -> FailedBuild | None:
    """Runs the command that builds an implementation, in its folder. Returns how it failed; None if it succeeded, or if there
    is nothing to build."""
    if not implementation.build:
        return None
    try:
        ended = subprocess.run(
            implementation.build,
            cwd=implementation.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="backslashreplace",
        )
    except OSError as error:
        return FailedBuild(f"cannot build: {shlex.join(implementation.build)}: {error.strerror}")
    if not ended.returncode:
        return None
    reason = f"the build failed: {shlex.join(implementation.build)} ended with status {ended.returncode}"
    return FailedBuild(reason, tuple(ended.stdout.splitlines()[-_LINES:]))


_LONGEST_VERSION = 1 << 16
"""The most bytes that a version command may print."""

_SHOWN = 100
"""The most characters of a version."""

_CLUTTER = re.compile(r"\s{2,}|\s+[(\[]")
"""What follows the version in the output of a program, such as a date or a copyright."""


def bare(version: str) -> str:
    """The text of a version without a date or a copyright behind it."""
    return _CLUTTER.split(version)[0]


def is_of(installed: str, stated: str) -> bool:
    """Whether what is installed is what a manifest states: the same text, or one that begins with its words."""
    return f"{installed} ".startswith(f"{stated} ")


def platform_here() -> str:
    """The system and the machine, such as `Linux x86_64`."""
    return f"{platform.system()} {platform.machine()}"


def version_of(implementation: Implementation) -> str:
    """The version in the manifest, or the first line that its version command prints; empty if the command fails."""
    if implementation.kind == CODEC and not implementation.version:
        return f"{platform.python_implementation()} {platform.python_version()}"
    if not implementation.version_command:
        return implementation.version
    lines = _printed(implementation).decode("utf-8", "replace").strip().splitlines()
    return printable(lines[0], _SHOWN) if lines else ""


def _version_command(implementation: Implementation) -> Sequence[str]:
    """The version command. A Python plug-in runs in this Python, whichever `python3` is the first in PATH."""
    program, *arguments = implementation.version_command
    in_this = implementation.kind == PYTHON and program in ("python", "python3")
    return [sys.executable if in_this else program, *arguments]


def _printed(implementation: Implementation) -> bytes:
    """The output of the version command; nothing if it fails or prints without end."""
    command, printed = _version_command(implementation), b""
    try:
        child = Child(
            command,
            implementation.folder,
            implementation.seconds_to_start,
            implementation.memory_mib,
            environment=implementation.variables,
        )
    except Failed:
        return b""
    try:
        for piece in child.hear():
            printed += piece
            if len(printed) > _LONGEST_VERSION:
                break
    except (Ended, Overdue):
        pass
    finally:
        child.kill()
    return b"" if child.process.returncode else printed
