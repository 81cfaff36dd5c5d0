"""Compile the project's own data into a folder, for a wheel: `python -m harness.runner.compile FOLDER`."""

import sys
from pathlib import Path

from harness.places import VECTORS
from harness.runner import libraries

libraries.write([VECTORS], Path(sys.argv[1]))
