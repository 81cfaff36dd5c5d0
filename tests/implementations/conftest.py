"""A conversation with a plug-in, held by hand: nothing of the harness stands between the test and the program."""

import ctypes.util
import importlib.util
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from patience import FOREVER

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.data_folders import IMPLEMENTATIONS

Talk = Callable[[Iterable[str]], list[str]]


@pytest.fixture(scope="session")
def there() -> Callable[[str | Path], Implementation]:
    """Finds an implementation of the project by its name, any by its folder.

    Skips the test if a program or module that it requires is missing.
    """

    def find(name: str | Path) -> Implementation:
        implementation = manifest.read(IMPLEMENTATIONS / name)
        if missing := implementation.missing():
            pytest.skip(f"{implementation.name}: {', '.join(missing)} is not there")
        return implementation

    return find


@pytest.fixture(scope="session")
def plugin(there) -> Callable[..., Talk]:
    """Makes, of an implementation, a function from lines of requests to lines of replies.

    It is started with the command of its manifest, if no other is given. The function raises ChildProcessError, with
    what stands on standard error, where the program ends with another status than 0.
    """

    def start(name: str | Path, *command: str) -> Talk:
        implementation = there(name)

        def talk(lines: Iterable[str]) -> list[str]:
            ended = subprocess.run(
                command or implementation.process,
                cwd=implementation.folder,
                input="".join(f"{line}\n" for line in lines),
                capture_output=True,
                encoding="ascii",
                timeout=FOREVER,
            )
            if ended.returncode != 0:
                raise ChildProcessError(ended.stderr)
            assert ended.stdout == "" or ended.stdout.endswith("\n")
            return ended.stdout.splitlines()

        return talk

    return start


@pytest.fixture(scope="session")
def codec_of(there) -> Callable[[str], Any]:
    """Makes, of the name of an implementation that is one Python object, that object."""

    def load(name: str) -> Any:
        implementation = there(name)
        module, _, attribute = implementation.python.partition(":")
        file = implementation.folder / f"{module}.py"
        spec = importlib.util.spec_from_file_location(f"{module}_of_{name}", file)
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
        return getattr(loaded, attribute)

    return load


@pytest.fixture(scope="session")
def c_library() -> Callable[[str], ctypes.CDLL]:
    """Loads a C library by its name. Skips the test if it is not installed."""

    def load(name: str) -> ctypes.CDLL:
        if (found := ctypes.util.find_library(name)) is None:
            pytest.skip(f"the library {name} is not there")
        return ctypes.CDLL(found)

    return load


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
        return {request: without_reason(reply).split(" ", 1)[1] for request, reply in zip(requests, replies, strict=True)}

    return ask
