"""The families of encodings, which are the folders of `vectors/`."""

from __future__ import annotations

from pathlib import Path

from encoding_conformance.core.vector import Vector


def family(vector: Vector) -> str:
    """Returns the family of a vector's encoding: the name of the folder that contains `vectors` or `edges` with the vector."""
    return Path(vector.location.file).parent.parent.name
