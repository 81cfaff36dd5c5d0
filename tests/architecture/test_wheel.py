"""In a wheel, `harness` and `mutants` are in one package, and what is in there names them with that package."""

import ast
import re
from pathlib import Path

import pytest
from tables import each

hatch_build = pytest.importorskip("hatch_build")

HOME = Path(__file__).parents[2]
COPIED_BY_NEW = HOME / "harness" / "templates"
SOURCES = {
    ".".join(path.relative_to(HOME).with_suffix("").parts).removesuffix(".__init__"): path.read_text(encoding="utf-8")
    for package in ("harness", "mutants")
    for path in (HOME / package).rglob("*.py")
    if COPIED_BY_NEW not in path.parents
}
MODULES = set(SOURCES)


@each(
    "source, moved",
    [
        ("import harness\n", "from encoding_conformance import harness\n"),
        ("    from mutants import pieces\n", "    from encoding_conformance.mutants import pieces\n"),
        ("from harness.core.ranges import EMPTY\n", "from encoding_conformance.harness.core.ranges import EMPTY\n"),
        ('["-m", "harness.adapters.worker"]\n', '["-m", "encoding_conformance.harness.adapters.worker"]\n'),
        ('f"from mutants.named import mutants\\n"\n', 'f"from encoding_conformance.mutants.named import mutants\\n"\n'),
        ("harness.__version__\n", "harness.__version__\n"),
        ('get_template("mutants.html")\n', 'get_template("mutants.html")\n'),
        ("from harness.x import y; import harnesses\n", "from harness.x import y; import harnesses\n"),
    ],
)
def test_a_source_is_moved(source: str, moved: str) -> None:
    assert hatch_build.moved(source, MODULES) == moved


def test_no_module_of_a_wheel_imports_or_names_another_by_its_old_name() -> None:
    old = re.compile(r"(?<![\w.])(harness|mutants)(\.\w+)*")
    left = []
    for module, source in SOURCES.items():
        for node in ast.walk(ast.parse(hatch_build.moved(source, MODULES))):
            match node:
                case ast.Import(aliases):
                    names = [alias.name for alias in aliases]
                case ast.ImportFrom(name):
                    names = [name]
                case ast.Constant(str() as text):
                    names = [found[0] for found in old.finditer(text) if found[0] in MODULES and found[1] + "." in found[0]]
                case _:
                    continue
            left += [(module, name) for name in names if old.match(name)]
    assert left == []
