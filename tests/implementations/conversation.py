"""A conversation with a plug-in by hand: nothing of the harness stands between the test and the program."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable

import pytest
from patience import FOREVER

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.runner.registry import find


def installed(name: str) -> Implementation:
    """Returns one of the project's own implementations. Skips the test if something that it requires is missing."""
    implementation = find(name)
    if missing := implementation.missing():
        pytest.skip(f"{name}: {', '.join(missing)} is not installed")
    return implementation


def talk(implementation: Implementation, lines: Iterable[str], *command: str) -> list[str]:
    """Returns the replies to lines of requests, from the command of the manifest if no other is given. The program must end with
    status 0."""
    ended = subprocess.run(
        command or implementation.process,
        cwd=implementation.folder,
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="ascii",
        timeout=FOREVER,
    )
    assert (ended.returncode, ended.stdout[-1:]) in [(0, ""), (0, "\n")], ended.stderr
    return ended.stdout.splitlines()


def replies(implementation: Implementation, requests: Iterable[str]) -> dict[str, str]:
    """Returns the replies by their requests, in small letters, without ids and free texts."""
    requests = list(requests)
    lines = talk(implementation, (f"{id} {request}" for id, request in enumerate(requests)))
    assert [line.split(" ")[0] for line in lines] == [str(id) for id in range(len(requests))]
    return {request: _without_text(line.casefold()) for request, line in zip(requests, lines, strict=True)}


def _without_text(line: str) -> str:
    _, kind, *fields = line.split(" ")
    return " ".join([kind, *fields[: {"reject": 1, "unsupported": 0}.get(kind)]])
