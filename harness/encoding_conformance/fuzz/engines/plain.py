"""An engine for platforms without Atheris. It changes and tries inputs, and keeps those with a new kind of outcome."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import count

from encoding_conformance.fuzz.corpus import keep
from encoding_conformance.fuzz.engines.engine import Mutate
from encoding_conformance.fuzz.engines.settings import Settings

_RELOAD = 20_000
"""The executions between two looks at the corpus."""


class PlainEngine:
    """An engine whose coverage is the number of kinds of outcomes."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._is_new = False

    @contextmanager
    def instrumented(self, packages: Collection[str]) -> Iterator[None]:
        """A context that watches nothing, because this engine has no coverage."""
        yield

    def trace(self, feature: int) -> None:
        """Takes the kind of the outcome of an execution."""
        if feature not in self._seen:
            self._seen.add(feature)
            self._is_new = True

    def run(self, execute: Callable[[bytes], None], mutate: Mutate, settings: Settings) -> None:
        """Tries inputs until `execute` ends the process. Now and then, it reads what other workers have kept."""
        chance = random.Random(settings.seed)
        corpus: dict[str, bytes] = {}
        for number in count():
            if number % _RELOAD == 0:
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
