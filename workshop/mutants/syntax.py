"""Makes the mutants by syntax: each changes one comparison, constant, operator or branch of the reference codecs.

Text for people (`__str__`) and the registration with Python's codecs stay unchanged, because no operation uses them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import libcst as cst
import yaml
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper

import reference_codecs
from mutants.annotations import ANNOTATED, Bare, cuts, is_for_type_checkers
from mutants.mutant import Codec, Mutant
from mutants.operators import others
from reference_codecs import CODECS

EQUIVALENT = Path(__file__).with_name("equivalent.yaml")
_PACKAGE = "reference_codecs"
_NOT_REACHED = ("__init__", "registry")
_FREE_TEXT = ("__str__", "__repr__")


@cache
def mutants() -> list[Mutant]:
    """Returns all mutants by syntax. Raises ValueError if `equivalent.yaml` lists a mutant that does not exist."""
    entries = yaml.safe_load(EQUIVALENT.read_text("utf-8"))
    reasons = {_named(entry["module"], entry["was"], entry["now"]): entry["reason"] for entry in entries}
    all_mutants = [mutant for path in _modules() for mutant in _of_module(path, reasons)]
    if unknown := reasons.keys() - {mutant.id for mutant in all_mutants}:
        raise ValueError(f"{EQUIVALENT}: no such mutants: {'; '.join(sorted(unknown))}")
    return all_mutants


def _named(module: str, was: str, now: str) -> str:
    return f"{module}: {was} => {now}"


def _modules() -> list[Path]:
    folder = Path(reference_codecs.__file__).parent
    return [path for path in sorted(folder.glob("*.py")) if path.stem not in _NOT_REACHED]


def _of_module(path: Path, reasons: Mapping[str, str]) -> Iterator[Mutant]:
    encodings, seen = _encodings(path.stem), Counter[str]()
    for mutation in mutations(path.read_text("utf-8")):
        id = _named(path.name, mutation.was, mutation.now)
        seen[id] += 1
        if seen[id] > 1:
            id += f" ({seen[id]})"
        load = partial(codecs_with, path.stem, mutation.source)
        yield Mutant(id, path.name, encodings, load, equivalent=reasons.get(id, ""))


def _encodings(module: str) -> tuple[str, ...]:
    """Returns the encodings of a module; for a module of shared code, one encoding of each class of codecs."""
    own = getattr(import_module(f"{_PACKAGE}.{module}"), "CODECS", None)
    if own is not None and own is not CODECS:
        return tuple(own)
    return tuple({type(codec): id for id, codec in CODECS.items()}.values())


class Mutation(NamedTuple):
    """A source with one change, and the lines that differ, before and after the change, without annotations."""

    source: str
    was: str
    now: str


def mutations(source: str) -> Iterator[Mutation]:
    """Yields the changes of a module's source, each of them alone."""
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)
    spans = wrapper.resolve(ByteSpanPositionProvider)
    nodes = list(_nodes(wrapper.module))
    octets = source.encode()
    bare = Bare(octets, (cut for node in nodes if isinstance(node, ANNOTATED) for cut in cuts(node, spans, octets)))
    for node in nodes:
        for replaced, other in others(node):
            start = spans[replaced].start
            end = start + spans[replaced].length
            written = wrapper.module.code_for_node(other).strip().encode()
            mutated = _replaced(bare.octets, bare.offset_of(start), bare.offset_of(end), written)
            yield Mutation(_replaced(octets, start, end, written), *_difference(bare.octets.decode(), mutated))


def _nodes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    if is_for_type_checkers(node) or (isinstance(node, cst.FunctionDef) and node.name.value in _FREE_TEXT):
        return
    yield node
    bases = node.bases if isinstance(node, cst.ClassDef) else ()  # the arguments of base classes are types
    for child in node.children:
        if child not in bases:
            yield from _nodes(child)


def _replaced(octets: bytes, start: int, end: int, written: bytes) -> str:
    return (octets[:start] + written + octets[end:]).decode()


def _difference(source: str, mutated: str) -> tuple[str, str]:
    """Returns the lines that differ, before and after the change."""
    pairs = [(a, b) for a, b in zip(source.splitlines(), mutated.splitlines()) if a != b]
    was, now = (" ".join(line.partition("  #")[0].strip() for line in lines) for lines in zip(*pairs))
    return was, now


def codecs_with(module: str, source: str) -> Mapping[str, Codec]:
    """Returns the codecs of a copy of the package in which one module has another source. Raises any exception that the
    changed module raises."""
    with _apart(), _served(f"{_PACKAGE}.{module}", source):
        codecs: Mapping[str, Codec] = import_module(_PACKAGE).CODECS
    return codecs


@contextmanager
def _apart() -> Iterator[None]:
    """Removes the package from the imported modules while the context lasts, and restores it afterwards."""
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
    """Finds and loads one module, whose source is a string."""

    def __init__(self, name: str, source: str):
        self.name, self.source = name, source

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, self.name, "exec", dont_inherit=True), module.__dict__)
