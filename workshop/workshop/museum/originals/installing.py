"""Installs a version of a library beside a copy of its adapter, with the ordinary client of its registry."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from encoding_conformance.data_folders import IMPLEMENTATIONS
from workshop.museum.originals.original import FILE, FOLDER, Original

_PROTOCOL = (IMPLEMENTATIONS / "protocol" / "javascript", FOLDER / "shared")
"""The modules that adapters in JavaScript share. They find them in the folder `protocol` beside them."""

_DONE = "installed"
"""An empty file that marks a complete folder, so that the next command with the same folder need not install again."""

_NPM = ["npm", "install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
_PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-warn-conflicts"]


class NotInstalled(Exception):
    """The version cannot be installed here. The message says why."""


def missing(original: Original) -> str:
    """Returns the client that this machine lacks, or an empty text."""
    return "npm" if original.registry == "npm" and shutil.which("npm") is None else ""


def install(original: Original, version: str, into: Path) -> Path:
    """Returns a folder with the adapter and this version of the library, and makes it if necessary. Raises NotInstalled."""
    folder = into / version / original.name
    if (folder / _DONE).exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(original.folder, folder, ignore=shutil.ignore_patterns(FILE, "__pycache__"))
    packages = {original.package: version, **original.beside}
    if original.registry == "npm":
        for shared in _PROTOCOL:
            shutil.copytree(shared, folder / "protocol", dirs_exist_ok=True)
        _run([*_NPM, "--prefix", str(folder), *(f"{name}@{number}" for name, number in packages.items())])
    else:
        _run([*_PIP, "--target", str(folder), *(f"{name}=={number}" for name, number in packages.items())])
    (folder / _DONE).touch()
    return folder


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["it printed no error"]
        raise NotInstalled(f"{' '.join(command[-1:])} cannot be installed: {lines[-1]}")
