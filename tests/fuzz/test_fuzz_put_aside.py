"""What a campaign says at its end of what it put aside."""

from __future__ import annotations

import pytest

from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash
from encoding_conformance.fuzz.finding import CrashBucket, bucket_of
from encoding_conformance.fuzz.put_aside import Aside, PutAside


def bucket(reason: str) -> CrashBucket:
    return bucket_of("mine", "answers", Decode("ascii", b"A"), Crash(reason), reason, ())


EXITS, ABORTS = bucket("exited with status 3"), bucket("ended by signal 6 (Aborted)")
LAYOUT = "layout"


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        ([], []),
        (
            [(EXITS, b"B"), (EXITS, b"B"), (EXITS, b"AB"), (EXITS, b"A")],
            [EXITS, "inputs with 41 in them", "inputs with 42 in them"],
        ),
        ([(EXITS, LAYOUT), (ABORTS, b"B"), (EXITS, LAYOUT)], [EXITS, "the check layout", ABORTS, "inputs with 42 in them"]),
        (
            [(ABORTS, bytes([byte])) for byte in b"EDCBA"],
            [ABORTS, *(f"inputs with {byte} in them" for byte in (41, 42, 43)), "inputs with one of 2 other parts in them"],
        ),
        ([(ABORTS, None)], [ABORTS]),
    ],
)
def test_each_thing_is_told_once_under_what_it_was_put_aside_for(
    told: list[tuple[CrashBucket, str | bytes | None]], lines: list[CrashBucket | str]
) -> None:
    aside = Aside()
    first = [each for each, what in told if aside.add(PutAside(each, what))]
    assert first == [line for line in lines if isinstance(line, CrashBucket)]
    why = "put aside, because it kept ending the process: "
    assert list(aside.lines()) == [f"   {line}" if isinstance(line, str) else f"{why}{line}" for line in lines]
