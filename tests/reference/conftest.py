"""Makes `reference_codecs` importable if it is not installed."""

import sys
from importlib.util import find_spec
from pathlib import Path

if find_spec("reference_codecs") is None:
    sys.path.insert(0, str(Path(__file__).parents[2] / "implementations" / "reference"))
