"""The process that does pieces of work for a worker of a cluster.

A worker of Dask is a daemon with threads, which must neither fork nor be lost with an implementation. So it starts this module as
a program, which it asks through a socket.
"""

import pickle
import sys
import zlib
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from encoding_conformance.adapters.child_setup import become_job
from encoding_conformance.adapters.cluster_work import ClusterWork, HowFar, Unfit, version
from encoding_conformance.adapters.jobs import guarded

_IDLE = 600
"""The seconds after which a process that nobody asks ends by itself."""


def main() -> None:
    """Does the pieces that come through a socket, up to its end. None asks to check the work."""
    become_job()
    with guarded(), Connection(int(sys.argv[1])) as asked:
        here, there = version(), asked.recv()
        if here != there:
            asked.send(Unfit(f"its harness has the version {here}, and that of this command is {there}"))
            return
        begin, given = pickle.loads(asked.recv_bytes())
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
        found = None if piece is None else work.do(piece, tell)
        return zlib.compress(pickle.dumps(found), 1)
    except Unfit as unfit:
        return unfit


if __name__ == "__main__":
    main()
