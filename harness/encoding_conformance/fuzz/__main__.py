"""`python -m encoding_conformance.fuzz NAME|PATH ENCODING [libFuzzer's arguments]`: see `entry`."""

import sys

from encoding_conformance.fuzz.entry import run
from encoding_conformance.specification.faults import HarnessFault, UsageFault

try:
    if len(sys.argv) < 3:
        raise UsageFault("usage: python -m encoding_conformance.fuzz NAME|PATH ENCODING [libFuzzer's arguments]")
    run(sys.argv[1], sys.argv[2], sys.argv[3:])
except (UsageFault, HarnessFault, OSError) as error:
    print(f"encoding_conformance.fuzz: {error}", file=sys.stderr)
    sys.exit(2)
