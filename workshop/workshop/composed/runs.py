"""Runs composed codecs as a user would: a folder with a manifest for each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from workshop.composed.composed import Composed
from workshop.plugin_folder import write_plugin
from workshop.runs import Run, run


def ask(codecs: Iterable[Composed], jobs: int, without: Sequence[str] = ()) -> dict[Composed, Run]:
    """Returns what a run says of each codec. `without` are patterns of ids that are not asked. Raises NotRun if the run ends
    before its report does."""
    with TemporaryDirectory(prefix="composed-") as there:
        folders = write_plug_ins(Path(there), codecs)
        runs = run(list(folders), jobs, without)
    return {codec: runs[folder.name] for folder, codec in folders.items()}


def write_plug_ins(there: Path, codecs: Iterable[Composed]) -> dict[Path, Composed]:
    """Writes a plug-in for each codec into this folder, and returns their own folders with their codecs."""
    return {_folder(there / f"composed-{number}", codec): codec for number, codec in enumerate(dict.fromkeys(codecs))}


def _folder(folder: Path, codec: Composed) -> Path:
    """Writes the plug-in of a codec, and returns its folder."""
    made = f"codec({codec.encoding!r}, {codec.names!r})"
    return write_plugin(folder, str(codec), codec.encoding, "workshop.composed.families", "codec", made)
