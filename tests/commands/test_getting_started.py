"""The page for newcomers: what it says to write down passes, as it stands there."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from project import suite

from encoding_conformance.adapters.installation import failure_to_build
from encoding_conformance.commands.new import TEMPLATES
from encoding_conformance.core.verdict import Status
from encoding_conformance.data_folders import HOME
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.running import Running

PAGE = (HOME / "docs" / "getting-started.md").read_text(encoding="utf-8")

LANGUAGES = {
    "Python": "python3",
    "A decoder and an encoder in C": "cc",
    "JavaScript": "node",
    "Go": "go",
    "Rust": "rustc",
    "Java": "java",
}
"""The headings whose files use nothing but a language's own library, and the program that each needs."""


def files(heading: str) -> dict[str, str]:
    """The files below a heading, by their names."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^`([\w.]+)`[^\n]*\n\n```\w+\n(.*?)^```$", section, re.MULTILINE | re.DOTALL))


@pytest.mark.slow
@pytest.mark.parametrize("heading", LANGUAGES)
def test_what_a_newcomer_writes_down_passes(tmp_path: Path, heading: str) -> None:
    if not shutil.which(LANGUAGES[heading]):
        pytest.skip("the language is not there")
    for name, text in files(heading).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    shutil.copy(TEMPLATES / "c-library" / "conform.h", tmp_path)
    found = registry.selected([str(tmp_path)], suite().encodings)
    assert failure_to_build(found[0]) is None
    verdicts = list(Running(plan.units(suite(), found, ["utf-8"])).verdicts())
    assert [str(verdict.id) for verdict in verdicts if verdict.status.is_bad] == []
    assert sum(verdict.status == Status.PASS for verdict in verdicts) > 300


def test_the_page_has_both_files_for_each_language() -> None:
    for heading in (*LANGUAGES, "C and C++"):
        assert len(files(heading)) == 2 and "implementation.yaml" in files(heading)
