"""A spare process: after a crash, another one is already being started."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from patience import FOREVER

from encoding_conformance.adapters import restarting_session
from encoding_conformance.adapters.manifest import Implementation, read
from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.adapters.session import Session
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash, Decoded

CRASHES = """
import os, sys

for line in sys.stdin:
    id, word, *rest = line.split()
    if word == "hello":
        print(id, "ok 1 ascii", flush=True)
    elif int(rest[1], 16) > 0x7F:
        os._exit(3)
    else:
        print(id, "ok", rest[1], flush=True)
"""

A, ILL_FORMED = Decode("ascii", b"A"), Decode("ascii", b"\xff")


pytestmark = pytest.mark.usefixtures("nobody_left")


@pytest.fixture
def implementation(manifest: Callable[..., Path]) -> Implementation:
    return read(manifest("x", f"process: [python3, plugin.py]\nlimits: {{seconds: {FOREVER}}}", plugin=CRASHES))


def test_a_spare_process_runs_after_a_crash_and_ends_with_the_session(implementation: Implementation) -> None:
    before = set(psutil.Process().children())
    with RestartingSession(implementation) as session:
        assert list(session.perform([A])) == [Decoded((0x41,))]
        assert len(set(psutil.Process().children()) - before) == 1, "a spare before the first crash"
        crash, decoded = session.perform([ILL_FORMED, A])
        assert isinstance(crash, Crash)
        assert decoded == Decoded((0x41,))
        assert len(set(psutil.Process().children()) - before) == 2
    assert set(psutil.Process().children()) <= before


def test_a_program_that_runs_only_once_at_a_time_does_without_a_spare(
    implementation: Implementation, monkeypatch: pytest.MonkeyPatch
) -> None:
    class OnlyOnce(Session):
        """The third process is the spare after the first crash, and does not start."""

        made = 0

        def begin(self) -> None:
            OnlyOnce.made += 1
            if OnlyOnce.made == 3:
                raise self.child.failed(Crash, "locked")
            super().begin()

    monkeypatch.setattr(restarting_session, "_STARTS", 1)
    monkeypatch.setattr(restarting_session, "Session", OnlyOnce)
    before = set(psutil.Process().children())
    with RestartingSession(implementation) as session:
        outcomes = list(session.perform([ILL_FORMED, A, ILL_FORMED, ILL_FORMED, A]))
        assert len(set(psutil.Process().children()) - before) == 1
    assert [type(outcome) for outcome in outcomes] == [Crash, Decoded, Crash, Crash, Decoded]
