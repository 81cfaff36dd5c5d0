"""Runs a process under test in its own session, watches it, and ends it with all its descendants."""

import fcntl
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from typing import IO, BinaryIO

import psutil

from encoding_conformance.adapters.complaint import complaint, sanitizer_report
from encoding_conformance.adapters.jobs import MARK, descendants, die_with_parent, end_marked, keep_descendants, new_mark
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Ending, Timeout

_TAIL = 1 << 16
"""The number of bytes of standard error that are kept: enough for the stack of an endless recursion."""

_POLL, _SELDOM = 0.05, 0.5
"""The seconds between two checks of the memory of a process while the harness waits for it, and between two searches for its
descendants."""

_PATIENCE = 1.0
"""The seconds in which a process may exit by itself."""

_READ = 1 << 16

TOO_MUCH = "took more than"
"""The beginning of the failure of a process that took too much memory or time."""

_CPU_CLOCK = 2
"""The kind of clock in the lower bits of a Linux clock id; the other bits are the complement of a process id."""

_LONG = 1 << 20
"""The time for a reply is one limit, and one more for each full number of these bytes in the request."""


class Overdue(Exception):
    """The process did not write in time."""

    kind = Timeout


class Ended(Exception):
    """The process ended or was killed; the message says how."""

    kind = Crash


class SessionFailed(Exception):
    """A session has ended. `failure` is the outcome of the next operation. `waited` means that it used up its time limit, so that
    a retry is not worthwhile."""

    def __init__(self, failure: Ending, waited: bool = False):
        super().__init__(failure)
        self.failure = failure
        self.waited = waited


