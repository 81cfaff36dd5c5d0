"""Writes codecs as plug-ins: a folder with a manifest and a module."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

WORKSHOP = Path(__file__).parents[1]
"""The folder that contains the package `workshop`."""

_MANIFEST = """\
name: {name}
title: {title}
python: "plugin:CODEC"
encodings:
  {encoding}: {declared}
"""

_PLUGIN = """\
import sys

sys.path.insert(0, {packages!r})
from {module} import {maker}

CODEC = {codec}
"""


def write_plugin(
    folder: Path,
    title: str,
    encoding: str,
    module: str,
    maker: str,
    codec: str,
    declared: Mapping[str, Any] | None = None,
) -> Path:
    """Writes the plug-in of a codec into a new folder, and returns the folder. `codec` is an expression that makes the codec; it
    may use `maker`, which is imported from a module of the workshop. `declared` is the encoding's entry in the manifest."""
    folder.mkdir()
    manifest = _MANIFEST.format(
        name=folder.name, title=json.dumps(title), encoding=encoding, declared=json.dumps(dict(declared or {}))
    )
    (folder / "implementation.yaml").write_text(manifest, encoding="utf-8")
    plugin = _PLUGIN.format(packages=str(WORKSHOP), module=module, maker=maker, codec=codec)
    (folder / "plugin.py").write_text(plugin, encoding="utf-8")
    return folder
