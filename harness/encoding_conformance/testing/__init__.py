"""Conformance tests in pytest: `from encoding_conformance.testing import Conformance` (docs/pytest.md).

Each test vector and each check is a test of its own, in the user's own process. Pytest loads this package as a plug-in when the
distribution is installed.
"""

from encoding_conformance.testing.plugin import Conformance as Conformance
from encoding_conformance.testing.plugin import pytest_collect_file as pytest_collect_file
from encoding_conformance.testing.plugin import pytest_pycollect_makeitem as pytest_pycollect_makeitem
from encoding_conformance.testing.plugin import pytest_terminal_summary as pytest_terminal_summary
