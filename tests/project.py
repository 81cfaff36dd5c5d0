"""The project's own suite, for tests of all folders."""

from __future__ import annotations

from functools import cache

from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.suite import Suite


@cache
def suite() -> Suite:
    """Returns the suite of `vectors/`."""
    return load_suite()
