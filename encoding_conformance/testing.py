"""For tests with pytest: `from encoding_conformance.testing import Conformance` (docs/pytest.md). This module is also the plug-in
that pytest finds when the package is installed."""

from harness.testing.plugin import Conformance as Conformance
from harness.testing.plugin import pytest_collect_file as pytest_collect_file
from harness.testing.plugin import pytest_pycollect_makeitem as pytest_pycollect_makeitem
from harness.testing.plugin import pytest_terminal_summary as pytest_terminal_summary
