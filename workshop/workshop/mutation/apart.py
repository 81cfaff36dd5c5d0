"""Mutates a codec that was written apart from the reference: `python -m workshop.mutation.apart`.

universalmutator makes the mutants of one source file, in any language that it knows. Each mutant is a copy of a plug-in's folder,
is built there by its Makefile, and is run as a user would run it. A mutant that builds what the original or an earlier mutant
builds, byte by byte, is left out: no test can tell them apart.
"""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from encoding_conformance.checks.catalogue import LAYOUT
from encoding_conformance.core.text import counted
from workshop.mutation.kill_matrix import Fate
from workshop.runs import Run, run_with_errors

_MANIFEST = "implementation.yaml"
_AT_A_TIME = 16
"""The number of mutants of one run."""

_SECONDS = 120
"""The time for one build."""


def made(source: Path, language: str, there: Path) -> list[str]:
    """Returns the texts of all mutants of a source file, which it writes into the folder `there`, but for those that differ in
    white space alone. Raises OSError."""
    there.mkdir()
    command = ["mutate", str(source), language, "--noCheck", "--mutantDir", str(there)]
    subprocess.run(command, capture_output=True, check=True)
    texts = [path.read_text(encoding="utf-8") for path in sorted(there.iterdir())]
    original = _without_space(source.read_text(encoding="utf-8"))
    return [text for text in texts if _without_space(text) != original]


def _without_space(text: str) -> str:
    return "".join(text.split())


def built(folder: Path, mutant: Path, file: str, text: str, product: str) -> str:
    """Builds a copy of a plug-in's folder, in which a file has this text. Returns a digest of what was built; an empty text if it
    does not build."""
    shutil.copytree(folder, mutant, ignore=shutil.ignore_patterns("build"))
    (mutant / file).write_text(text, encoding="utf-8")
    manifest = (mutant / _MANIFEST).read_text(encoding="utf-8").splitlines(keepends=True)
    renamed = "".join(f"name: {mutant.name}\n" if line.startswith("name:") else line for line in manifest)
    (mutant / _MANIFEST).write_text(renamed, encoding="utf-8")
    try:
        subprocess.run(["make", "-s", "-C", str(mutant)], capture_output=True, check=True, timeout=_SECONDS)
        return hashlib.sha256((mutant / product).read_bytes()).hexdigest()
    except (OSError, subprocess.SubprocessError):
        return ""


def fate(of: Run) -> Fate:
    """Returns what killed a mutant, by its failures."""
    if of.error:
        return Fate.DOES_NOT_LOAD
    checks = [id for id in of.failures if "/check/" in id]
    if not of.failures:
        return Fate.SURVIVED
    if not checks:
        return Fate.VECTORS
    return Fate.BOTH if len(checks) < len(of.failures) else Fate.CHECKS


def fates(folders: Sequence[Path], jobs: int, encoding: str) -> Iterator[Fate]:
    """Yields the fate of each mutant. `layout` is asked only of those that nothing else kills."""
    for start in range(0, len(folders), _AT_A_TIME):
        some = folders[start : start + _AT_A_TIME]
        runs = run_with_errors(some, jobs, (f"*/check/{LAYOUT}",), (encoding,))
        alive = [folder for folder in some if fate(runs[folder.name]) == Fate.SURVIVED]
        runs |= run_with_errors(alive, jobs, (), (encoding,))
        yield from (fate(runs[folder.name]) for folder in some)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("file")
@click.argument("product")
@click.option("--language", required=True, help="The language of FILE, as universalmutator calls it.")
@click.option("-e", "--encoding", required=True, help="The encoding that is asked.")
@click.option("--sample", type=click.IntRange(min=1), help="Build only so many mutants, which the seed selects.")
@click.option("--seed", default=0, show_default=True)
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="How many mutants are run at a time.")
def main(folder: Path, file: str, product: str, language: str, encoding: str, sample: int | None, seed: int, jobs: int) -> None:
    """Mutate FILE in a plug-in's FOLDER and print what kills the mutants. The folder's Makefile builds PRODUCT, and FILE too if
    it is not there."""
    if not shutil.which("mutate"):
        raise click.ClickException("universalmutator is not installed: pip install universalmutator")
    with TemporaryDirectory(prefix="apart-") as home:
        original = Path(home) / "original"
        shutil.copytree(folder, original, ignore=shutil.ignore_patterns("build"))
        subprocess.run(["make", "-s", "-C", str(original), file], check=True)
        before = (original / file).read_text(encoding="utf-8")
        texts = made(original / file, language, Path(home) / "texts")
        if sample and sample < len(texts):
            texts = random.Random(seed).sample(texts, sample)
        seen = {"", built(original, Path(home) / "same", file, before, product)}
        kept: dict[Path, str] = {}
        for number, text in enumerate(texts):
            mutant = Path(home) / f"mutant-{number}"
            digest = built(original, mutant, file, text, product)
            if digest not in seen:
                kept[mutant] = _change(before, text)
            seen.add(digest)
        counts: Counter[Fate] = Counter()
        for change, found in zip(kept.values(), fates(list(kept), jobs, encoding)):
            counts[found] += 1
            if found == Fate.SURVIVED:
                click.echo(f"survived: {change}")
    click.echo(f"{counted(len(texts), 'mutant')} of {file}, of which {len(kept)} are built and differ from all others")
    for found in Fate:
        if counts[found]:
            click.echo(f"  {found:20} {counts[found]:4}")


def _change(original: str, text: str) -> str:
    """Returns the first line that a mutant changes, and what it becomes."""
    for number, (old, new) in enumerate(zip(original.splitlines(), text.splitlines()), 1):
        if old != new:
            return f"line {number}: {old.strip()}  ->  {new.strip()}"
    return "the end"


if __name__ == "__main__":
    main()
