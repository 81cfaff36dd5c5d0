"""Writes the model of an entry as a plug-in."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from encoding_conformance.commands.new import TEMPLATES
from workshop.museum.entry import MEMORY, Entry
from workshop.plugin_folder import write_plugin

SOUND = MEMORY / "sound"
"""The folder of sound codecs, which supply the direction that a model lacks."""

_IN_C = """\
name: {name}
title: {title}
library: ./libmodel.so
build: [cc, -g, -O1, -Wall, -fPIC, -shared, "-Wl,-Bsymbolic-functions", -o, libmodel.so, model.c, sound.c, weak.c]
requires: [cc]
encodings:
  {encoding}: {declared}
"""


def write(folder: Path, entry: Entry) -> Path:
    """Writes the plug-in of the model of an entry into a new folder, and returns the folder."""
    if not entry.source.is_file():
        codec = f"models()[{entry.id!r}]()"
        return write_plugin(folder, entry.id, entry.encoding, "workshop.museum.models", "models", codec, entry.declared)
    folder.mkdir()
    sound = next(path for path in SOUND.glob("*.c") if entry.encoding.startswith(path.stem.replace("_", "-")))
    shutil.copy(entry.source, folder / "model.c")
    shutil.copy(sound, folder / "sound.c")
    for shared in (SOUND / "sound.h", SOUND / "weak.c", TEMPLATES / "c-library" / "conform.h"):
        shutil.copy(shared, folder)
    manifest = _IN_C.format(
        name=folder.name, title=json.dumps(entry.id), encoding=entry.encoding, declared=json.dumps(entry.declared)
    )
    (folder / "implementation.yaml").write_text(manifest, encoding="utf-8")
    return folder
