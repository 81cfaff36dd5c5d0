"""`python -m harness.fuzz NAME|PATH ENCODING [libFuzzer's arguments]`: see `entry`."""

import sys

from harness.fuzz.entry import run
from harness.runner.registry import UnknownName
from harness.specification.faults import DataError

if len(sys.argv) < 3:
    print("usage: python -m harness.fuzz NAME|PATH ENCODING [libFuzzer's arguments]", file=sys.stderr)
    sys.exit(2)
try:
    run(sys.argv[1], sys.argv[2], sys.argv[3:])
except (UnknownName, DataError, OSError) as error:
    print(f"harness.fuzz: {error}", file=sys.stderr)
    sys.exit(2)
