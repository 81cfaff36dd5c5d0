"""Units for the workers of a cluster: their names with the folders that they need, from which a worker makes them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.cluster_work import Unfit, pack
from encoding_conformance.adapters.installation import failure_to_build, version_of
from encoding_conformance.adapters.sent_folder import SentFolder, found, sent
from encoding_conformance.core.identity import IdKind
from encoding_conformance.data_folders import IMPLEMENTATIONS, VECTORS
from encoding_conformance.runner import suites
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.registry import Registered
from encoding_conformance.runner.running import Running, run_alone
from encoding_conformance.runner.slicing import Done, Share, Sliced
from encoding_conformance.specification.faults import HarnessFault
from encoding_conformance.specification.suite import Suite, edition

if TYPE_CHECKING:
    from encoding_conformance.runner.slicing import Tell


class SentImplementation(NamedTuple):
    """An implementation that is sent: how the command line names it, its version here, its manifest, and its folder. The
    project's own come with the harness, so no folder is sent."""

    selector: str
    named: bool
    version: str
    manifest: bytes
    folder: SentFolder | None


class SentUnit(NamedTuple):
    """A unit by the names of what it has."""

    implementation: str
    encoding: str
    vectors: tuple[str, ...]
    checks: tuple[str, ...]


@dataclass(frozen=True)
class SentRun:
    """What workers must know of a run. `vectors` is the edition of the test vectors, and `added` are the folders of others.
    `asked` has a run without its units."""

    vectors: str
    added: Sequence[SentFolder]
    implementations: Mapping[str, SentImplementation]
    units: Sequence[SentUnit]
    asked: Running


def packed(run: Running, versions: Mapping[str, str]) -> bytes:
    """Returns the run as work for a cluster. `versions` has the version of each implementation here. Raises CannotSend."""
    able = {unit.name: unit.registered for unit in run.units if unit.name not in run.unable}
    ids: dict[tuple[str, ...], tuple[str, ...]] = {}  # many units ask the same vectors, and their ids are sent once
    units = []
    for unit in run.units:
        texts = tuple(map(str, (vector.id for vector in unit.vectors)))
        units.append(SentUnit(unit.name, unit.encoding.id, ids.setdefault(texts, texts), unit.checks))
    implementations = {
        name: SentImplementation(
            each.selector,
            each.named,
            versions[name],
            (each.implementation.folder / manifest.FILE).read_bytes(),
            None if each.is_own else sent(each.implementation.folder),
        )
        for name, each in able.items()
    }
    suite = run.units[0].suite
    asked = Running((), run.parameters, outdated=run.outdated, explain=run.explain)
    return pack(Units, SentRun(str(edition(suite)), [sent(folder) for folder in suite.added], implementations, units, asked))


class Units:
    """The units of a run on a worker."""

    def __init__(self, run: SentRun):
        """Loads the test vectors. Raises Unfit if there are others here."""
        self._run = run
        suite = suites.load([VECTORS, *(found(folder)[0] for folder in run.added)])
        if (here := str(edition(suite))) != run.vectors:
            raise Unfit(f"it has the test vectors {here}, and this command has {run.vectors}")
        self._suite: Suite = replace(suite, added=tuple(Path(folder.path) for folder in run.added))
        self._registered: dict[str, Registered] = {}
        self._not_started: dict[str, int] = {}

    def check(self) -> None:
        """Raises Unfit if an implementation is missing here, or is another one, or if what a long run needs is missing."""
        for name in self._run.implementations:
            self._implementation(name)
        if on_request := self._run.asked.parameters.on_request:
            from encoding_conformance.runner.bulk import prepare

            units = [self._unit(index) for index, each in enumerate(self._run.units) if each.implementation in self._registered]
            try:
                prepare(on_request, units)
            except HarnessFault as fault:
                raise Unfit(str(fault)) from None

    def do(self, share: Share, tell: Tell) -> Done | Sliced:
        """Returns what a share gives; no verdicts if an earlier unit has shown that the implementation does not start. Raises
        Unfit."""
        index, name = share.unit, self._run.units[share.unit].implementation
        if self._not_started.get(name, index) < index:
            return Done(())
        done = run_alone(replace(self._run.asked, units=[self._unit(index)], tell=tell), share)
        if isinstance(done, Done) and any(verdict.id.kind == IdKind.START for verdict, _ in done.verdicts):
            self._not_started[name] = min(index, self._not_started.get(name, index))
        return done

    def _unit(self, index: int) -> Unit:
        """Returns a unit. Raises Unfit."""
        name, encoding, vectors, checks = self._run.units[index]
        has = self._suite.by_encoding.get(encoding, {})
        asked = tuple(has[id] for id in vectors)
        return Unit(self._implementation(name), self._suite.encodings[encoding], asked, checks, self._suite)

    def _implementation(self, name: str) -> Registered:
        """Returns an implementation, built if it was unpacked here. Raises Unfit."""
        if name in self._registered:
            return self._registered[name]
        given = self._run.implementations[name]
        folder, was_there = found(given.folder) if given.folder else (IMPLEMENTATIONS / given.selector, True)
        file = folder / manifest.FILE
        if not file.is_file() or file.read_bytes() != given.manifest:
            what = "another manifest" if file.is_file() else "no implementation"
            raise Unfit(f"it has {what} {name}; install the same version of the harness there")
        implementation = manifest.read(folder)
        if missing := implementation.missing():
            raise Unfit(f"{name} cannot run there: it needs {', '.join(missing)}; install it there, or leave {name} out")
        if not was_there and (failed := failure_to_build(implementation)):
            raise Unfit(f"{name} cannot run there: {failed.reason}")
        if (version := version_of(implementation)) != given.version:
            raise Unfit(f"{name} is {version or 'of an unknown version'} there, and {given.version} here")
        self._registered[name] = Registered(given.selector, implementation, given.named)
        return self._registered[name]
