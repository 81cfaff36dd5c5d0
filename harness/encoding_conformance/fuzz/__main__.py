"""`python -m encoding_conformance.fuzz NAME|PATH ENCODING [libFuzzer's arguments]`: see `entry`."""

import sys

from encoding_conformance.fuzz.entry import run
from encoding_conformance.runner.registry import UnknownName
from encoding_conformance.specification.faults import DataError

if len(sys.argv) < 3:
    print("usage: python -m encoding_conformance.fuzz NAME|PATH ENCODING [libFuzzer's arguments]", file=sys.stderr)
    sys.exit(2)
try:
    run(sys.argv[1], sys.argv[2], sys.argv[3:])
except (UnknownName, DataError, OSError) as error:
    print(f"encoding_conformance.fuzz: {error}", file=sys.stderr)
    sys.exit(2)
