"""Sizes and names of the product, which keep it a house that one person can know."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

HOME = Path(__file__).parents[2]
HARNESS = HOME / "harness" / "encoding_conformance"
REFERENCE = HOME / "implementations" / "reference" / "reference_codecs"
PRODUCT = [path for folder in (HARNESS, REFERENCE) for path in sorted(folder.rglob("*.py"))]
CONVENTIONAL = ("__init__", "__main__", "command")
"""Names of modules that say what Python or click looks for there."""


def repeated(names: list[str]) -> list[str]:
    return sorted(name for name, count in Counter(names).items() if count > 1)


def test_no_two_modules_have_the_same_name() -> None:
    assert repeated([path.stem for path in PRODUCT if path.is_relative_to(HARNESS) and path.stem not in CONVENTIONAL]) == []


def test_no_two_public_classes_have_the_same_name() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in PRODUCT if path.is_relative_to(HARNESS)]
    classes = [each.name for tree in trees for each in tree.body if isinstance(each, ast.ClassDef)]
    assert repeated([name for name in classes if not name.startswith("_")]) == []


def test_a_run_imports_at_most_a_hundred_modules() -> None:
    program = (
        "import encoding_conformance.commands.run, sys; print(*(name for name in sys.modules if name.startswith('encoding_')))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert len(found) <= 100, "\n".join(sorted(found))


def lines(folder: Path) -> int:
    files = (path for path in folder.rglob("*.py") if "templates" not in path.parts)
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


def test_the_product_and_the_workshop_do_not_grow() -> None:
    assert lines(HARNESS) <= 20_000
    assert lines(HOME / "workshop") <= 13_000
