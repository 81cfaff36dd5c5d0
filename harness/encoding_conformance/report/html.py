"""Writes the page of a run: the counts, the causes of its failures, all failures, and known deviations."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import encoding_conformance
from encoding_conformance.core.cause import Cause
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.verdict import DEVIATION, LIMIT, VERDICTS, Verdict
from encoding_conformance.report.boxes import LETTERS, Box, BoxRole
from encoding_conformance.report.excused import Largest, beyond, share
from encoding_conformance.report.page import Pages
from encoding_conformance.report.summary import Summary
from encoding_conformance.report.template import templates

_LEGEND: tuple[BoxRole, ...] = ("single", "lead", "trail", "length", "padding", "count", "reset", "value", "fault")
"""The roles that the legend of boxes has."""


class Html:
    """Collects the verdicts of a run, and writes the page at the end."""

    def __init__(self, path: Path, requirements: Mapping[str, Requirement], encodings: Mapping[str, Encoding], vectors: str):
        """Creates the file, so that it fails at once if it cannot be written. `vectors` is the edition of the vectors. Raises
        OSError."""
        path.touch()
        self._vectors = vectors
        self._path = path
        self._pages = Pages(requirements, encodings)
        self._verdicts: list[Verdict] = []

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        self._verdicts.append(verdict)

    def write(
        self,
        summary: Summary,
        versions: Mapping[str, str],
        seed: int,
        causes: Sequence[Cause],
        largest: Largest,
        changed: Sequence[str],
    ) -> None:
        """Writes the page. `largest` are the largest values that manifests declare. The lines `changed` say what has changed
        since the versions that known deviations are of. Raises OSError."""
        page = self._pages.page(self._verdicts, causes)
        text = (
            templates()
            .get_template("report.html")
            .render(
                harness=encoding_conformance.__version__,
                vectors=self._vectors,
                seed=seed,
                verdicts=VERDICTS,
                summary=summary,
                versions=versions,
                changed=changed,
                reasons={unit: _reasons(summary, unit, largest) for unit in summary.by_unit},
                page=page,
                legend=[Box(role, role) for role in _LEGEND],
                data=_in_a_script({"lists": page.lists, "sections": page.sections, "roles": LETTERS}),
            )
        )
        self._path.write_text(text, encoding="utf-8")


def _reasons(summary: Summary, unit: tuple[str, str], largest: Largest) -> tuple[str, str]:
    """How many verdicts on an implementation in an encoding are known deviations, and how many lie beyond its limit."""
    known = share(summary.grounds[*unit, DEVIATION], summary.by_unit[unit].total())
    return known, beyond(summary.grounds[*unit, LIMIT], [unit], largest)


def _in_a_script(data: object) -> str:
    """Data as JSON that no parser of HTML takes for markup."""
    return json.dumps(data, separators=(",", ":")).replace("<", r"\u003c")
