"""Runs on a Dask cluster: the report is the one that one machine writes, whatever happens to the workers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from distributed import Client, get_worker
from patience import FOREVER, until

import encoding_conformance
from encoding_conformance.adapters import cluster as clusters

HOME = Path(__file__).parents[2]
LIARS = HOME / "tests" / "liars"

WRONG = """
class Codec:
    def encode(self, values):
        return bytes(values)

    def decode(self, data):
        return [0x3F if byte == 0x7F else byte for byte in data]

ascii = kim = Codec()
codecs = {"ascii": ascii, "kim": kim}
"""

WAITS = """
import os, time
from pathlib import Path

class Codec:
    def encode(self, values):
        return bytes(values)

    def decode(self, data):
        here = Path("{signs}")
        if not (here / "go").exists():
            (here / f"waits-{{os.getpid()}}").touch()
            while not (here / "go").exists():
                time.sleep(0.05)
        return list(data)

codecs = {{"ascii": Codec(), "kim": Codec()}}
"""


def reports(conform, *words: object, workers: str = "local:2") -> tuple[bytes, bytes]:
    """What a run writes here, and what it writes on a cluster."""
    for options in (("--jobs", 1, "--json", "one"), ("--dask", workers, "--json", "all")):
        ended = conform("run", *words, *options)
        assert ended.returncode in (0, 1, 3), ended.stderr
    return tuple((conform.folder / name).read_bytes() for name in ("one", "all"))


@pytest.mark.slow
def test_a_cluster_writes_the_report_of_one_machine(conform, manifest) -> None:
    folder = manifest("wrong", "python: 'x:codecs'", "{ascii: {}, kim: {}}", x=WRONG)
    one, all_of_them = reports(conform, "-i", folder, "-k", "ascii/edge/7", "-k", "kim/edge/7")
    assert b'"type":"cause"' in one
    assert all_of_them == one


@pytest.mark.slow
def test_a_local_cluster_is_closed_to_whoever_has_no_certificate() -> None:
    with clusters.cluster("local:1") as executor:
        address = str(executor.submit(lambda: get_worker().scheduler.address).result())
        assert address.startswith("tls://127.0.0.1:")
        with pytest.raises((OSError, TimeoutError)), Client(address.replace("tls", "tcp"), timeout=2):
            pass
        assert executor.submit(int, "7").result() == 7


@pytest.mark.slow
def test_an_address_without_a_cluster_is_one_message_and_no_report(conform) -> None:
    words = ("-k", "ascii/edge/7", "--dask", "tcp://127.0.0.1:1", "--json", "report")
    ended = conform("run", "-i", "reference", *words)
    assert (ended.returncode, ended.stdout, len(ended.stderr.splitlines())) == (2, "", 1)
    assert "no cluster at tcp://127.0.0.1:1: nothing answers; expected the address of Dask's scheduler" in ended.stderr
    assert not (conform.folder / "report").exists()


@pytest.fixture
def waiting(manifest, tmp_path) -> tuple[Path, Path]:
    """The folder of an implementation that waits, and the folder in which it says so, up to the file `go`."""
    signs = tmp_path / "signs"
    signs.mkdir()
    how = f"python: 'x:codecs'\nlimits: {{seconds: {FOREVER}}}"
    return manifest("waits", how, "{ascii: {}, kim: {}}", x=WAITS.format(signs=signs)), signs


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_a_repetition(conform, waiting) -> None:
    folder, signs = waiting
    words = "run", "-i", folder, "-e", "ascii", "-e", "kim", "-k", "edge/7", "--json"
    process = conform.start(*words, "all", "--dask", "local:2")
    first = until(lambda: next(signs.glob("waits-*"), None), lambda: process.poll() is None)
    psutil.Process(int(first.name.partition("-")[2])).parent().kill()
    # both workers' units, and one of them again
    until(lambda: len(list(signs.glob("waits-*"))) > 2, lambda: process.poll() is None)
    (signs / "go").touch()
    _, errors = process.communicate(timeout=FOREVER)
    assert (process.returncode, errors) == (1, "")
    assert conform(*words, "one").returncode == 1
    assert (conform.folder / "all").read_bytes() == (conform.folder / "one").read_bytes()


@pytest.mark.slow
def test_workers_survive_what_crashes_hangs_and_takes_memory(conform) -> None:
    liars = [
        word for name in ("segfaults", "takes-memory", "never-answers", "object-stops-itself") for word in ("-i", LIARS / name)
    ]
    one, all_of_them = reports(conform, *liars, "-k", "edge/7")
    assert all_of_them == one


@contextmanager
def cluster(path: str = "") -> Iterator[str]:
    """The address of a scheduler with one worker, which imports from a path first."""
    with subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard"], **READ
    ) as scheduler:
        try:
            address = until_seen(scheduler, r"Scheduler at: +(tcp://\S+)")
            variables = {**os.environ, "PYTHONPATH": path}
            with subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-dashboard"], env=variables, **READ
            ) as worker:
                try:
                    until_seen(worker, r"(Registered to)")
                    yield address
                finally:
                    worker.terminate()
        finally:
            scheduler.terminate()


READ = {"stderr": subprocess.PIPE, "text": True}


def until_seen(process: subprocess.Popen[str], pattern: str) -> str:
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found[1]
    pytest.fail(f"it ended without {pattern}")


@pytest.mark.slow
def test_a_worker_with_another_version_is_named_with_both_versions(conform, tmp_path) -> None:
    other = tmp_path / "other" / "encoding_conformance"
    shutil.copytree(HOME / "harness" / "encoding_conformance", other)
    (other / "__init__.py").write_text((other / "__init__.py").read_text().replace(encoding_conformance.__version__, "0.0.7"))
    with cluster(str(other.parent)) as address:
        ended = conform("run", "-i", "reference", "-e", "ascii", "-k", "edge/7", "--dask", address)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (3, 1)
    here = re.escape(encoding_conformance.__version__)
    assert re.search(rf"worker tcp://\S+: the harness differs: 0\.0\.7 .* there, {here} .* here", ended.stderr)


@pytest.mark.slow
def test_a_lost_scheduler_is_one_line(conform, waiting) -> None:
    folder, signs = waiting
    with cluster() as address:
        process = conform.start("run", "-i", folder, "-e", "ascii", "-k", "edge/7", "--dask", address)
        until(lambda: next(signs.glob("waits-*"), None), lambda: process.poll() is None)
    _, errors = process.communicate(timeout=FOREVER)
    assert (process.returncode, errors) == (3, "conform: the connection to Dask's scheduler was lost\n")
