"""A wheel has one package beside the reference codecs, and brings its data compiled, so that the first command need not do it.

`harness` and `mutants` are names that others may have at the top level of `site-packages`. In a wheel, they are in the package
`encoding_conformance`, next to the data, as in the repository. Whatever names one of their modules names it with that package.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_HOME = "encoding_conformance"
_MOVED = ("harness", "mutants")
_COPIED_BY_NEW = Path("harness", "templates")
"""The folder of plug-ins to start from, which know nothing of the packages."""

_REPORTS = "implementations/*/REPORT*.md"
"""The reports for upstream, which a site shows. The implementations that need other libraries are not in a wheel."""

_DATA = ("vectors", "implementations")
"""The folders that must be there when data is compiled."""

_ALTERNATIVES = "|".join(_MOVED)
_DOTTED = re.compile(rf"(?<![\w./-])(?:{_ALTERNATIVES})(?:\.\w+)+")
_FROM = re.compile(rf"^(\s*)from ({_ALTERNATIVES}) import ", re.MULTILINE)
_IMPORT = re.compile(rf"^(\s*)import ({_ALTERNATIVES})$", re.MULTILINE)

_COMPILE = f"""
import sys
from pathlib import Path
from {_HOME}.harness.places import VECTORS
from {_HOME}.harness.runner import libraries
libraries.write([VECTORS], Path(sys.argv[1]))
"""


class MovedPackages(BuildHookInterface[Any]):
    """Moves the packages. Compiles the data if the harness's own requirements are there; otherwise, the first command will."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root, self._stage = Path(self.root), Path(tempfile.mkdtemp(prefix="wheel-"))
        home = self._stage / _HOME
        for package in (_HOME, *_MOVED):
            to = home if package == _HOME else home / package
            shutil.copytree(root / package, to, ignore=shutil.ignore_patterns("__pycache__"))
        there = list(map(Path, self.build_config.force_include))
        for report in root.glob(_REPORTS):
            if not any(report.is_relative_to(each) for each in there):
                build_data["force_include"][str(report)] = f"{_HOME}/{report.relative_to(root).as_posix()}"
        modules = {_module(path.relative_to(home)) for package in _MOVED for path in (home / package).rglob("*.py")}
        for path in home.rglob("*.py"):
            if not path.relative_to(home).is_relative_to(_COPIED_BY_NEW):
                path.write_text(moved(path.read_text(encoding="utf-8"), modules), encoding="utf-8")
        self._compile(root, home)
        build_data["force_include"][str(home)] = _HOME

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            shutil.rmtree(self._stage)

    def _compile(self, root: Path, home: Path) -> None:
        """Writes the artefacts that the moved code will look for: their names depend on that code."""
        links = [home / data for data in _DATA]
        for link in links:
            link.symlink_to(root / link.name)
        command = [sys.executable, "-B", "-c", _COMPILE, str(home / "compiled")]
        if subprocess.run(command, cwd=home.parent, check=False).returncode:
            self.app.display_warning("the wheel brings no compiled data: the requirements of the harness are missing")
        for link in links:
            link.unlink()


def moved(source: str, modules: set[str]) -> str:
    """The source of a module, in which the modules that are named, in imports and in texts, have their new names."""
    source = _DOTTED.sub(lambda name: f"{_HOME}.{name[0]}" if name[0] in modules else name[0], source)
    source = _FROM.sub(rf"\1from {_HOME}.\2 import ", source)
    return _IMPORT.sub(rf"\1from {_HOME} import \2", source)


def _module(path: Path) -> str:
    """The name of the module or package in a file, whose path is relative to the folder of its package."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