@contextmanager
def shared_file(size: int) -> Iterator[BinaryIO]:
    """Yields a file of `size` bytes that several processes can map. On Linux, nobody can make it shorter, which would end those
    that have mapped it."""
    is_linux = sys.platform == "linux"
    memory = os.memfd_create("conform", os.MFD_ALLOW_SEALING | os.MFD_CLOEXEC) if is_linux else -1
    with os.fdopen(memory, "r+b") if is_linux else tempfile.TemporaryFile() as file:
        file.truncate(size)
        if is_linux:
            fcntl.fcntl(file.fileno(), fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
        yield file


class Child:
    """A process of an implementation, with pipes to it. It may be silent for `seconds`, which at first is the time limit for the
    start. With its descendants, it may take the memory limit of the implementation and `allowance_mib` MiB more. If `merged`,
    standard error goes to standard output."""

    def __init__(
        self,
        command: Sequence[str],
        implementation: Implementation,
        environment: Mapping[str, str] | None = None,
        allowance_mib: int = 0,
        pass_fds: Sequence[int] = (),
        merged: bool = False,
    ):
        """Starts a program in the implementation's folder, by default with its environment. Raises SessionFailed if that is
        impossible."""
        self.seconds: float = implementation.seconds_to_start
        self._seconds_to_answer = implementation.seconds
        self._memory_mib = implementation.memory_mib + allowance_mib
        self.tail = b""
        """The end of standard error that was read so far."""
        self._mark = new_mark()
        self._looked = self._looked_for_family = time.monotonic()
        self._family: list[psutil.Process] = []
        self.is_too_large = False
        try:
            self.process = subprocess.Popen(
                command,
                cwd=implementation.folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                preexec_fn=partial(_prepare, merged),
                pass_fds=pass_fds,
                env={**(implementation.variables if environment is None else environment), MARK: self._mark},
            )
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            text = f"cannot start {getattr(error, 'filename', None) or command[0]}: {getattr(error, 'strerror', None) or error}"
            raise SessionFailed(BrokenProtocol(text)) from None
        assert self.process.stdin and self.process.stdout and self.process.stderr, "each is a pipe"
        self._stdin, self._stdout, self._stderr = self.process.stdin, self.process.stdout, self.process.stderr
        self._selector = selectors.DefaultSelector()
        for stream in (self._stdout, self._stderr):
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ)
        os.set_blocking(self._stdin.fileno(), False)

    def allow(self, longest: int) -> None:
        """Sets the time for a reply, given the bytes of the longest request."""
        self.seconds = self._seconds_to_answer * (1 + longest // _LONG)

    def cpu_clock(self) -> Callable[[], float]:
        """Returns a clock of the CPU seconds of the process and its descendants."""
        family: list[psutil.Process] = []
        with suppress(psutil.Error):
            family = [psutil.Process(self.process.pid), *descendants(self.process.pid)]
        return lambda: sum(map(_cpu_seconds, family))

    def end_input(self) -> None:
        """Closes the input of the process."""
        self._stdin.close()

    def say(self, request: bytes) -> None:
        """Writes as much of a request as the pipe takes; `listen` writes the rest."""
        self._unwritten = memoryview(request)
        self._write()

    def hear(self) -> Iterator[bytes]:
        """Yields blocks of standard output. Raises Overdue if no line ends for too long, and Ended if the process ends or takes
        too much memory."""
        silent_since = time.monotonic()
        while True:
            is_late = time.monotonic() - silent_since > self.seconds  # before the last look, because this process may have slept
            if block := self.listen(_POLL):
                yield block
            if b"\n" in block:
                silent_since = time.monotonic()
            elif is_late:
                raise Overdue(f"no answer within {self.seconds} s")

    def listen(self, seconds: float) -> bytes:
        """Returns the next block of standard output within `seconds`, which may be empty. Raises as `hear` does."""
        self._check_memory()
        block = b""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._stdin:
                self._write()
            elif key.fileobj is self._stderr:
                self._read_tail()
            elif not (block := self._read(self._stdout)):
                raise Ended(self._how_it_ended())
        return block

    def _check_memory(self) -> None:
        """Ends the process and its descendants if together they take too much memory."""
        if (now := time.monotonic()) - self._looked <= _POLL:
            return
        self._looked = now
        if now - self._looked_for_family > _SELDOM:
            self._looked_for_family, self._family = now, descendants(self.process.pid)
        with suppress(psutil.Error):
            if _memory([psutil.Process(self.process.pid), *self._family], self._memory_mib << 20) > self._memory_mib << 20:
                self.is_too_large = True
                self._end(self._family)  # its earlier output is still read

    def leftover(self) -> bytes:
        """Returns the unread standard output."""
        return b"".join(iter(lambda: self._read(self._stdout), b""))

    def failure(self, kind: type[Ending], text: str) -> Ending:
        """Returns the failure of the running operation: one of this kind with the complaint on standard error, or the crash that
        a sanitizer reports there."""
        self._read_tail()
        if kind is Crash and (crash := sanitizer_report(self.tail)):
            return crash
        return kind(text, complaint=complaint(self.tail.decode("utf-8", "backslashreplace")))

    def failed(self, kind: type[Ending], text: str, waited: bool = False) -> SessionFailed:
        """Ends the process, and returns the failure of its session."""
        failure = self.failure(kind, text)
        self.kill()
        return SessionFailed(failure, waited)

    def kill(self) -> None:
        """Ends the process and its descendants."""
        family = [*self._family, *descendants(self.process.pid)]
        self._end(family)
        self.process.wait()
        psutil.wait_procs(family, _PATIENCE)  # they are children of this process now
        end_marked(self._mark, os.getpgrp())
        self._selector.close()
        for stream in (self._stdin, self._stdout, self._stderr):
            stream.close()

    def _end(self, family: Sequence[psutil.Process]) -> None:
        for end in (lambda: os.killpg(self.process.pid, signal.SIGKILL), *(member.kill for member in family)):
            with suppress(ProcessLookupError, PermissionError, psutil.Error):
                end()

    def leave(self) -> None:
        """Closes the input, gives the process a second to exit by itself, and ends it and its descendants."""
        self._family = descendants(self.process.pid)  # they cannot be found once it has exited
        self._stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(_PATIENCE)
        self.kill()

    def _write(self) -> None:
        try:
            self._unwritten = self._unwritten[os.write(self._stdin.fileno(), self._unwritten) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._unwritten = memoryview(b"")
        registered = self._stdin in self._selector.get_map()
        if self._unwritten and not registered:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        elif registered and not self._unwritten:
            self._selector.unregister(self._stdin)

    def _read(self, stream: IO[bytes]) -> bytes:
        try:
            return os.read(stream.fileno(), _READ)
        except BlockingIOError:
            return b""

    def _read_tail(self) -> None:
        block = self._read(self._stderr)
        self.tail = (self.tail + block)[-_TAIL:]
        if not block and self._stderr in self._selector.get_map():
            self._selector.unregister(self._stderr)

    def _how_it_ended(self) -> str:
        """Returns a description of how the process ended. Raises Overdue if it has not ended."""
        try:
            status = self.process.wait(self.seconds)
        except subprocess.TimeoutExpired:
            raise Overdue("closed its standard output, but did not end") from None
        if self.is_too_large:
            return f"{TOO_MUCH} {self._memory_mib} MiB of memory"
        if status < 0:
            return f"ended by signal {-status} ({signal.strsignal(-status)})"
        return f"exited with status {status}"


def output_of(
    command: Sequence[str],
    implementation: Implementation,
    seconds: float,
    most: float = inf,
    allowance_mib: int = 0,
    merged: bool = False,
) -> subprocess.CompletedProcess[bytes]:
    """Runs a program without input in the implementation's folder, and returns its status and the end of its output. Raises
    SessionFailed if it cannot be started, takes more than `seconds` or too much memory, or writes more than `most` bytes."""
    child = Child(command, implementation, allowance_mib=allowance_mib, merged=merged)
    child.seconds = seconds
    output, written, end = b"", 0, time.monotonic() + seconds
    try:
        child.end_input()
        while child.process.poll() is None:
            if time.monotonic() > end:
                raise Overdue(f"{TOO_MUCH} {seconds:.0f} s")
            block = child.listen(_POLL)
            output, written = (output + block)[-_TAIL:], written + len(block)
            if written > most:
                raise Overdue(f"wrote more than {most:,} bytes")
        output += child.leftover()
    except Ended as error:
        if child.is_too_large:
            raise SessionFailed(Crash(str(error))) from None
    except Overdue as error:
        raise SessionFailed(Timeout(str(error)), waited=True) from None
    finally:
        child.kill()
    return subprocess.CompletedProcess(command, child.process.returncode, output[-_TAIL:])


def _prepare(merged: bool) -> None:
    """Prepares a forked process before it executes the program."""
    die_with_parent()
    keep_descendants()
    if merged:
        os.dup2(1, 2)


def _memory(processes: Sequence[psutil.Process], limit: int) -> int:
    """Returns the bytes of memory that processes take. If the plain sum is above the limit, shared memory counts only once, which
    takes long to measure."""
    total = sum(process.memory_info().rss for process in processes)
    if total <= limit or len(processes) == 1:
        return total
    details = (process.memory_full_info() for process in processes)
    return sum(getattr(each, "pss", each.uss) for each in details)


def _cpu_seconds(process: psutil.Process) -> float:
    """Returns the CPU seconds of a process; 0 if it has ended."""
    with suppress(psutil.Error, OSError):
        if sys.platform == "linux":  # this clock is finer than psutil's
            return time.clock_gettime(~process.pid << 3 | _CPU_CLOCK)
        return sum(process.cpu_times()[:2])
    return 0.0
