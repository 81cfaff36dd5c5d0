"""`conform` as a program: nothing but its arguments, its streams, its files and its exit status."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import psutil
import pytest

_LOOKS, _PAUSE = 40, 0.1
"""How often, and with how many seconds between, a process is given time to be gone."""

_VARIABLE = "CONFORM_CLI_TEST"


class Shell:
    """Starts `conform` in a folder of its own, with a mark that all that comes of it bears."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.mark = uuid4().hex

    def start(self, *words: object, **more: object) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "harness", *map(str, words)], cwd=self.folder, text=True, encoding="utf-8",
            env={**os.environ, _VARIABLE: self.mark},
            **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more},
        )

    def __call__(self, *words: object, input: str = "") -> subprocess.CompletedProcess[str]:
        with self.start(*words) as process:
            try:
                out, err = process.communicate(input, timeout=120)
            finally:
                process.kill()
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def all(self, commands: Iterable[tuple[object, ...]]) -> list[subprocess.CompletedProcess[str]]:
        """Several at a time."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(lambda words: self(*words), commands))

    def left(self) -> list[psutil.Process]:
        """What still bears the mark."""
        return [process for process in psutil.process_iter() if _value(process) == self.mark]

    def left_in_the_end(self) -> list[psutil.Process]:
        for _ in range(_LOOKS):
            if not self.left():
                return []
            time.sleep(_PAUSE)
        return self.left()


@pytest.fixture(scope="module")
def shared_conform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """For what is run once for a module."""
    shell = Shell(tmp_path_factory.mktemp("shared"))
    yield shell
    assert shell.left_in_the_end() == []


@pytest.fixture
def conform(tmp_path: Path) -> Iterator[Shell]:
    """Holds in the end that no process is left."""
    shell = Shell(tmp_path)
    yield shell
    assert shell.left_in_the_end() == []


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


def _value(process: psutil.Process) -> str:
    try:
        return process.environ().get(_VARIABLE, "")
    except psutil.Error:
        return ""
