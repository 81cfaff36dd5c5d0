"""Units for the workers of a cluster, with all that they ask. The folders of their implementations may be elsewhere there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.cluster_work import Unfit, pack
from encoding_conformance.adapters.installation import failure_to_build, version_of
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.sent_folder import SentFolder, found, sent
from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.runner.running import Running, do_share
from encoding_conformance.runner.slicing import Done, Share, Sliced

if TYPE_CHECKING:
    from encoding_conformance.runner.slicing import Tell


class SentImplementation(NamedTuple):
    """An implementation that is sent, as it is here: its version, its manifest, and its folder. The project's own come with the
    harness, so no folder is sent."""

    implementation: Implementation
    version: str
    manifest: bytes
    folder: SentFolder | None


def packed(run: Running, versions: Mapping[str, str]) -> bytes:
    """Returns the run as work for a cluster. `versions` has the version of each implementation here. Raises WrongUsage."""
    suite = run.units[0].suite
    vectors = {id: dict(suite.by_encoding.get(id, {})) for id in dict.fromkeys(unit.encoding.id for unit in run.units)}
    whole = replace(suite, by_encoding=vectors)
    units = [replace(unit, suite=whole) for unit in run.units]
    implementations = {
        name: SentImplementation(
            each,
            versions[name],
            (each.folder / manifest.FILE).read_bytes(),
            None if each.is_own else sent(each.folder),
        )
        for name, each in {unit.name: unit.implementation for unit in units if unit.name not in run.unable}.items()
    }
    asked = Running(units, run.parameters, outdated=run.outdated, unable=run.unable, explain=run.explain)
    return pack(Units, asked, implementations)


class Units:
    """The units of a run on a worker, where each implementation is looked for when it is needed first."""

    def __init__(self, run: Running, implementations: Mapping[str, SentImplementation]):
        self._run = run
        self._implementations = implementations
        self._there: set[str] = set()

    def check(self) -> None:
        """Raises Unfit if an implementation is missing here, or is another one."""
        for name in self._implementations:
            self._find(name)

    def do(self, share: Share, tell: Tell) -> Done | Sliced:
        """Returns what a share gives. Raises Unfit."""
        self._find(self._run.units[share.unit].name)
        return do_share(self._run, share, tell)

    def _find(self, name: str) -> None:
        """Gives the units of an implementation the one that is here, built if it was unpacked here. Raises Unfit."""
        if name in self._there or name in self._run.unable:
            return
        given = self._implementations[name]
        folder, was_there = found(given.folder) if given.folder else (IMPLEMENTATIONS / given.implementation.folder.name, True)
        file = folder / manifest.FILE
        if not file.is_file() or file.read_bytes() != given.manifest:
            what = "another manifest" if file.is_file() else "no implementation"
            raise Unfit(f"it has {what} {name}; install the same version of the harness there")
        implementation = replace(manifest.read(folder, given.implementation.selector), named=given.implementation.named)
        if missing := implementation.missing():
            raise Unfit(f"{name} cannot run there: it needs {', '.join(missing)}; install it there, or leave {name} out")
        if not was_there and (failed := failure_to_build(implementation)):
            raise Unfit(f"{name} cannot run there: {failed.reason}")
        if (version := version_of(implementation)) != given.version:
            raise Unfit(f"{name} is {version or 'of an unknown version'} there, and {given.version} here")
        units = [replace(unit, implementation=implementation) if unit.name == name else unit for unit in self._run.units]
        self._run = replace(self._run, units=units)
        self._there.add(name)
