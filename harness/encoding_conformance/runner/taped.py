"""Runs laws on a testee, as far as possible from the questions of a tape. Who gives the expected outcomes keeps the laws.

A tape is recorded once for an encoding's data, the code that makes it and a seed, and is then in the artefacts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from typing import Any

from encoding_conformance.adapters.block import Question
from encoding_conformance.adapters.testee import Askable
from encoding_conformance.checks import drive, tape
from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.checks.inputs.kinds import InputSource
from encoding_conformance.checks.law import Found, Work
from encoding_conformance.checks.tape import Tape
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import REJECTS, Limits
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models.replacement import instead
from encoding_conformance.runner.plan import Unit
from encoding_conformance.specification import artefacts
from encoding_conformance.specification.suite import hashed

_MADE_BY = ("core", "models", "checks", "runner")
"""The folders of code that decide what a tape holds, and how it is written."""

Window = tuple[Callable[[], Sequence[Any]], Iterable[Sequence[Question]]]
"""What makes the inputs that run together, and the rounds of questions that a law asks about them."""


def tape_of(unit: Unit, source: InputSource) -> Tape | None:
    """Returns the tape of a unit's encoding from the cache; the source gets the examples that Hypothesis made for it. If there is
    none, and the unit has all checks, the tape is recorded and kept. It is None if the encoding states no tables."""
    name = _name(unit, source) if unit.suite.version and unit.checks else ""
    if name and (found := artefacts.read(name)) is not None:
        kept: Tape
        source.examples, kept = found
        return kept
    made = tape.record(source) if len(unit.checks) == len(CHECKS) else None
    if made is not None and name:
        artefacts.write(name, (source.examples, made))
    return made


def _name(unit: Unit, source: InputSource) -> str:
    """Returns the name of a tape. It depends on the encoding and its vectors, the largest value that may be asked, the seed, the
    code, and the version of Hypothesis, which may make other examples in another version."""
    parts = [
        artefacts.code(*_MADE_BY),
        version("hypothesis"),
        unit.suite.versions[source.encoding.id],
        str(source.seed),
        "" if source.limits.max_value is None else f"{source.limits.max_value:X}",
    ]
    return f"{hashed(map(str.encode, parts))}-tape-{source.encoding.id}"


class LawRunner:
    """Runs laws on a testee in an encoding. `perform` asks it, up to a failure."""

    def __init__(self, testee: Askable, encoding: Encoding, limits: Limits):
        self.testee = testee
        self.encoding = encoding
        self.limits = limits
        self.perform = partial(testee.perform, stop=True)

    def question(self, operation: Operation, expected: Permitted) -> Question:
        """Returns the question with the outcome that is expected from this implementation, which may replace, where `expected`
        is that from one that rejects."""
        replacing = self.limits.replacing
        if replacing != REJECTS:
            expected = instead(self.encoding, operation, (expected,), replacing)[0]
        return Question(operation, expected)

    def first_violation(self, law: Work, inputs: Iterable[Any]) -> Found:
        """What `drive.first_violation` finds."""
        return drive.first_violation(law, self.encoding, self.limits, inputs, self.perform)

    def first_unexpected(self, law: Work, windows: Iterable[Window]) -> Found:
        """What `first_violation` finds. The law is run only for windows of inputs with an unexpected outcome."""
        return drive.most_telling(self._unexpected(law, windows))

    def _unexpected(self, law: Work, windows: Iterable[Window]) -> Iterator[Found]:
        for inputs, rounds in windows:
            answered = _Answered(rounds, self.testee)
            if not answered.as_expected:
                yield drive.run_window(law, self.encoding, self.limits, inputs(), answered)


class _Answered:
    """The rounds of a window of inputs, which a testee is asked up to the first round with an unexpected outcome; then not all
    is `as_expected`. A law can ask it like the testee: what was answered is not asked again, and the rest is asked now."""

    def __init__(self, rounds: Iterable[Sequence[Question]], testee: Askable):
        self._testee = testee
        self._outcomes: list[Sequence[Outcome]] = []
        self.as_expected = True
        for questions in filter(None, rounds):
            answers = testee.play(questions, stop=True)
            self.as_expected = answers.as_expected
            self._outcomes.append(list(answers.outcomes))
            if not self.as_expected:
                return

    def __call__(self, operations: Sequence[Operation]) -> Sequence[Outcome]:
        if not operations:
            return ()
        return self._outcomes.pop(0) if self._outcomes else list(self._testee.perform(operations, stop=True))
