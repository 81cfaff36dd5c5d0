"""The project's own suite, for tests of all folders."""

from __future__ import annotations

from functools import cache

from encoding_conformance.data_files.suite import Suite
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.runner import compiled_suite


@cache
def suite() -> Suite:
    """Returns the suite of `vectors/`. It is forgotten when the tests of a module have ended (see `conftest.py`), so a module
    does not keep it in a constant."""
    return compiled_suite.load([VECTORS])
