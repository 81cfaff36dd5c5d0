"""A corpus: a folder of inputs. Each is a file of raw bytes with a name that comes from its content, as in libFuzzer."""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha1
from pathlib import Path

from encoding_conformance.checks.inputs.kinds import of_vectors
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.outcome import Result
from encoding_conformance.core.vector import Vector
from encoding_conformance.models import model_of


def keep(folder: Path, data: bytes) -> None:
    """Puts an input into a corpus."""
    path = folder / sha1(data, usedforsecurity=False).hexdigest()
    if not path.exists():
        path.write_bytes(data)


def size_of(folder: Path) -> int:
    """The number of inputs in a corpus."""
    return sum(1 for _ in os.scandir(folder)) if folder.is_dir() else 0


def seeds(encoding: Encoding, vectors: Iterable[Vector], longest: int) -> list[bytes]:
    """The bytes that the vectors of an encoding decode, and the bytes that its table gives for the values that they encode; each
    once."""
    sequences, octets = of_vectors(vectors)
    model = model_of(encoding)
    short = [values for values in sequences if len(values) <= longest]  # a value takes at least one byte
    written = [model.encode(values)[0] for values in short] if model else []
    found = [*octets, *(outcome.value for outcome in written if isinstance(outcome, Result))]
    return [data for data in dict.fromkeys(found) if len(data) <= longest]
