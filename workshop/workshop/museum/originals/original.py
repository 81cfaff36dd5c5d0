"""An original: the library that had a bug, the two versions that are compared, and the test that must fail on the first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_files.schema import problems
from encoding_conformance.data_files.yamlfile import YamlFile

FOLDER = Path(__file__).parent
FILE = "original.yaml"


@dataclass(frozen=True)
class Original:
    """A bug in a version that a registry still offers. Its folder has the adapter, and its name is the id of the museum's entry;
    if there is none, `unlisted` says why.

    `test` is the id of a vector or check, and `cause` the beginning of a cause's title. Those that are stated must appear in the
    run of the version that had the bug, and not in the run of the version that fixed it.
    """

    name: str
    thread: str
    happened: str
    registry: str
    package: str
    had: str
    fixed: str
    beside: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    test: str = ""
    cause: str = ""
    unlisted: str = ""

    @property
    def folder(self) -> Path:
        """The folder of the adapter."""
        return FOLDER / self.name


@cache
def originals() -> Mapping[str, Original]:
    """Returns all originals by their names. Raises DataError."""
    return {path.parent.name: _read(path) for path in sorted(FOLDER.glob(f"*/{FILE}"))}


def _read(path: Path) -> Original:
    file = YamlFile(path, "workshop/README.md")
    if found := list(problems(file, FOLDER / "originals.schema.json")):
        raise DataError(found)
    stated: dict[str, Any] = dict(file.data)
    stated["without"] = tuple(stated.get("without", ()))
    return Original(path.parent.name, test=stated.pop("id", ""), **stated)
