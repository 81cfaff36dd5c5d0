"""Which module may import which. The rules stand in pyproject.toml, under `tool.importlinter`."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from patience import FOREVER

from encoding_conformance.commands.main import conform
from workshop.__main__ import tools

HOME = Path(__file__).parents[2]
FOLDERS = (HOME / "harness", HOME / "workshop", HOME / "implementations" / "reference")
"""The folders that hold the packages."""
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text())
CONTRACTS = [contract["id"] for contract in PROJECT["tool"]["importlinter"]["contracts"]]

pytest.importorskip("importlinter")


@pytest.mark.parametrize("contract", CONTRACTS)
def test_imports_keep_to(contract):
    lint = f"lint_imports(limit_to_contracts=({contract!r},), no_cache=True)"
    program = f"import sys; from importlinter.cli import lint_imports; sys.exit({lint})"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, FOLDERS))}
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=HOME, env=environment, capture_output=True, text=True, timeout=FOREVER
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def _modules(folder: Path) -> dict[str, Path]:
    """The modules below a folder that holds packages, by name."""
    names = {}
    for path in (path for path in folder.rglob("*.py") if (path.parent / "__init__.py").exists()):
        *parts, last = path.relative_to(folder).with_suffix("").parts
        names[".".join(parts if last == "__init__" else [*parts, last])] = path
    return names


MODULES = {name: path for folder in FOLDERS for name, path in _modules(folder).items()}
USED_BY_TESTS = {"mutants.liberties", "mutants.plug_in"}


def _named_in(path: Path) -> set[str]:
    """What a module imports, and the texts in it, which may be names of modules to start."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Import(aliases):
                names |= {alias.name for alias in aliases}
            case ast.ImportFrom(module, aliases):
                names |= {module, *(f"{module}.{alias.name}" for alias in aliases)}
            case ast.Constant(str() as text):
                names.add(text)
    return names


def test_every_folder_of_modules_is_a_package():
    folders = {path.parent for path in (HOME / "harness").rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_no_module_is_unreferenced():
    entries = {script.partition(":")[0] for script in PROJECT["project"]["scripts"].values()}
    entries |= set(PROJECT["project"]["entry-points"]["pytest11"].values())
    entries |= {name for name in MODULES if name.endswith("__main__")}
    entries |= {*conform.modules.values(), *tools.modules.values()}
    # the reference and the museum gather these by listing their folders
    entries |= {
        name for name, path in MODULES.items() if re.search(r"^(CODECS|MODELS)(: .+)? = ", path.read_text(), re.MULTILINE)
    }
    named = {name for module, path in MODULES.items() for name in _named_in(path) - {module}}
    packages = {name for name, path in MODULES.items() if path.name == "__init__.py"}
    assert set(MODULES) - packages - named - entries == USED_BY_TESTS


def test_no_module_reads_another_package_by_a_relative_import():
    relative = {
        name
        for name, path in MODULES.items()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.level
    }
    assert relative == set()
