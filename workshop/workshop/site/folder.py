"""What a site consists of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import encoding_conformance
from encoding_conformance.commands.whole import Kind

MANIFEST = "site.json"
"""The file that says that a folder is a site, and which files and folders it has."""

FORMAT = "encoding-conformance site 1"


def _names(manifest: Any) -> set[str]:
    return set(manifest["files"])


SITE = Kind("a site", MANIFEST, FORMAT.rstrip("1"), _names)


def write_manifest(folder: Path) -> None:
    """Completes a site with its manifest."""
    names = sorted(path.name for path in folder.iterdir())
    manifest = {"format": FORMAT, "harness": encoding_conformance.__version__, "files": names}
    (folder / MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
