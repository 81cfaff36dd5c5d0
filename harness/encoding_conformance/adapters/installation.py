"""Packages, builds and versions of implementations."""

import os
import platform
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from encoding_conformance.adapters.child import SessionFailed, output_of
from encoding_conformance.adapters.manifest import FILE, Implementation, Way
from encoding_conformance.core.text import counted, printable
from encoding_conformance.data_files import schema
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import SCHEMAS

PACKAGES_FILE = "packages.yaml"
"""The file beside a manifest that lists the packages with its requirements."""

_INSTALLERS = {"debian": "apt-get install", "pypi": f"{shlex.quote(sys.executable)} -m pip install"}
"""The commands that install packages, by source. The Makefile of `implementations/npm` installs those of npm."""

_LINES, _LONGEST, _SHOWN = 15, 1 << 14, 100
"""The lines at the beginning and at the end of a failed build's output that are shown, the most bytes that a version command may
print, and the most characters of a version."""

_BUILD_SECONDS, _BUILD_MIB = 1800, 1 << 14
"""The seconds and the memory that a build may take."""

_CLUTTER = re.compile(r"\s{2,}|\s+[(\[]")
"""The beginning of the text after a version, such as a date or a copyright."""


def packages_of(folder: Path) -> Mapping[str, Sequence[str]]:
    """Returns the packages of the implementation in a folder by source. Without a `packages.yaml`, returns an empty mapping.
    Raises DataError if that file has problems."""
    if not (folder / PACKAGES_FILE).exists():
        return {}
    file = YamlFile(folder / PACKAGES_FILE)
    if problems := list(schema.problems(file, SCHEMAS["packages"])):
        raise DataError(problems)
    packages: Mapping[str, Sequence[str]] = file.data
    return packages


def to_get(implementation: Implementation, missing: Sequence[str]) -> list[str]:
    """Returns the commands that install the missing requirements of an implementation, if its folder names packages or a Makefile
    for them. Raises DataError."""
    packages = packages_of(implementation.folder) if missing else {}
    commands = [f"{command} {' '.join(packages[source])}" for source, command in _INSTALLERS.items() if packages.get(source)]
    for name in missing:
        if "/" in name:  # a file, built by the nearest Makefile above it
            product = Path(os.path.normpath(implementation.folder / name))
            folder = next((folder for folder in product.parents if (folder / "Makefile").is_file()), None)
            commands += [f"make -C {shlex.quote(os.path.relpath(folder))}"] if folder else []
    return list(dict.fromkeys(commands))


class FailedBuild(NamedTuple):
    """The reason why a build failed, and the first and last lines of its output."""

    reason: str
    output: tuple[str, ...] = ()


def failure_to_build(implementation: Implementation) -> FailedBuild | None:
    """Builds an implementation in its folder. Returns the failure, or None if the build succeeded or there is nothing to
    build."""
    if not implementation.build:
        return None
    entry, command = f"build in {FILE}:{implementation.build_line}", shlex.join(implementation.build)
    try:
        ended = output_of(implementation.build, implementation, _BUILD_SECONDS, allowance_mib=_BUILD_MIB, merged=True)
    except SessionFailed as failed:
        return FailedBuild(f"cannot build: {failed.failure.text}; install what it needs, or correct {entry}")
    if not ended.returncode:
        return None
    lines = ended.stdout.decode("utf-8", "backslashreplace").splitlines()
    if (left_out := len(lines) - 2 * _LINES) > 0:
        lines[_LINES:-_LINES] = [f"… {counted(left_out, 'line')} …"]
    return FailedBuild(f"the build failed: {command} ended with status {ended.returncode}; see {entry}", tuple(lines))


def bare(version: str) -> str:
    """Returns a version without a date or a copyright after it."""
    return _CLUTTER.split(version)[0]


def is_of(installed: str, stated: str) -> bool:
    """Returns whether the installed version is the stated one, or begins with its words."""
    return f"{installed} ".startswith(f"{stated} ")


def version_of(implementation: Implementation) -> str:
    """Returns the version in the manifest, or the first line that its version command prints; empty if the command fails."""
    if implementation.kind == Way.CODEC and not implementation.version:
        return f"{platform.python_implementation()} {platform.python_version()}"
    if not implementation.version_command:
        return implementation.version
    program, *arguments = implementation.version_command
    if implementation.kind == Way.PYTHON and program in ("python", "python3"):
        program = sys.executable  # not the first `python3` in PATH
    try:
        ended = output_of([program, *arguments], implementation, implementation.seconds_to_start, most=_LONGEST)
    except SessionFailed:
        return ""
    lines = ended.stdout.decode("utf-8", "replace").strip().splitlines()
    return printable(lines[0], _SHOWN) if lines and not ended.returncode else ""
