"""Where a mutant is planted: found by syntax, so that nothing of a codec but its code matters."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import reference_codecs
from mutants import named
from mutants.planting import rewritten
from mutants.quotation import Source

PACKAGE = Path(reference_codecs.__file__).parent

HALF = '''
def half(value: int, least: "int | None" = 1) -> int:
    """Half of a value."""
    size: int = 2  # two halves
    if (
        value < least  # nothing
    ):
        return 0
    else:
        value += 0
    rest, of = [value, 100], 0
    return rest[of] // size


result = half(value)
'''


def half_of(value: int, source: Source, *edits: tuple[str, str]) -> object:
    module: dict[str, object] = {"value": value}
    exec(source.rewritten(edits), module)
    return module["result"]


@pytest.mark.parametrize(
    ("was", "now", "of_8", "of_0"),
    [
        ("value < least", "value < least + 9", 0, 0),
        ("if value < least:", "if value > least:", 0, 0),
        ("if value < least:", "value += 1\nif value < least:", 4, 0),
        ("if value < least:", "while value < least:", 4, 0),
        ("if value < least:\n  return 0\nelse:\n  value += 0", "value += 2", 5, 1),
        ("if value < least:\n  return 0\nelse:\n  value += 0", "", 4, 0),
        ("value += 0", "value += 2", 5, 0),
        ("size = 2", "size = 4", 2, 0),
        ("size = 2\nif value < least:", "size = 1\nif value < least - 1:", 8, 0),
        ("[value, 0x64]", "[100, value]", 50, 0),
        ("def half(value, least=1):", "def half(value, least=9):", 0, 0),
    ],
)
def test_a_quotation_is_replaced(was: str, now: str, of_8: int, of_0: int) -> None:
    source = Source("half", HALF)

    assert half_of(8, source, (was, now)) == of_8
    assert half_of(0, source, (was, now)) == of_0


def test_quotations_are_replaced_in_any_order_and_the_source_stays_as_it_is() -> None:
    source = Source("half", HALF)
    edits = [("if value < least:", "if value <= least:"), ("return 0", "return 77"), ("size = 2", "three = 3\nsize = three")]

    for given in edits, edits[::-1]:
        assert half_of(1, source, *given) == 77
        assert half_of(9, source, *given) == 3
    assert half_of(8, source) == 4


@pytest.mark.parametrize(
    ("was", "times"),
    [
        ("value > least", 0),
        ("value", 3),
        ("size = 3", 0),
        ("size: int", 0),
        ("if value > least:", 0),
        ("if value < least:\n  return 0", 0),
        ("def half(value, least=2):", 0),
        ("size = 2\nreturn rest[of] // size", 0),
        ("# two halves", 0),
    ],
)
def test_a_quotation_that_does_not_stand_there_once_is_an_error(was: str, times: int) -> None:
    with pytest.raises(ValueError) as raised:
        Source("half", HALF).rewritten([(was, "pass")])

    assert str(raised.value) == f"half: a mutant quotes what stands here {times} times, not once: {was}"


def test_a_mutant_that_quotes_what_a_codec_lacks_is_an_error() -> None:
    with pytest.raises(
        ValueError, match=r"^reference_codecs\.kim: a mutant quotes what stands here 0 times, not once: C = 0x40$"
    ):
        rewritten("kim", ("C = 0x40", "C = 0x20")).encode([])


class Dressed(ast.NodeTransformer):
    """Code with other docstrings, and with an annotation wherever there can be one."""

    def visit(self, node: ast.AST) -> ast.AST | None:
        if isinstance(node, ast.Lambda):
            return node  # it can have no annotations
        node = super().visit(node)
        match node:
            case ast.ImportFrom(module="__future__"):
                return None
            case ast.arg():
                node.annotation = ast.Constant("int | None")
            case ast.FunctionDef():
                node.returns = ast.Constant("list[int] | None")
            case ast.Assign(targets=[ast.Name() | ast.Attribute() as target]):
                return ast.AnnAssign(target, ast.parse("object | None").body[0].value, node.value, isinstance(target, ast.Name))
            case ast.Expr(value=ast.Constant(value=str())):
                return ast.Expr(ast.Constant("Other words."))
        return node


def dressed(source: str) -> str:
    """The same code in another layout, with other comments, annotations and docstrings."""
    lines = ast.unparse(ast.fix_missing_locations(Dressed().visit(ast.parse(source)))).splitlines()
    return "\n\n".join(["from __future__ import annotations", *(f"{line}  # another comment" for line in lines)])


def test_comments_layout_docstrings_and_annotations_of_the_codecs_break_no_mutant(tmp_path: Path) -> None:
    package = tmp_path / PACKAGE.name
    package.mkdir()
    for module in PACKAGE.glob("*.py"):
        (package / module.name).write_text(dressed(module.read_text("utf-8")), encoding="utf-8")
    planted = "import reference_codecs; print(reference_codecs.__file__)\nfrom mutants import named\n"
    listed = "print(*(mutant.id for mutant in named.mutants()), sep='\\n')"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}

    done = subprocess.run([sys.executable, "-c", planted + listed], env=environment, capture_output=True, text=True)

    assert done.stderr == ""
    assert done.stdout.splitlines() == [str(package / "__init__.py"), *(mutant.id for mutant in named.mutants())]
