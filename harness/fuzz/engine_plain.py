"""An engine for platforms without Atheris: inputs are changed and tried; what has an outcome of a new kind is kept."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.fuzz.corpus import keep
from harness.fuzz.engine import Mutate
from harness.fuzz.settings import Settings


class PlainEngine:
    """Its coverage is the number of kinds of outcomes seen."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._is_new = False

    @contextmanager
    def instrumented(self, packages: Collection[str]) -> Iterator[None]:
        """Nothing is: there is no coverage to see."""
        yield

    def trace(self, feature: int) -> None:
        """An execution has an outcome of this kind."""
        if feature not in self._seen:
            self._seen.add(feature)
            self._is_new = True

    def run(self, execute: Callable[[bytes], None], mutate: Mutate, settings: Settings) -> None:
        """Try inputs until `execute` ends the process."""
        chance = random.Random(settings.seed)
        corpus = [path.read_bytes() for path in sorted(settings.corpus.iterdir())] or [b""]
        for data in corpus:
            execute(data)
        while True:
            data = mutate(chance.choice(corpus), settings.longest, chance.getrandbits(32))
            self._is_new = False
            execute(data)
            if self._is_new:
                corpus.append(data)
                keep(settings.corpus, data)
