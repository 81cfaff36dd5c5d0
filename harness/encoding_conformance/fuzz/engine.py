"""Engines, which make the inputs of a campaign: Atheris, which is libFuzzer with coverage of Python, and else a plain loop."""

import random
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import count
from math import inf
from pathlib import Path

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Outcome, Rejection
from encoding_conformance.fuzz.corpus import dictionary, keep
from encoding_conformance.fuzz.finding import CrashBucket

ATHERIS, PLAIN = ENGINES = ("atheris", "plain")

FEATURES = 4096
"""The number of different features."""

_HANDLERS = ("abrt", "bus", "fpe", "ill", "int", "segv", "term", "usr1", "usr2", "xfsz")
"""The signals that libFuzzer would turn into its own exits. The supervisor learns more from what really ended the worker."""

_TRACE = "_trace_branch"

Execute = Callable[[bytes], None]

Mutate = Callable[[bytes, int, int], bytes]
"""Changes an input. Its arguments are the input, the most bytes of the result, and a seed."""


@dataclass(frozen=True)
class Settings:
    """One worker's part of a campaign, which ends after a number of seconds or executions.

    `oracle` is the implementation with which others must agree, or None. `corpus` is a folder that workers share. `longest` is
    the most bytes of an input. `known` has the number of bytes of the shortest input of each crash bucket that is filed. Inputs
    that contain a part of `avoided` are not asked, and neither are checks that are `put_aside`.
    """

    implementation: Implementation
    encoding: Encoding
    limits: Limits
    oracle: Implementation | None = None
    engine: str = PLAIN
    corpus: Path = Path()
    seed: int = 0
    seconds: float = inf
    executions: float = inf
    longest: int = 0
    known: Mapping[CrashBucket, int] = field(default_factory=dict)
    avoided: tuple[bytes, ...] = ()
    put_aside: tuple[str, ...] = ()


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
        """Returns a context in which the engine watches imports of these packages, if it can do that."""
        return nullcontext()

    def trace(self, feature: int) -> None:
        """Takes the feature of the current execution, a number below FEATURES."""
        if feature not in self._seen:
            self._seen.add(feature)
            self._is_new = True

    def run(self, execute: Execute, mutate: Mutate, settings: Settings) -> None:
        """Tries inputs until `execute` ends the process. Now and then, it reads what other workers have kept."""
        chance = random.Random(settings.seed)
        corpus: dict[str, bytes] = {}
        for number in count():
            if number % 20_000 == 0:
                for path in sorted(settings.corpus.iterdir()):
                    if path.name not in corpus and path.is_file() and path.stat().st_size <= settings.longest:
                        corpus[path.name] = path.read_bytes()
                        execute(corpus[path.name])
                inputs = [*corpus.values(), b""]
            data = mutate(chance.choice(inputs), settings.longest, chance.getrandbits(32))
            self._is_new = False
            execute(data)
            if self._is_new:
                inputs.append(data)
                keep(settings.corpus, data)


class AtherisEngine:
    """The engine of Atheris, of which a process makes only one. `trace` uses functions of Atheris that are not public, because
    there are no others. Without them, only coverage of code would guide the search."""

    def __init__(self) -> None:
        """Raises ImportError if Atheris is not installed."""
        import atheris  # it is optional, and takes long to load

        self._atheris = atheris
        reserve = getattr(atheris, "_reserve_counter", None)
        self._base: int | None = None
        if reserve and hasattr(atheris, _TRACE):
            self._base, *_ = [reserve() for _ in range(FEATURES)]

    def instrumented(self, packages: Collection[str]) -> AbstractContextManager[None]:
        """Returns a context in which the engine watches imports of these packages."""
        context: AbstractContextManager[None] = self._atheris.instrument_imports(include=list(packages))
        return context

    def trace(self, feature: int) -> None:
        """Takes the feature of the current execution, a number below FEATURES."""
        if self._base is not None:
            getattr(self._atheris, _TRACE)(self._base + feature)  # it is another function once fuzzing is set up

    def run(self, execute: Execute, mutate: Mutate, settings: Settings) -> None:
        """Tries inputs until `execute` ends the process."""
        flags = (
            f"-seed={settings.seed % (1 << 32) or 1}",
            f"-max_len={settings.longest}",
            f"-dict={dictionary(settings.corpus)}",
            "-reload=1",
            "-exact_artifact_path=/dev/null",  # the journal keeps the input that ended a worker
            "-rss_limit_mb=0",
            f"-timeout={1 << 30}",  # never, because the supervisor ends what takes too long
            *(f"-handle_{name}=0" for name in _HANDLERS),
        )
        self.run_with(execute, mutate, [*flags, str(settings.corpus)])

    def run_with(self, execute: Execute, mutate: Mutate, arguments: Sequence[str]) -> None:
        """Runs libFuzzer with its own arguments, until it ends the process. Half of the changes are libFuzzer's, because it knows
        the corpus and the comparisons that the code made."""

        def changed(data: bytes, most: int, seed: int) -> bytes:
            result: bytes = mutate(data, most, seed >> 1) if seed & 1 else self._atheris.Mutate(data, most)
            return result

        self._atheris.Setup([sys.argv[0], *arguments], execute, custom_mutator=changed)
        self._atheris.Fuzz()


Engine = PlainEngine | AtherisEngine


def available() -> str:
    """Returns the name of the best engine that is installed."""
    return ATHERIS if find_spec(ATHERIS) else PLAIN


def load(name: str) -> Engine:
    """Returns the engine with this name, one of ENGINES, ready in this process. Raises ImportError if it is not installed."""
    return AtherisEngine() if name == ATHERIS else PlainEngine()
