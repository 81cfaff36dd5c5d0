"""Reads manifests, `implementation.yaml`, as implementations (docs/plug-ins.md, "The manifest")."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from harness.core.limits import Limits
from harness.core.location import Location
from harness.core.notation import parse_number
from harness.specification import schema
from harness.specification.faults import DataError, DataFault
from harness.specification.yamlfile import YamlFile

FILE = "implementation.yaml"
SECONDS, MEMORY_MIB = 5, 1024
"""The time for one operation and the memory of the process, if the manifest does not say."""

PROCESS, PYTHON, CODEC = "process", "python", "codec"


@dataclass(frozen=True)
class Deviation:
    """Verdicts whose ids match the pattern `id` are known to fail. Each entry must still fail."""

    id: str
    reason: str
    place: Location


@dataclass(frozen=True)
class Support:
    """What an implementation declares about one encoding. `codec` is its name in Python's registry, or empty. `line` is its
    line in the manifest."""

    limits: Limits = Limits()
    codec: str = ""
    line: int = 0


@dataclass(frozen=True)
class Implementation:
    """Anything that encodes or decodes, as its manifest describes it."""

    name: str
    title: str
    folder: Path
    kind: str
    process: tuple[str, ...]
    python: str
    requires: tuple[str, ...]
    encodings: dict[str, Support]
    seconds: int = SECONDS
    memory_mib: int = MEMORY_MIB
    deviations: tuple[Deviation, ...] = ()
    homepage: str = ""
    version: str = ""
    version_command: tuple[str, ...] = ()

    @property
    def codec_names(self) -> dict[str, str]:
        """The name of each encoding in Python's registry, or empty."""
        return {id: support.codec for id, support in self.encodings.items()}

    @property
    def package(self) -> str:
        """The package of `python`, which is MODULE:ATTRIBUTE; empty if the implementation is of another kind."""
        return self.python.partition(":")[0].partition(".")[0]

    def missing(self) -> list[str]:
        """The programs and Python modules that it requires and that are missing."""
        return [name for name in self.requires if not self._is_there(name)]

    def _is_there(self, name: str) -> bool:
        if "/" in name:
            return shutil.which(str(self.folder / name)) is not None
        return shutil.which(name) is not None or _is_module(name)


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except Exception:
        return False


def read(folder: Path) -> Implementation:
    """The implementation in a folder. Raises DataError if the manifest cannot be read or has faults."""
    file = YamlFile(folder / FILE)
    if found := list(schema.faults(file, "implementation")) or list(_faults(file)):
        raise DataError(found)
    return _implementation(file)


def _faults(file: YamlFile) -> Iterator[DataFault]:
    """The faults of a manifest that its schema does not find."""
    data = file.data
    ways = [way for way in (PROCESS, PYTHON, CODEC) if way in data]
    named = [id for id, support in data["encodings"].items() if "codec" in support]
    if named and ways:
        yield file.fault(f"codec: beside {ways[0]}; one or the other", "encodings", named[0])
    elif len(ways) > 1:
        yield file.fault(f"{' and '.join(ways)}; only one of process, python and codec", ways[1])
    elif not ways:
        for id in data["encodings"]:
            if id not in named:
                yield file.fault("process, python or codec is missing; one tells how to run it", "encodings", id)


def _implementation(file: YamlFile) -> Implementation:
    data: dict[str, Any] = file.data
    limits = data.get("limits", {})
    return Implementation(
        name=data["name"],
        title=data["title"],
        folder=file.path.parent.resolve(),
        kind=next((way for way in (PROCESS, PYTHON) if way in data), CODEC),
        process=tuple(data.get("process", ())),
        python=data.get("python", ""),
        requires=tuple(data.get("requires", ())),
        encodings={id: _support(file, id) for id in data["encodings"]},
        seconds=limits.get("seconds", SECONDS),
        memory_mib=limits.get("memory_mib", MEMORY_MIB),
        deviations=tuple(
            Deviation(entry["id"], entry["reason"], file.location("known_deviations", index))
            for index, entry in enumerate(data.get("known_deviations", ()))
        ),
        homepage=data.get("homepage", ""),
        version=data.get("version", ""),
        version_command=tuple(data.get("version_command", ())),
    )


def _support(file: YamlFile, id: str) -> Support:
    data = file.data["encodings"][id]
    max_value = parse_number(data["max_value"]) if "max_value" in data else None
    return Support(Limits(max_value), data.get("codec", file.data.get("codec", "")), file.line("encodings", id))
