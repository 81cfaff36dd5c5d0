"""The faults by syntax: every comparison, constant, operator and branch of the reference codecs made another.

What is told to people (`__str__`) and Python's registry, which operations do not reach, are left as they are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import libcst as cst
import yaml
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper
from reference_codecs import CODECS

from mutants.fault import Fault
from mutants.operators import others

EQUIVALENT = Path(__file__).with_name("equivalent.yaml")
_PACKAGE = "reference_codecs"
_NOT_REACHED = ("__init__", "registry", "text")
_FREE_TEXT = ("__str__", "__repr__")


@cache
def faults() -> list[Fault]:
    """All of them. Raises ValueError where the list of equivalent ones names one that is none."""
    entries = yaml.safe_load(EQUIVALENT.read_text("utf-8"))
    reasons = {_named(entry["module"], entry["was"], entry["now"]): entry["reason"] for entry in entries}
    found = [fault for path in _modules() for fault in _of_module(path, reasons)]
    if unknown := reasons.keys() - {fault.id for fault in found}:
        raise ValueError(f"{EQUIVALENT}: these are no faults: {'; '.join(sorted(unknown))}")
    return found


def _named(module: str, was: str, now: str) -> str:
    return f"{module}: {was} => {now}"


def _modules() -> list[Path]:
    folder = Path(find_spec(_PACKAGE).origin).parent
    return [path for path in sorted(folder.glob("*.py")) if path.stem not in _NOT_REACHED]


def _of_module(path: Path, reasons: Mapping[str, str]) -> Iterator[Fault]:
    source, encodings, seen = path.read_text("utf-8"), _encodings(path.stem), {}
    for mutated in _mutated(source):
        id = _named(path.name, *_difference(source, mutated))
        seen[id] = seen.get(id, 0) + 1
        if seen[id] > 1:
            id += f" ({seen[id]})"
        yield Fault(id, path.name, encodings, partial(codecs_with, path.stem, mutated), equivalent=reasons.get(id, ""))


def _encodings(module: str) -> tuple[str, ...]:
    """The module's own; of a module whose code others share, one encoding of each class of codecs."""
    own = getattr(import_module(f"{_PACKAGE}.{module}"), "CODECS", None)
    if own is not None and own is not CODECS:
        return tuple(own)
    return tuple({type(codec): id for id, codec in CODECS.items()}.values())


def _mutated(source: str) -> Iterator[str]:
    """The source with each change by itself."""
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)
    spans = wrapper.resolve(ByteSpanPositionProvider)
    octets = source.encode()
    for node in _nodes(wrapper.module):
        for one, other in others(node):
            start = spans[one].start
            end = start + spans[one].length
            written = wrapper.module.code_for_node(other).strip().encode()
            yield (octets[:start] + written + octets[end:]).decode()


def _nodes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    if isinstance(node, cst.FunctionDef) and node.name.value in _FREE_TEXT:
        return
    yield node
    for child in node.children:
        yield from _nodes(child)


def _difference(source: str, mutated: str) -> tuple[str, str]:
    """The lines that differ, before and after."""
    pairs = [(a, b) for a, b in zip(source.splitlines(), mutated.splitlines()) if a != b]
    return tuple(" ".join(line.partition("  #")[0].strip() for line in lines) for lines in zip(*pairs))


def codecs_with(module: str, source: str) -> Mapping[str, Any]:
    """The codecs of a copy of the package in which a module has another source. Raises whatever that raises."""
    with _apart(), _served(f"{_PACKAGE}.{module}", source):
        return import_module(_PACKAGE).CODECS


@contextmanager
def _apart() -> Iterator[None]:
    """The package as if it had not been imported; afterwards, as before."""
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == _PACKAGE}
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == _PACKAGE]:
            del sys.modules[name]
        sys.modules.update(kept)


@contextmanager
def _served(name: str, source: str) -> Iterator[None]:
    finder = _Finder(name, source)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _Finder(MetaPathFinder, Loader):
    """Finds and loads one module, from a text."""

    def __init__(self, name: str, source: str):
        self.name, self.source = name, source

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, self.name, "exec", dont_inherit=True), module.__dict__)
