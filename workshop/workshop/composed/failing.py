"""Finds what fails of composed codecs, without asking for causes, which takes less time than a whole run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from encoding_conformance.core.verdict import Status
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.runner import plan, registry, suites
from encoding_conformance.runner.running import Running
from workshop.composed.composed import Composed
from workshop.composed.runs import NotRun, write_plug_ins


def failing(codecs: Iterable[Composed], jobs: int, without: Sequence[str] = ()) -> dict[Composed, frozenset[str]]:
    """Returns the ids of the vectors and checks that fail on each codec. `without` are patterns of ids that are not asked.
    Raises NotRun if a verdict is an error."""
    suite = suites.load([VECTORS])
    found: dict[str, set[str]] = {}
    with TemporaryDirectory(prefix="composed-") as there:
        named = write_plug_ins(Path(there), codecs)
        if not named:
            return {}
        registered = registry.selected([str(folder) for folder in named], suite.encodings)
        units = plan.units(suite, registered, (), plan.Selection(unwanted=tuple(without)))
        with closing(Running(units, jobs=jobs).verdicts()) as verdicts:
            for verdict in verdicts:
                if verdict.status == Status.ERROR:
                    raise NotRun(verdict.reason)
                if verdict.status == Status.FAIL:
                    found.setdefault(verdict.implementation, set()).add(str(verdict.id))
    return {codec: frozenset(found.get(folder.name, ())) for folder, codec in named.items()}
