"""A corpus: a folder of inputs, each a file of raw bytes that is named after its content, as libFuzzer does it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha1
from pathlib import Path

from harness.checks.subjects.kinds import of_vectors
from harness.core.encoding import Encoding
from harness.core.outcome import Result
from harness.core.vector import Vector
from harness.models import model_of


def keep(folder: Path, data: bytes) -> None:
    """Put an input into a corpus."""
    path = folder / sha1(data, usedforsecurity=False).hexdigest()
    if not path.exists():
        path.write_bytes(data)


def size_of(folder: Path) -> int:
    """Inputs of a corpus."""
    return sum(1 for _ in os.scandir(folder)) if folder.is_dir() else 0


def seeds(encoding: Encoding, vectors: Iterable[Vector], longest: int) -> list[bytes]:
    """What the vectors of an encoding decode, and what its table gives for what they encode; each once."""
    sequences, octets = of_vectors(vectors)
    model = model_of(encoding)
    short = [values for values in sequences if len(values) <= longest]  # a value takes a byte at least
    written = [model.encode(values)[0] for values in short] if model else []
    found = [*octets, *(outcome.value for outcome in written if isinstance(outcome, Result))]
    return [data for data in dict.fromkeys(found) if len(data) <= longest]
