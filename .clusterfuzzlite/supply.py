"""What OSS-Fuzz wants of each target: its source, and beside it a seed corpus, a dictionary and options.

    supply.py OUT WORK IMPLEMENTATION [ENCODING...]

Sources go to the folder WORK, all else to OUT. IMPLEMENTATION is a name, or the absolute path of a folder.
"""

import sys
from pathlib import Path
from shutil import make_archive
from string import Template
from tempfile import TemporaryDirectory

from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import DataError, WrongUsage
from encoding_conformance.fuzz.campaign import LONGEST
from encoding_conformance.fuzz.corpus import as_text, seeds, tokens
from encoding_conformance.fuzz.findings import keep
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Unit

SOURCE = Template(Path(__file__).with_name("target.py.in").read_text(encoding="utf-8"))

OPTIONS = f"""\
[libfuzzer]
max_len = {LONGEST}

[asan]
quarantine_size_mb = 10
"""
"""Python frees much: ASan would keep 256 MB of it from being used again, and the target be several times slower."""


def supply(out: Path, work: Path, implementation: str, *encodings: str) -> None:
    """Write the files of each target. Raises WrongUsage, DataError, OSError."""
    suite = load_suite()
    for unit in plan.units(suite, registry.selected([implementation], suite.encodings), encodings):
        name = f"fuzz_{unit.encoding.id.replace('-', '_')}"
        source = SOURCE.substitute(implementation=repr(implementation), encoding=repr(unit.encoding.id))
        (work / f"{name}.py").write_text(source, encoding="utf-8")
        (out / f"{name}.dict").write_text(as_text(tokens(unit.encoding)), encoding="ascii")
        (out / f"{name}.options").write_text(OPTIONS, encoding="ascii")
        _archive(unit, out / f"{name}_seed_corpus")


def _archive(unit: Unit, path: Path) -> None:
    with TemporaryDirectory() as folder:
        for seed in seeds(unit.encoding, unit.all_vectors, LONGEST):
            keep(Path(folder), seed)
        make_archive(str(path), "zip", folder)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: supply.py OUT WORK IMPLEMENTATION [ENCODING...]")
    try:
        supply(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
    except (WrongUsage, DataError, OSError) as error:
        sys.exit(f"supply.py: {error}")
