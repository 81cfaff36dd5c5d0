"""Reads the encodings that are taken for those of the project, and for which no test vectors ask."""

from __future__ import annotations

from functools import lru_cache

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.specification import encodings
from encoding_conformance.specification.yamlfile import YamlFile


@lru_cache
def relatives() -> tuple[Encoding, ...]:
    """Returns the encodings of `vectors/relatives.yaml`, whose faults the tests find. Raises DataError if it cannot be read."""
    file = YamlFile(VECTORS / "relatives.yaml")
    found = file.data["encodings"].items()
    return tuple(encodings.encoding(id, data, {}, file.location("encodings", id)) for id, data in found)
