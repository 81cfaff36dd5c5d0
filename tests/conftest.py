"""What tests of several folders share."""

from __future__ import annotations

import gc
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import project
import psutil
import pytest
from hypothesis import HealthCheck, settings
from shell import Shell

from encoding_conformance.data_files.suite import Suite

settings.register_profile("at any speed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("at any speed")


def pytest_configure() -> None:
    """A shell that is no terminal's lets its background jobs ignore interrupts, and so do all processes that they start. Tests
    that interrupt a program need one that does not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """With NOTHING_SKIPPED in the environment, a slow test that is skipped fails."""
    report = yield
    if report.skipped and os.environ.get("NOTHING_SKIPPED") and item.get_closest_marker("slow"):
        report.outcome = "failed"
    return report


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


MOST = 350
"""The megabytes for which `make test` has room in each worker."""

TAKEN = pytest.StashKey[list[int]]()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker reports the most memory that it took. The tests fail if that was more than there is room for."""
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


CACHE = type(cache(len))
LARGE = 200
"""The megabytes from which a worker empties its caches between modules of tests. Each module reads vectors of other encodings."""

OWN = tuple(str(Path(__file__).parents[1] / folder) for folder in ("harness", "implementations", "tests", "workshop"))


@pytest.fixture(scope="module", autouse=True)
def forgetting() -> Iterator[None]:
    """Keeps a worker small."""
    yield
    if psutil.Process().memory_info().rss >> 20 > LARGE:
        own = [module for module in sys.modules.values() if (getattr(module, "__file__", None) or "").startswith(OWN)]
        for value in {id(each): each for module in own for each in vars(module).values()}.values():
            if isinstance(value, CACHE):
                value.cache_clear()
        gc.collect()


@pytest.fixture(name="suite", scope="module")
def own_suite() -> Suite:
    """The project's own suite."""
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
