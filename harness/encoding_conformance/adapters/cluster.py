"""An executor on a Dask cluster. Only this module imports Dask, and only on use."""

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import import_module
from typing import Any

from encoding_conformance.adapters.jobs import Lost, Result
from encoding_conformance.data_files.problems import HarnessError, WrongUsage

LOCAL = re.compile(r"local:([1-9][0-9]{0,2})")
"""The address of a local cluster with this number of workers."""

_SECONDS = 5
"""The seconds in which a scheduler must answer and a worker must be available."""

_RETRIES = 3
"""How often Dask retries a unit that raised an error."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Yields an executor on the cluster at the address of a scheduler, or on a new local one. Raises WrongUsage."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise WrongUsage("--dask needs Dask; `pip install encoding-conformance[cluster]` installs it") from None
    for name in ("distributed", "distributed.client", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        target: Any = address
        if local := LOCAL.fullmatch(address):
            options = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
            secret = distributed.Security.temporary()  # otherwise any local user could run code through the open port
            target = stack.enter_context(distributed.LocalCluster(n_workers=int(local[1]), security=secret, **options))
        else:
            _must_answer(address)
        client = stack.enter_context(distributed.Client(target, timeout=_SECONDS, set_as_default=False))
        try:
            client.wait_for_workers(1, timeout=_SECONDS)
        except TimeoutError:
            raise WrongUsage(f"the cluster at {address} has no worker; `dask worker {address}` starts one") from None
        executor: Executor = client.get_executor(retries=_RETRIES)
        try:
            yield executor
        finally:
            executor.shutdown(wait=False)


def _must_answer(address: str) -> None:
    """Raises WrongUsage unless a Dask scheduler answers at an address. Dask's own client would try for longer."""
    distributed = import_module("distributed")

    async def connect() -> None:
        arguments = distributed.Security().get_connection_args("client")
        comm = await distributed.comm.connect(address, timeout=_SECONDS, **arguments)
        await comm.close()

    try:
        asyncio.run(connect())
    except Exception as error:  # another program at this address may answer anything
        why = "nothing answers" if isinstance(error, OSError) else str(error) or "another program answers"
        advice = "expected the address of Dask's scheduler, such as tcp://HOST:8786, or local:NUMBER"
        raise WrongUsage(f"no cluster at {address}: {why}; {advice}") from None


def submit(executor: Executor, function: Callable[..., Result], *arguments: Any) -> Callable[[], Result]:
    """Submits a call to a cluster, and returns a function that returns its result. This function raises Lost if the workers kept
    dying, and HarnessError if a worker cannot run the call or the scheduler is gone."""
    return partial(_result, executor.submit(function, *arguments))


def _result(future: Future[Result]) -> Result:
    distributed = import_module("distributed")
    try:
        return future.result()
    except distributed.KilledWorker:
        raise Lost("the workers of the cluster that ran it died repeatedly") from None
    except HarnessError:
        raise
    except (CancelledError, OSError):
        raise HarnessError("the connection to Dask's scheduler was lost") from None
    except Exception as error:
        why = f"a worker cannot run a unit: {type(error).__name__}: {error}"
        raise HarnessError(f"{why}; install the same version of encoding-conformance there") from None


def worker() -> str:
    """Returns the address of the worker that runs this code."""
    return str(import_module("distributed").get_worker().address)
