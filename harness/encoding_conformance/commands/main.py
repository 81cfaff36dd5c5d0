"""The group of commands, and error handling. A command's module is imported only when the command is called."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from io import StringIO, TextIOWrapper
from threading import Timer
from typing import TYPE_CHECKING, Any

import click

from encoding_conformance import __version__
from encoding_conformance.adapters.jobs import ENDING, guarded
from encoding_conformance.core.text import visible
from encoding_conformance.data_files.problems import DataError, HarnessError, WrongUsage, unknown

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import FrameType

COMMANDS = ("compare", "diff", "doctor", "explain", "export", "fuzz", "list", "new", "run", "serve")
"""The commands. Each is a module in this folder."""

_NOWHERE = f"{os.devnull}/hypothesis"
"""An impossible folder, so that Hypothesis does not store data in the user's working folder or elsewhere."""

NEW_OBJECTS = 50_000
"""The number of new objects after which the garbage collector looks for cycles. Commands make millions of objects and few cycles.
With Python's default of 700, a thorough run spends a quarter of its time in the collector."""

_MOMENT = 0.01
"""The seconds after which an interrupt is sent again."""

USAGE, AT_FAULT, INTERRUPTED = 2, 3, 130


class LazyGroup(click.Group):
    """A group of commands. `modules` has the module of each by name, with the attribute `command`."""

    def __init__(self, modules: Mapping[str, str], **settings: Any):
        super().__init__(**settings, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
        self.modules = modules

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(self.modules)

    def invoke(self, context: click.Context) -> object:
        try:
            return super().invoke(context)
        except BrokenPipeError:  # click would return the status of a failed test
            raise _Ended(signal.SIGPIPE) from None

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in self.modules:
            command: click.Command = import_module(self.modules[name]).command
            return command
        if name.startswith("-"):
            return None  # click reports options
        raise WrongUsage(unknown("command", name, self.list_commands(context), f"`{context.command_path} --help` lists them"))


@click.group(cls=LazyGroup, modules={name: f"{__package__}.{name}" for name in COMMANDS})
@click.version_option(__version__, prog_name="conform")
def conform() -> None:
    """Check implementations of text encodings against their specifications.

    Exit status: 0 if nothing failed; 1 if an implementation failed a test, or if there is a finding; 2 for wrong usage; 3 if
    the harness, a test vector or an adapter is at fault.
    """


def main(commands: click.Group = conform) -> None:
    """Runs a command and exits with its status."""
    gc.set_threshold(NEW_OBJECTS)
    while (free := os.open(os.devnull, os.O_RDWR)) <= 2:  # no file of ours takes the place of a closed standard stream
        os.set_inheritable(free, True)
    os.close(free)
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:  # a command in the background ignores the signal
        signal.signal(signal.SIGINT, interrupt)
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores SIGHUP
            signal.signal(number, _terminate)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", _NOWHERE)
    try:
        with guarded():
            sys.exit(status_of(commands))
    except _Ended as ended:
        signal.signal(ended.signal, signal.SIG_DFL)
        signal.raise_signal(ended.signal)


def status_of(commands: click.Group) -> int:
    """Runs a command and returns its status."""
    try:
        status: int = commands.main(standalone_mode=False)
        return status
    except click.ClickException as error:
        error.show(shown := StringIO())
        status, message = USAGE, shown.getvalue()
    except Exception as error:
        status, message = _reported(error)
    with suppress(OSError):
        click.echo(visible(message.rstrip()), err=True)
    return status


class _Ended(BaseException):
    """Ends this process by a signal after its descendants have ended."""

    def __init__(self, number: int):
        self.signal = number


def _terminate(number: int, frame: FrameType | None) -> None:
    raise _Ended(number)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raises KeyboardInterrupt. In a callback of the garbage collector, such as Hypothesis installs, the exception would be lost,
    so there the signal is sent again a moment later."""
    callbacks = {getattr(each, "__code__", None) for each in gc.callbacks}
    while frame:
        if frame.f_code in callbacks:
            Timer(_MOMENT, os.kill, (os.getpid(), number)).start()
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _reported(error: Exception) -> tuple[int, str]:
    match error:
        case click.exceptions.Abort():
            return INTERRUPTED, "interrupted"
        case DataError():  # each of its lines begins with a file
            return AT_FAULT, str(error)
        case WrongUsage():
            return USAGE, f"conform: {error}"
        case HarnessError():
            return AT_FAULT, f"conform: {error}"
        case FileNotFoundError(filename=None):
            return USAGE, "conform: the working directory is gone"
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            return AT_FAULT, f"conform: {error.filename or 'a file'} cannot be written: {error.strerror}"
        case OSError(errno=errno.EMFILE | errno.ENFILE):
            return AT_FAULT, f"conform: {error.strerror}; `ulimit -n` says how many may be open"
        case OSError(filename=filename) if filename:
            return USAGE, f"conform: {filename}: {error.strerror}"
        case OSError(errno=errno.EFBIG):
            return AT_FAULT, f"conform: a file cannot be written: {error.strerror}"
    return AT_FAULT, f"conform: the harness failed: {type(error).__name__}: {error}"
