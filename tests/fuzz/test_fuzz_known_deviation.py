"""Which known deviation of a manifest covers a finding."""

import made
import pytest

from encoding_conformance.adapters.manifest import Declaration, IdPattern
from encoding_conformance.core.identity import NOWHERE
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Outcome, Rejection
from encoding_conformance.core.verdict import Deviation, DeviationKind
from encoding_conformance.fuzz.finding import Finding, Reproducer, bucket_of
from encoding_conformance.fuzz.triage import covering
from encoding_conformance.models.known_outcome import IN_FILE


def found(operation: Operation, outcome: Outcome) -> Finding:
    key = bucket_of("x", "layout", operation, outcome, "wrong", ())
    return Finding(key, Reproducer("layout", b"A"), operation, (), outcome, "wrong")


SURROGATE = found(Decode("utf-8", b"A\xed\xbf\xbf"), Decoded((0x41, 0xDFFF)))
OVERLONG = found(Decode("utf-8", b"\xc0\x80"), Decoded((0,)))
REFUSED = found(Decode("utf-8", b"\xc3\xa9"), Rejection(0))
WRITES = found(Encode("utf-8", (0xD800,)), Encoded(b"\xed\xa0\x80"))
ENDS = found(Decode("utf-8", b"A\xed\xbf\xbf"), Crash("ended"))
RIGHT = found(Decode("utf-8", b"A"), Decoded((0x41,)))
LAYOUT = "utf-8/check/layout"


@pytest.mark.parametrize(
    ("ids", "got", "covered"),
    [
        ([LAYOUT], IN_FILE, [SURROGATE, OVERLONG, REFUSED, WRITES, RIGHT]),
        (["utf-8/check/order"], IN_FILE, []),
        (["utf-8/*surrogate*"], IN_FILE, []),
        ([LAYOUT, "utf-8/surrogate-across-byte-4096"], IN_FILE, [SURROGATE, RIGHT]),
        ([LAYOUT, "utf-8/surrogate-*"], IN_FILE, [SURROGATE, RIGHT]),
        ([LAYOUT, "utf-8/overlong-two-bytes-*"], IN_FILE, [OVERLONG, RIGHT]),
        ([LAYOUT, "utf-8/encode-surrogate-inside-text"], IN_FILE, [WRITES, RIGHT]),
        ([LAYOUT, "utf-8/before-surrogates/decode"], IN_FILE, [REFUSED, RIGHT]),
        ([LAYOUT], "ok 0", [OVERLONG]),
        ([LAYOUT], "reject", [REFUSED]),
        ([LAYOUT], "crash: end", [ENDS]),
    ],
)
def test_a_finding_is_covered_by_what_describes_it(ids, got, covered) -> None:
    patterns, varies = tuple(IdPattern(id, NOWHERE) for id in ids), tuple(Kind) if got == IN_FILE else ()
    declaration = Declaration(Deviation(DeviationKind.BUG, "x"), patterns, NOWHERE, got, varies)
    suite = made.suite()
    vectors = suite.vectors_of("utf-8")
    for finding in (SURROGATE, OVERLONG, REFUSED, WRITES, ENDS, RIGHT):
        known = covering([declaration], suite.encodings["utf-8"], vectors, finding)
        assert known == (Deviation(DeviationKind.BUG, "x") if finding in covered else None), finding.outcome
