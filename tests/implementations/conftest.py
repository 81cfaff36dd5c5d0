"""A conversation with a plug-in, held by hand: nothing of the harness stands between the test and the program."""

import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

IMPLEMENTATIONS = Path(__file__).parents[2] / "implementations"

Talk = Callable[[Iterable[str]], list[str]]


@pytest.fixture(scope="session")
def plugin() -> Callable[..., Talk]:
    """Makes, of the name of an implementation and a command, a function from lines of requests to lines of replies.

    Skips the test, with the reason `missing`, where the program is not there.
    """

    def start(name: str, *command: str, missing: str) -> Talk:
        program = command[0]
        if shutil.which(str(IMPLEMENTATIONS / name / program) if "/" in program else program) is None:
            pytest.skip(missing)

        def talk(lines: Iterable[str]) -> list[str]:
            ended = subprocess.run(
                command,
                cwd=IMPLEMENTATIONS / name,
                input="".join(f"{line}\n" for line in lines),
                capture_output=True,
                encoding="ascii",
                timeout=60,
            )
            assert ended.returncode == 0, ended.stderr
            assert ended.stdout == "" or ended.stdout.endswith("\n")
            return ended.stdout.splitlines()

        return talk

    return start


def without_reason(reply: str) -> str:
    """The reply without the free text, which says nothing about its meaning."""
    id, kind, *rest = reply.split(" ")
    kept = {"reject": rest[:1], "unsupported": []}.get(kind, rest)
    return " ".join([id, kind, *kept])


@pytest.fixture(scope="session")
def numbered() -> Callable[[Talk, Iterable[str]], dict[str, str]]:
    """Asks each request, numbered in order; gives the replies by their requests, without ids and free texts."""

    def ask(talk: Talk, requests: Iterable[str]) -> dict[str, str]:
        requests = list(requests)
        replies = talk(f"{id} {request}" for id, request in enumerate(requests))
        assert [reply.split(" ")[0] for reply in replies] == [str(id) for id in range(len(requests))]
        return {
            request: without_reason(reply).split(" ", 1)[1]
            for request, reply in zip(requests, replies, strict=True)
        }

    return ask
