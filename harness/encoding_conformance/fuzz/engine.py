"""Engines, which make inputs: Atheris, which is libFuzzer with coverage of Python, or else a plain loop."""

import os
import random
import sys
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from itertools import count
from math import inf
from pathlib import Path

from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Outcome, Rejection
from encoding_conformance.data_files.files import open_file
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.fuzz.findings import keep

FEATURES = 4096
"""The number of different features."""

_TRACE = "_trace_branch"

_DICTIONARY = "-dict="

_KNOWN = ("runs", "max_total_time", "max_len", "seed")
"""The flags of libFuzzer that the plain loop knows."""

Execute = Callable[[bytes], None]

Mutate = Callable[[bytes, int, int], bytes]
"""Changes an input. Its arguments are the input, the most bytes of the result, and a seed."""


def feature(data: bytes, outcome: Outcome) -> int:
    """Returns a number below FEATURES, the same for similar outcomes. With it, a search finds what coverage does not show; for
    a black box, it is the only guide."""
    parts: tuple[int, ...]
    match outcome:
        case Encoded(value) | Decoded(value):
            last = value[-1] if value else 0
            parts = (2, min(len(value), 3), min(last.bit_length(), 80))
        case Rejection(offset):
            index = len(data) if offset is None else offset
            parts = (3, min(index, 3), *data[index : index + 1])
        case Crash(text, frame):
            parts = (0, *frame.encode()[-8:], *text.encode("utf-8", "replace")[:8])
        case _:
            parts = (1, 0)
    return hash(parts) % FEATURES  # Python's hash of integers is the same in every process


class PlainEngine:
    """An engine without coverage. It changes and tries inputs, and keeps an input with a new feature."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._is_new = False

    def instrumented(self, packages: Collection[str]) -> AbstractContextManager[None]:
        """Returns a context in which the engine instruments these packages as they are imported, if it can do that."""
        return nullcontext()

    def trace(self, feature: int) -> None:
        """Takes the feature of the current execution, a number below FEATURES."""
        if feature not in self._seen:
            self._seen.add(feature)
            self._is_new = True

    def run(self, execute: Execute, mutate: Mutate, tokens: Callable[[], str], command: Sequence[str]) -> None:
        """Runs the loop with a command: the program, which it does not need, and its arguments. Executes the files among them, or
        else fuzzes with the folders among them as corpora, the first of which gets new inputs. Of libFuzzer's flags, it knows
        -runs, -max_total_time, -max_len and -seed. Raises WrongUsage for other flags, and for missing paths."""
        _, *arguments = command
        flags = dict(argument[1:].partition("=")[::2] for argument in arguments if argument.startswith("-"))
        if unknown := sorted(flags.keys() - _KNOWN):
            raise WrongUsage(f"-{unknown[0]}: without Atheris, only {', '.join(f'-{name}' for name in _KNOWN)} are known")
        paths = [Path(argument) for argument in arguments if not argument.startswith("-")]
        if missing := [path for path in paths if not path.exists()]:
            raise WrongUsage(f"{missing[0]}: no such file or folder")
        for file in filter(Path.is_file, paths):
            execute(file.read_bytes())
        folders = [path for path in paths if path.is_dir()]
        if paths and not folders:
            print(f"{len(paths):,} inputs executed, no failure", file=sys.stderr)
            return
        longest = int(flags.get("max_len", 4096))
        inputs = [_beginning(file, longest) for folder in folders for file in sorted(folder.iterdir()) if file.is_file()]
        for data in inputs:
            execute(data)
        inputs.append(b"")
        chance = random.Random(int(flags.get("seed", 0)))
        end = time.monotonic() + (int(flags.get("max_total_time", 0)) or inf)
        runs = int(flags.get("runs", -1))
        for number in count(len(inputs)):
            if 0 <= runs <= number or time.monotonic() > end:
                print(f"{number:,} inputs executed, no failure", file=sys.stderr)
                return
            data = mutate(chance.choice(inputs), longest, chance.getrandbits(32))
            self._is_new = False
            execute(data)
            if self._is_new:
                inputs.append(data)
                if folders:
                    keep(folders[0], data)


def _beginning(path: Path, most: int) -> bytes:
    with open_file(path) as file:
        return file.read(most)


class AtherisEngine:
    """The engine of Atheris, of which a process makes only one. `trace` uses private functions of Atheris, because it has
    no public ones. Without them, only coverage of code would guide the search."""

    def __init__(self) -> None:
        """Raises ImportError if Atheris is not installed."""
        import atheris  # it is optional, and takes long to load

        self._atheris = atheris
        reserve = getattr(atheris, "_reserve_counter", None)
        self._base: int | None = None
        if reserve and hasattr(atheris, _TRACE):
            self._base, *_ = [reserve() for _ in range(FEATURES)]

    def instrumented(self, packages: Collection[str]) -> AbstractContextManager[None]:
        """Returns a context in which the engine instruments these packages as they are imported."""
        if not packages:  # Atheris would take that for all packages
            return nullcontext()
        context: AbstractContextManager[None] = self._atheris.instrument_imports(include=list(packages))
        return context

    def trace(self, feature: int) -> None:
        """Takes the feature of the current execution, a number below FEATURES."""
        if self._base is not None:
            getattr(self._atheris, _TRACE)(self._base + feature)  # it is another function once fuzzing is set up

    def run(self, execute: Execute, mutate: Mutate, tokens: Callable[[], str], command: Sequence[str]) -> None:
        """Runs libFuzzer with a command, until it ends the process: the program, which it starts again for some flags through a
        shell, and its own arguments. Half of the changes are libFuzzer's, because it knows the corpus and the comparisons that
        the code made. `tokens` returns a dictionary, for arguments that name none."""

        def changed(data: bytes, most: int, seed: int) -> bytes:
            result: bytes = mutate(data, most, seed >> 1) if seed & 1 else self._atheris.Mutate(data, most)
            return result

        program, *arguments = command
        if not any(argument.startswith(_DICTIONARY) for argument in arguments):
            arguments = [f"{_DICTIONARY}{_in_memory(tokens())}", *arguments]
        self._atheris.Setup([program, *arguments], execute, custom_mutator=changed)
        self._atheris.Fuzz()


Engine = PlainEngine | AtherisEngine


def has_coverage() -> bool:
    """Returns whether Atheris is installed."""
    return find_spec("atheris") is not None


def load() -> Engine:
    """Returns the best engine that is installed, ready in this process."""
    try:
        return AtherisEngine()
    except ImportError:
        return PlainEngine()


def _in_memory(text: str) -> str:
    """Returns the path of a file that exists only in memory, also for the processes that libFuzzer starts."""
    descriptor = os.memfd_create("dictionary")
    os.write(descriptor, text.encode("ascii"))
    os.set_inheritable(descriptor, True)
    return f"/proc/self/fd/{descriptor}"
