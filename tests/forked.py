"""Forks commands from a process that has imported `conform` already. The import takes longer than most commands do.

A forked command has its own working folder, streams, arguments, mark and exit status, as a started one has. It has the
environment, the locale and the seed of hashes of the process that it is forked from.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import socket
import subprocess
import sys
from collections.abc import Collection
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from runpy import run_module
from typing import Any, TextIO

from processes import VARIABLE, new_mark

PACKAGE = "encoding_conformance"
APART = ("__main__", "engine", "worker", "items")
"""Modules that only other processes import."""

BEGAN = dict(os.environ)
_PASSING = {"PYTEST_CURRENT_TEST", "PYTEST_VERSION"}
_NUMBER = 16
"""The bytes in which a number is told."""

_server: tuple[subprocess.Popen[bytes], socket.socket] | None = None
"""The process that forks, and where to ask it for a command. It ends with the process that has asked."""


def serves(streams: Collection[str]) -> bool:
    """Returns whether a command with these streams can be forked. If a test has changed the environment, it cannot, because
    Python reads much of the environment while it starts."""
    return streams <= {"stdin", "stdout", "stderr"} and not {name for name, _ in BEGAN.items() ^ os.environ.items()} - _PASSING


class Forked(subprocess.Popen[str]):
    """A command. It is no child of the process that asks for it, so another one waits for it and tells how it ended."""

    def _execute_child(self, args: list[str], *more: Any) -> None:
        global _server
        _server = _server or _started()
        folder, environment, pipes = more[4], more[5], more[9:15]
        theirs, self._told = socket.socketpair()
        with theirs:
            socket.send_fds(_server[1], [b"."], [theirs.fileno()])
        streams = [number if own < 0 else own for number, own in enumerate((pipes[0], pipes[3], pipes[5]))]
        socket.send_fds(self._told, [json.dumps([args, str(folder), environment[VARIABLE]]).encode()], streams)
        self._told.shutdown(socket.SHUT_WR)
        self._close_pipe_fds(*pipes)
        self.pid = int(self._told.recv(_NUMBER))

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._told.settimeout(timeout)
            try:
                self.returncode = int(self._told.recv(_NUMBER))
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(self.args, timeout or 0) from None
            self._told.close()
        return self.returncode

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None


def _started() -> tuple[subprocess.Popen[bytes], socket.socket]:
    theirs, ours = socket.socketpair()
    with theirs:
        number = theirs.fileno()
        variables = {**os.environ, VARIABLE: new_mark()}
        command = [sys.executable, __file__, str(number)]
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[number], env=variables), ours


def _prepare() -> None:
    """Imports all that a command may, and keeps the garbage collector away from it."""
    package = import_module(PACKAGE)
    for module in walk_packages(package.__path__, f"{PACKAGE}."):
        if module.name.rpartition(".")[2] not in APART and ".templates." not in module.name:
            import_module(module.name)
    gc.collect()
    gc.freeze()


def _serve(asked: socket.socket) -> None:
    """Forks a process for each command that is asked for, and returns in each of these."""
    while True:
        _, found, _, _ = socket.recv_fds(asked, 1, 1)
        with suppress(ChildProcessError):  # there is no child yet, or none is left
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not found:
            os._exit(0)
        if not os.fork():
            asked.close()
            _become(socket.socket(fileno=found[0]))
            return
        os.close(found[0])


def _become(told: socket.socket) -> None:
    """Reads a command, returns in a process that is this command, and ends in the one that has waited for it."""
    text, streams, _, _ = socket.recv_fds(told, 1 << 20, 3)
    while piece := told.recv(1 << 20):
        text += piece
    words, folder, mark = json.loads(text)
    if command := os.fork():
        for stream in streams:
            os.close(stream)
        _tell(told, command)
        _tell(told, os.waitstatus_to_exitcode(os.waitpid(command, 0)[1]))
        os._exit(0)
    told.close()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        before: TextIO = getattr(sys, name)
        mode = "w" if number else "r"
        stream = os.fdopen(number, mode, encoding=before.encoding, errors=before.errors, closefd=False)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.stderr.reconfigure(line_buffering=True)
    os.chdir(folder)
    sys.path[0] = os.getcwd()
    sys.argv[1:] = words[3:]
    _mark(mark)


def _tell(told: socket.socket, number: int) -> None:
    told.send(str(number).ljust(_NUMBER).encode())


def _mark(mark: str) -> None:
    """Sets the mark where other processes see it too: in the memory in which this process got its environment."""
    libc = ctypes.CDLL(None)
    libc.getenv.restype = ctypes.c_void_p
    ctypes.memmove(libc.getenv(VARIABLE.encode()), mark.encode(), len(mark))
    os.environ[VARIABLE] = mark


if __name__ == "__main__":
    _prepare()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    run_module(PACKAGE, run_name="__main__", alter_sys=True)
