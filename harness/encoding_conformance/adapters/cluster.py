"""Gives pieces of work to the workers of a Dask cluster. Dask is imported only here, and only when this is used."""

import asyncio
import logging
import pickle
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from itertools import count
from multiprocessing import Pipe
from threading import Lock
from typing import Any
from uuid import uuid4

from encoding_conformance.adapters.cluster_work import HowFar, Unfit, unpacked, version
from encoding_conformance.adapters.jobs import guarded
from encoding_conformance.data_files.problems import WrongUsage

LOCAL = re.compile(r"local:([1-9][0-9]{0,2})")
"""An address of a cluster that is started here, with so many workers."""

_SECONDS = 5
"""The seconds in which a scheduler must answer, and in which a worker must be there."""

_AGAIN = 3
"""How often a piece of work is repeated whose process was lost."""


class Lost(Exception):
    """The process that did a piece of work ended before it was done."""


class Cluster:
    """The workers of a cluster. They have the methods of `Jobs`."""

    lost = "the workers of the cluster that ran it were lost, again and again"

    def __init__(self, client: Any, work: bytes):
        self._client = client
        self._token = uuid4().hex
        self._about = {"token": self._token, "version": version()}
        self._numbers = count()
        self._work = client.submit(bytes, work, key=f"work-{self._token}")

    def check(self) -> None:
        """Raises Unfit if a worker cannot do the work."""
        asked = {
            address: self._client.submit(
                perform, None, self._work, **self._about, workers=[address], key=("check", self._token, address)
            )
            for address in self._client.run(int)  # which asks all of them, also of large clusters
        }
        for address, future in asked.items():
            error = future.exception()
            if isinstance(error, ImportError):
                raise Unfit(f"worker {address}: {error}; install this version of encoding-conformance there")
            if error is not None:
                raise Unfit(f"worker {address}: {type(error).__name__}: {error}")
            _opened(future.result())

    def listen(self, tell: Callable[..., None]) -> None:
        """Calls `tell` with the progress of pieces, from another thread."""
        self._client.subscribe_topic(self._token, lambda event: tell(*pickle.loads(event[1])))

    def submit(self, name: str, piece: Any) -> Any:
        """Returns a future for what a piece gives. `name` is what Dask's dashboard calls it."""
        key = name.replace("-", "_"), self._token, next(self._numbers)
        return self._client.submit(perform, piece, self._work, **self._about, key=key, retries=_AGAIN, pure=False)

    def result(self, future: Any) -> Any:
        """Returns what a piece gave; None if it was lost again and again. Raises Unfit and WrongUsage."""
        distributed = import_module("distributed")
        try:
            return _opened(future.result())
        except (Lost, distributed.KilledWorker):
            return None
        except (distributed.client.FutureCancelledError, OSError):
            raise WrongUsage("the connection to Dask's scheduler was lost; `conform run --resume REPORT` goes on") from None

    def close(self) -> None:
        """Ends the processes that did the work, wherever they are."""
        with suppress(Exception):  # the cluster may be gone
            self._client.unsubscribe_topic(self._token)
            self._client.run(dismiss, self._token, on_error="ignore")


def _opened(result: bytes | Unfit) -> Any:
    if isinstance(result, Unfit):
        raise result
    return unpacked(result)


@contextmanager
def cluster(address: str, work: bytes) -> Iterator[Cluster]:
    """A context with a cluster whose workers can do some work: the one whose scheduler has this address, or one that is started
    here. Raises WrongUsage and Unfit."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise WrongUsage("--dask needs Dask; `pip install encoding-conformance[cluster]` gets it") from None
    for name in ("distributed", "distributed.client", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        stack.enter_context(guarded())
        there: Any = address
        if local := LOCAL.fullmatch(address):
            options = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
            there = stack.enter_context(distributed.LocalCluster(n_workers=int(local[1]), **options))
        else:
            _must_answer(address)
        client = stack.enter_context(distributed.Client(there, timeout=_SECONDS, set_as_default=False))
        try:
            client.wait_for_workers(1, timeout=_SECONDS)
        except TimeoutError:
            raise WrongUsage(f"the cluster at {address} has no worker; `dask worker {address}` starts one") from None
        found = Cluster(client, work)
        stack.callback(found.close)
        found.check()
        yield found


def _must_answer(address: str) -> None:
    """Raises WrongUsage if nothing that speaks as Dask does is at an address. A client of Dask would try longer."""
    distributed = import_module("distributed")

    async def ask() -> None:
        arguments = distributed.Security().get_connection_args("client")
        comm = await distributed.comm.connect(address, timeout=_SECONDS, **arguments)
        await comm.close()

    try:
        asyncio.run(ask())
    except Exception as error:  # what else listens there may answer anything
        why = "nothing answers" if isinstance(error, OSError) else str(error) or "what answers is not Dask"
        advice = "expected the address of Dask's scheduler, such as tcp://HOST:8786, or local:NUMBER"
        raise WrongUsage(f"no cluster at {address}: {why}; {advice}") from None


class _Process:
    """A process of a worker that does pieces of the work."""

    def __init__(self, work: bytes, version: str):
        self._asked, theirs = Pipe()
        command = [sys.executable, "-P", "-m", "encoding_conformance.adapters.cluster_work", str(theirs.fileno())]
        with theirs:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
        self._asked.send(version)
        self._asked.send_bytes(work)
        self.refused: Unfit | None = self._asked.recv()

    def __call__(self, piece: Any, tell: Callable[[HowFar], None]) -> bytes | Unfit:
        """Raises EOFError or OSError if the process ends before."""
        if self.refused:
            return self.refused
        self._asked.send(piece)
        while isinstance(found := self._asked.recv(), HowFar):
            tell(found)
        result: bytes | Unfit = found
        return result

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._asked.close()


_IDLE: dict[str, list[_Process]] = defaultdict(list)
"""The processes of this worker that have nothing to do, by the token of their work."""
_ALL: dict[str, list[_Process]] = defaultdict(list)
_LOCK = Lock()


def perform(piece: Any, work: bytes, token: str, version: str) -> bytes | Unfit:
    """Does a piece of work, in a process of this worker. Raises Lost if that process ends before."""
    worker = import_module("distributed").get_worker()
    process = None
    with _LOCK:
        while _IDLE[token] and not (process and process.runs):
            process = _IDLE[token].pop()
    try:
        if not (process and process.runs):
            process = _Process(work, version)
            _ALL[token].append(process)
        result = process(piece, lambda told: worker.log_event(token, pickle.dumps(told.progress)))
    except (EOFError, OSError):
        raise Lost("a process of a worker was ended from outside") from None
    with _LOCK:
        _IDLE[token].append(process)
    return Unfit(f"worker {worker.address}: {result}") if isinstance(result, Unfit) else result


def dismiss(token: str) -> None:
    """Ends the processes of this worker that were started for some work."""
    _IDLE.pop(token, None)
    for process in _ALL.pop(token, []):
        process.end()
