"""Operations a second to a shared library, compared with the same codec at the end of a pipe.

The library is called four times for each operation, with guarded buffers, and all results must agree. The program at the end of
the pipe gets each operation once. The codecs are the templates in C of `conform new`, and ICU, also with longer texts.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from measure import Row, ratio_of_rates
from pipe import LENGTH, through_the_harness

from encoding_conformance.adapters import manifest
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.data_folders import IMPLEMENTATIONS

SHORT, LONG = 100_000, 2_000
"""The number of operations on short and on long texts."""

WORDS = 500
"""The length of a long text, in words of six bytes."""


def rows() -> Iterator[Row]:
    """Yields the rows of the codecs that can be built here."""
    if not shutil.which("cc"):
        return
    short = list(product(range(0x20, 0x7F), repeat=LENGTH))[:SHORT]
    with tempfile.TemporaryDirectory() as name:
        folders = []
        for language in ("c-library", "c"):
            folder = Path(name, language)
            made = [sys.executable, "-m", "encoding_conformance", "new", folder, "--language", language]
            subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
            subprocess.run(["make", "-s", "-C", folder], check=True)
            folders.append(folder)
        yield _row("the templates in C, texts of 3 bytes", folders, "ascii", short)
    icu = [IMPLEMENTATIONS / "icu-library", IMPLEMENTATIONS / "icu"]
    for folder in icu:
        subprocess.run(["make", "-s", "-C", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if not any(manifest.read(folder).missing() for folder in icu):
        yield _row("ICU, texts of 3 bytes", icu, "utf-8", short)
        long = [(0x41, 0xE9, 0x20AC) * WORDS + tuple(f"{number:X}".encode()) for number in range(LONG)]
        yield _row("ICU, texts of 3,000 bytes", icu, "utf-8", long)


def _row(title: str, folders: Sequence[Path], encoding: str, texts: Sequence[tuple[int, ...]]) -> Row:
    """Returns the row of the implementations in two folders: the library, and the program at the end of a pipe."""
    operations = [Decode(encoding, "".join(map(chr, text)).encode()) for text in texts]
    expected = [Decoded(text) for text in texts]
    library, pipe = map(manifest.read, folders)
    return ratio_of_rates(
        f"operations a second to a library over those to a pipe: {title}",
        None,
        len(operations),
        lambda: through_the_harness(library, operations, expected),
        lambda: through_the_harness(pipe, operations, expected),
    )
