"""Runs `conform` in a process that is forked from one that has imported it, because that takes longer than most commands."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from multiprocessing import forkserver, get_context
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory

import psutil
import pytest
from patience import FOREVER, until

import encoding_conformance
from encoding_conformance.adapters.jobs import keep_descendants

FORK = get_context("forkserver")
APART = ("__main__", "engine", "worker", "items")
"""Modules that commands do not import."""

FORK.set_forkserver_preload(
    [
        module.name
        for module in walk_packages(encoding_conformance.__path__, f"{encoding_conformance.__name__}.")
        if module.name.rpartition(".")[2] not in APART and ".templates." not in module.name
    ]
)

_BEGAN = dict(os.environ)
_PASSING = {"PYTEST_CURRENT_TEST", "PYTEST_VERSION"}
STREAMS = ("stdin", "stdout", "stderr")


def running() -> set[psutil.Process]:
    """Returns the processes that come from this one and still run. One that has lost its parent comes from this one, too."""
    keep_descendants()
    forkserver.ensure_running()
    return {each for each in psutil.Process().children(recursive=True) if _runs(each)}


def _runs(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def hold_that_none_is_left(before: set[psutil.Process]) -> None:
    """Waits until nothing but these processes runs. The test fails if something runs forever."""
    try:
        until(lambda: running() <= before)
    except pytest.fail.Exception:
        pytest.fail(f"still running: {running() - before}")


class Shell:
    """Runs `conform` in a folder of its own."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._before = running()

    def start(self, *words: object, **more: object) -> subprocess.Popen[str]:
        """Starts a command whose streams are pipes, unless `more` has others."""
        return subprocess.Popen(
            [sys.executable, "-m", "encoding_conformance", *map(str, words)],
            cwd=self.folder,
            text=True,
            encoding="utf-8",
            **{**dict.fromkeys(STREAMS, subprocess.PIPE), **more},
        )

    def __call__(self, *words: object, input: str = "", anew: bool = False) -> subprocess.CompletedProcess[str]:
        """Runs a command. It starts `anew`, and not as a fork, if the test demands that or has changed the environment, because
        Python reads much of the environment while it starts."""
        if anew or {name for name, _ in _BEGAN.items() ^ os.environ.items()} - _PASSING:
            with self.start(*words) as process:
                try:
                    out, err = process.communicate(input, timeout=FOREVER)
                finally:
                    process.kill()
            return subprocess.CompletedProcess(process.args, process.returncode, out, err)
        (ended,) = self.all([words], input)
        return ended

    def all(self, commands: Iterable[tuple[object, ...]], input: str = "") -> list[subprocess.CompletedProcess[str]]:
        """Runs commands, as many at a time as there are processors."""
        rest, ended = list(commands), list[subprocess.CompletedProcess[str]]()
        while rest:
            some, rest = rest[: os.cpu_count() or 1], rest[os.cpu_count() or 1 :]
            ended += self._together(some, input)
        return ended

    def _together(self, commands: list[tuple[object, ...]], input: str) -> list[subprocess.CompletedProcess[str]]:
        with TemporaryDirectory() as there:
            ended, started = list[subprocess.CompletedProcess[str]](), []
            for number, command in enumerate(commands):
                words, files = list(map(str, command)), [Path(there, f"{number}-{name}") for name in STREAMS]
                files[0].write_text(input, encoding="utf-8")
                process = FORK.Process(target=become, args=(words, self.folder, files))
                process.start()
                started.append((words, files, process))
            for words, files, process in started:
                process.join(FOREVER)
                process.kill()
                process.join()
                out, err = (file.read_text(encoding="utf-8") for file in files[1:])
                ended.append(subprocess.CompletedProcess(words, process.exitcode or 0, out, err))
                process.close()
        return ended

    def left(self) -> set[psutil.Process]:
        """Returns the processes that run now, of all that came from commands."""
        return running() - self._before

    def hold_that_none_is_left(self) -> None:
        """Waits until all of them have ended. The test fails if one runs forever."""
        hold_that_none_is_left(self._before)


def become(words: list[str], folder: Path, files: list[Path]) -> None:
    """Runs a command in this process, with files as its streams."""
    from encoding_conformance.commands.main import main

    for number, file in enumerate(files):
        stream = os.open(file, os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY)
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    os.chdir(folder)
    sys.argv = ["conform", *words]
    main()
