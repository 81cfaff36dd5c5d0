"""Work for processes on other machines: what it is, which code must do it, and the process that does it for a worker of a
cluster: `python -m encoding_conformance.adapters.cluster_work SOCKET`.

A worker of Dask is a daemon with threads, which must neither fork nor be lost with an implementation. So it starts this module as
a program, which it asks through a socket.
"""

import pickle
import sys
import zlib
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Protocol

from encoding_conformance import __version__
from encoding_conformance.adapters.child_setup import become_job
from encoding_conformance.adapters.jobs import guarded
from encoding_conformance.data_files import artefacts
from encoding_conformance.data_files.problems import HarnessError

_CODE = ("adapters", "causes", "checks", "core", "data_files", "models", "runner")
"""The folders of code that decide a verdict."""

_IDLE = 600
"""The seconds after which a process that nobody asks ends by itself."""


class ClusterWork(Protocol):
    """Work that consists of pieces."""

    def check(self) -> None:
        """Raises Unfit if a piece cannot be done here."""

    def do(self, piece: Any, tell: Callable[..., None]) -> Any:
        """Returns what a piece gives; `tell` is called with its progress. Raises Unfit."""


class Unfit(HarnessError):
    """A worker cannot do the work. The message says why. Processes return it, because Dask repeats what raises it."""


class HowFar(NamedTuple):
    """The progress of a piece of work."""

    progress: tuple[Any, ...]


def version() -> str:
    """Returns the version of the harness, with a hash of its code."""
    return f"{__version__} (code {artefacts.code(*_CODE)[:8]})"


def pack(begin: Callable[..., ClusterWork], *given: Any) -> bytes:
    """Returns what makes the work elsewhere: a function of a module, which returns it, and what the function is given."""
    return packed((begin, given))


def packed(each: Any) -> bytes:
    """Returns an object as it is sent."""
    return zlib.compress(pickle.dumps(each), 1)


def unpacked(sent: bytes) -> Any:
    """Returns an object that was sent by the same version of the harness."""
    return pickle.loads(zlib.decompress(sent))


def main() -> None:
    """Does the pieces that come through a socket, up to its end. None asks to check the work."""
    become_job()
    with guarded(), Connection(int(sys.argv[1])) as asked:
        here, there = version(), asked.recv()
        if here != there:
            asked.send(Unfit(f"its harness has the version {here}, and that of this command is {there}"))
            return
        begin, given = unpacked(asked.recv_bytes())
        try:
            work = begin(*given)
        except Unfit as unfit:
            asked.send(unfit)
            return
        asked.send(None)
        while asked.poll(_IDLE):
            try:
                piece = asked.recv()
            except EOFError:
                return
            asked.send(_done(work, piece, lambda *progress: asked.send(HowFar(progress))))


def _done(work: ClusterWork, piece: Any, tell: Callable[..., None]) -> bytes | Unfit:
    try:
        if piece is None:
            work.check()
        return packed(None if piece is None else work.do(piece, tell))
    except Unfit as unfit:
        return unfit


if __name__ == "__main__":
    import_module("encoding_conformance.adapters.cluster_work").main()  # under this name, others know its classes
