"""What tests of several folders share: `conform` as a program, and implementations made for one test."""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import project
import psutil
import pytest
from forked import Forked, serves
from hypothesis import HealthCheck, settings
from patience import FOREVER
from processes import VARIABLE, hold_that_none_is_left, marked, new_mark

from encoding_conformance.data_files.suite import Suite

settings.register_profile("at any speed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("at any speed")


def pytest_configure() -> None:
    """A shell that is no terminal's starts its background jobs deaf to interrupts, and they pass that on to all that
    they start; tests that interrupt a program need one that hears."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with suppress(AttributeError):  # only glibc has it, and would keep memory for each thread there ever was
        ctypes.CDLL(None).mallopt(ARENA_MAX, 1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Lets Hypothesis list the characters of UTF-8 before the workers start, because that takes 200 MB. The workers read the file
    that it writes."""
    subprocess.run([sys.executable, "-c", "from hypothesis.strategies import text; text().validate()"], check=True)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Returns a short name for a row that pytest would name by a long text or, of most objects, by a number."""
    if isinstance(val, Path):
        return "/".join(val.parts[-2:])
    if isinstance(val, str | bytes | int) and (len(text := str(val)) > 48 or "\n" in text or "\\n" in text):
        return argname
    return None


CACHE = type(lru_cache(len))
ARENA_MAX = -8
"""The parameter of mallopt for the most arenas."""
HOME = Path(__file__).parents[1]
CODE = tuple(str(HOME / folder) for folder in ("harness", "implementations", "tests", "workshop"))


def forget() -> None:
    """Empties what the project's functions and those of its tests have cached."""
    for module in [*sys.modules.values()]:
        if (getattr(module, "__file__", None) or "").startswith(CODE):
            for each in [*vars(module).values()]:
                if isinstance(each, CACHE):
                    each.cache_clear()


def let_go() -> None:
    """Gives the memory back of what is no longer used."""
    forget()
    gc.collect()
    if sys.platform == "linux":
        with suppress(AttributeError):  # only glibc has it, and keeps what is free until then
            ctypes.CDLL(None).malloc_trim(0)


GROWN = 40 << 20
"""The bytes by which a process may grow over what it has after the collection before it gives memory back."""

COLLECTED = pytest.StashKey[int]()


def taken_now() -> int:
    """Returns the bytes of memory that this process has."""
    return psutil.Process().memory_info().rss


def pytest_collection_finish(session: pytest.Session) -> None:
    let_go()
    gc.freeze()  # so that the collections between modules of tests look only at what these made
    session.config.stash[COLLECTED] = taken_now()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """A worker does not keep what a module of tests has loaded, nor what a few large tests of one have. Until here, pytest keeps
    the fixtures of the last test."""
    try:
        return (yield)
    finally:
        if not nextitem or nextitem.path != item.path or taken_now() > item.config.stash[COLLECTED] + GROWN:
            let_go()


MOST = 320
"""The megabytes that `make test` reckons with for each worker."""

TAKEN = pytest.StashKey[list[int]]()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker tells the most memory that it took, and the tests fail if that was more than the Makefile reckons with."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> (10 if sys.platform == "linux" else 20)
    elif max(session.config.stash.get(TAKEN, [0])) > MOST:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    taken = getattr(node, "workeroutput", {}).get("megabytes")
    if taken is not None:
        node.config.stash.setdefault(TAKEN, []).append(taken)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if taken := terminalreporter.config.stash.get(TAKEN, []):
        terminalreporter.line(f"The workers took {', '.join(map(str, sorted(taken)))} MB; {MOST} MB is the most that one may.")


class Shell:
    """Runs `conform` in a folder of its own: nothing but its arguments, its streams, its files and its exit status."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._mark = new_mark()

    def start(self, *words: object, anew: bool = False, **more: object) -> subprocess.Popen[str]:
        """Forks a command, or starts Python anew if a test asks for that, or gives the process more than streams."""
        command = subprocess.Popen[str] if anew or not serves(more.keys()) else Forked
        return command(
            [sys.executable, "-m", "encoding_conformance", *map(str, words)],
            cwd=self.folder,
            text=True,
            encoding="utf-8",
            env={**os.environ, VARIABLE: self._mark},
            **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more},
        )

    def __call__(self, *words: object, input: str = "", anew: bool = False) -> subprocess.CompletedProcess[str]:
        with self.start(*words, anew=anew) as process:
            try:
                out, err = process.communicate(input, timeout=FOREVER)
            finally:
                process.kill()
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def all(self, commands: Iterable[tuple[object, ...]]) -> list[subprocess.CompletedProcess[str]]:
        """Several at a time."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(lambda words: self(*words), commands))

    def left(self) -> list[psutil.Process]:
        """The processes that run now, of all that came of what was started here."""
        return marked(self._mark)

    def hold_that_none_is_left(self) -> None:
        """Wait until all of them have ended. The test fails if one goes on for ever."""
        hold_that_none_is_left(self._mark)


@pytest.fixture(name="suite", scope="module")
def own_suite() -> Suite:
    """The project's own suite, which a worker does not keep longer than a module of tests needs it."""
    return project.suite()


@pytest.fixture(scope="module")
def shared_conform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """For what is run once for a module."""
    shell = Shell(tmp_path_factory.mktemp("shared"))
    yield shell
    shell.hold_that_none_is_left()


@pytest.fixture
def conform(tmp_path: Path) -> Iterator[Shell]:
    """Holds in the end that no process is left."""
    shell = Shell(tmp_path)
    yield shell
    shell.hold_that_none_is_left()


@pytest.fixture
def manifest(tmp_path: Path) -> Callable[..., Path]:
    """Makes the folder of an implementation: `manifest("x", "process: [...]")`."""

    def make(name: str, how: str, encodings: str = "{ascii: {}}", **files: str) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        text = f"name: {name}\ntitle: X\n{how}\nencodings: {encodings}\n"
        (folder / "implementation.yaml").write_text(text, encoding="utf-8")
        for file, content in files.items():
            (folder / f"{file}.py").write_text(content, encoding="utf-8")
        return folder

    return make
