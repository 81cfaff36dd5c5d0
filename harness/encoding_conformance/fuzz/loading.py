"""Loads an implementation into the process that fuzzes it, with coverage of its code, or else of the reference's."""

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from encoding_conformance.adapters import shared_library
from encoding_conformance.adapters.codec import load as load_codecs
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.adapters.restarting_session import AnySession, RestartingSession
from encoding_conformance.checks.judging import Perform
from encoding_conformance.core.notation import failure_text
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.data_files.problems import HarnessError
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.runner.plan import Unit, complete_session

Watching = Callable[[Collection[str]], AbstractContextManager[None]]
"""Returns a context in which an engine instruments these packages as they are imported."""


class Loaded(NamedTuple):
    """An implementation, which `is_apart` if it runs in its own process. `guide` runs the reference on an input, which guides the
    search if the implementation's own code cannot; otherwise it does nothing."""

    perform: Perform
    features: Collection[str]
    guide: Callable[[bytes], object]
    is_apart: bool


def load(unit: Unit, reference: Implementation, watching: Watching, journal: Journal, apart: bool) -> Loaded:
    """Loads the implementation of a unit, a program always `apart`. Raises HarnessError if it does not start there, and any
    exception that loading raises."""
    implementation, id = unit.implementation, unit.encoding.id
    session: AnySession
    if apart := apart or implementation.kind == Way.PROCESS:
        session = RestartingSession(implementation, patient=True)
        if failure := session.failure_to_offer(id):
            raise HarnessError(failure_text(failure))
    else:
        with watching(_packages(implementation)):
            session = InProcess(_codec(implementation, id), _nothing)
    whole = complete_session(session, unit.encoding, unit.limits)

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        for outcome in whole.perform(operations, stop=True):
            journal.now.beats += 1
            yield outcome

    return Loaded(perform, session.features(id), _guide(unit, reference, watching), apart)


def _guide(unit: Unit, reference: Implementation, watching: Watching) -> Callable[[bytes], object]:
    id, has_code = unit.encoding.id, bool(unit.implementation.package)
    if has_code or id not in reference.encodings:
        return lambda data: None
    with watching(_packages(reference)):
        codec = InProcess(_codec(reference, id), _nothing)
    return lambda data: codec.ask(Decode(id, data))


def _nothing(error: BaseException) -> str:
    """Returns an empty text as the reason of a rejection, because making the text may take longer than rejecting."""
    return ""


def _codec(implementation: Implementation, encoding: str) -> Any:
    if implementation.library:
        path = implementation.folder / implementation.library
        return shared_library.load(path, implementation.offered, lambda call: None)[encoding]  # a rerun keeps a record of calls
    codecs = load_codecs(implementation.python, str(implementation.folder), implementation.codec_names, implementation.offered)
    return codecs[encoding]


def _packages(implementation: Implementation) -> set[str]:
    """Returns the packages of an implementation in Python: its own, those next to its manifest, and those that it requires."""
    if not implementation.package:
        return set()
    beside = (Path(path.stem) for path in implementation.folder.iterdir() if path.suffix in ("", ".py"))
    names = {implementation.package, *implementation.requires, *map(str, beside)}
    return {name for name in names if name not in sys.stdlib_module_names}
