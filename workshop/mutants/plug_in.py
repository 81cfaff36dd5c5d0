"""Writes a mutant as an implementation: a folder with a manifest, which the harness can test like any other."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import reference_codecs
from mutants.mutant import Mutant

_PACKAGE = "reference_codecs"


def write(mutant: Mutant, folder: Path, name: str) -> Path:
    """Writes the folder of a mutant, with each encoding in which it is tried, and returns the folder."""
    folder.mkdir()
    if isinstance(mutant.load, partial):  # a mutant by syntax: the folder has a copy of the package with one module changed
        module, source = mutant.load.args
        shutil.copytree(Path(reference_codecs.__file__).parent, folder / _PACKAGE)
        (folder / _PACKAGE / f"{module}.py").write_text(source, encoding="utf-8")
        loaded = f"from {_PACKAGE} import CODECS\n"
    else:
        named = f"{{mutant.id: mutant for mutant in mutants()}}[{mutant.id!r}]"
        loaded = f"from mutants.named import mutants\nCODECS = {named}.load()\n"
    (folder / "plug_in.py").write_text(f"{loaded}CODEC = CODECS[{mutant.encodings[0]!r}]\n", encoding="utf-8")
    attribute = "CODEC" if len(mutant.encodings) == 1 else "CODECS"
    encodings = "".join(f"  {id}: {{}}\n" for id in mutant.encodings)
    (folder / "implementation.yaml").write_text(
        f"name: {name}\ntitle: >-\n  {mutant.id}\npython: plug_in:{attribute}\nencodings:\n{encodings}", encoding="utf-8"
    )
    return folder
