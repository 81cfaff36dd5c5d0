"""Writes the list of the bug reports, `docs/reports.md`."""

import sys

from harness.places import IMPLEMENTATIONS, REPORTS
from harness.specification.faults import DataError
from harness.upstream.draft import read
from harness.upstream.page import page

try:
    REPORTS.write_text(page(read(IMPLEMENTATIONS), REPORTS.parent), encoding="utf-8")
except DataError as error:
    sys.exit(str(error))
