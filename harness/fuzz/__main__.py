"""`python -m harness.fuzz NAME|PATH ENCODING [libFuzzer's arguments]`: see `entry`."""

import sys

from harness.fuzz.entry import run
from harness.runner.registry import UnknownName
from harness.specification.faults import DataError

if len(sys.argv) < 3:
    sys.exit("usage: python -m harness.fuzz NAME|PATH ENCODING [libFuzzer's arguments]")
try:
    run(sys.argv[1], sys.argv[2], sys.argv[3:])
except (UnknownName, DataError, OSError) as error:
    sys.exit(f"harness.fuzz: {error}")
