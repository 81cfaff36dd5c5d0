"""Asks laws from their tapes. An implementation that gives the expected outcomes keeps the laws, so they need not be run.

A tape is recorded once for an encoding's data, the code that makes it and a seed, and is then in the artefacts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import islice

from encoding_conformance.adapters.block import Question
from encoding_conformance.adapters.testee import Askable
from encoding_conformance.checks import tape
from encoding_conformance.checks.drive import most_telling, run_window, windows
from encoding_conformance.checks.inputs.kinds import InputSource
from encoding_conformance.checks.law import Found, Law
from encoding_conformance.checks.tape import LawTape, Tape
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.limits import REJECTS, Limits, Replacing
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models.replacement import instead
from encoding_conformance.runner.plan import Unit
from encoding_conformance.specification import artefacts
from encoding_conformance.specification.suite import hashed

_MADE_BY = ("core", "models", "checks", "runner")
"""The folders of code that decide what a tape holds, and how it is written."""


def find_tape(unit: Unit, source: InputSource) -> Tape | None:
    """Returns the tape of a unit's encoding from the cache, or None. If there is one, the source also gets the examples that
    Hypothesis made for it."""
    if not unit.suite.version or (found := artefacts.read(_name(unit, source))) is None:
        return None
    recorded: Tape
    source.examples, recorded = found
    return recorded


def record_tape(unit: Unit, source: InputSource) -> Tape | None:
    """Returns the tape of a unit's encoding, which is recorded and kept in the cache; None if the encoding states no tables."""
    made = tape.record(source)
    if made is not None and unit.suite.version:
        artefacts.write(_name(unit, source), (source.examples, made))
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


def asking(encoding: Encoding, replacing: Replacing) -> Callable[[Operation, Permitted], Question]:
    """Returns a function that makes a question for an implementation that replaces in this way, from an operation and the
    outcome that is expected from an implementation that rejects."""
    if replacing == REJECTS:
        return Question
    return lambda operation, expected: Question(operation, instead(encoding, operation, (expected,), replacing)[0])


class Answered:
    """The rounds of a window of inputs, which a testee is asked up to the first round with an unexpected outcome.

    A law can ask it like the testee: what was answered is not asked again, and the rest is asked now.
    """

    def __init__(self, rounds: Iterable[Sequence[Question]], testee: Askable):
        """Asks the rounds, one after another."""
        self._testee = testee
        self._outcomes: list[Sequence[Outcome]] = []
        self.as_expected = True
        """Whether all outcomes were the expected ones."""
        for questions in filter(None, rounds):
            answers = testee.play(questions, stop=True)
            self.as_expected = answers.as_expected
            self._outcomes.append(list(answers.outcomes))
            if not self.as_expected:
                return

    def __call__(self, operations: Sequence[Operation]) -> Sequence[Outcome]:
        """The outcomes of a round, which may stop after a failure."""
        if not operations:
            return ()
        return self._outcomes.pop(0) if self._outcomes else list(self._testee.perform(operations, stop=True))


class TapedLaws:
    """The laws of an encoding on their tape, which one testee is asked."""

    def __init__(self, tape: Tape, source: InputSource, testee: Askable, replacing: Replacing):
        self._tape = tape
        self._source = source
        self._testee = testee
        self._questions = list(map(asking(source.encoding, replacing), tape.operations, tape.expected))

    def law(self, id: LawId) -> LawTape | None:
        """Returns the tape of this law, or None if the law must be run."""
        return self._tape.laws[id]

    def first_violation(self, taped: LawTape, kind: str, law: Law, limits: Limits) -> Found:
        """What `drive.first_violation` finds. The law is run only for windows of inputs with an unexpected outcome."""
        return most_telling(self._violations(taped, kind, law, limits))

    def _violations(self, taped: LawTape, kind: str, law: Law, limits: Limits) -> Iterator[Found]:
        """Yields what is found in each window of inputs with an unexpected outcome."""
        for index, rounds in enumerate(taped.windows):
            questions = ([self._questions[each] for each in asked] for asked in rounds)
            answered = Answered(questions, self._testee)
            if answered.as_expected:
                continue
            (inputs,) = islice(windows(self._source.inputs(kind)), index, index + 1)
            yield run_window(law, self._source.encoding, limits, inputs, answered)
