"""Counts the witnesses of one vector, without input or output."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id
from encoding_conformance.core.judge import difference, matches
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Permitted, Vector, Witness
from encoding_conformance.core.verdict import Status, Verdict
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.models import permitted
from encoding_conformance.report.example import outcome_shortly
from encoding_conformance.runner.plan import Unit
from workshop.audit.roster import MODEL, Roster

ENOUGH = 2
"""The number of independent witnesses that an expected value needs."""

_BY_HAND = {"specification": "specification", "derivation": "derivation by hand"}
"""The sources of stated witnesses that are not programs, by kind. All sections that a vector cites are one source, and so are its
derivations, because one person read them."""

_LIMITED = re.compile(r", (to [0-9A-F]+|except .+)$")
"""The end of a statement that limits what the implementation confirms."""


@dataclass(frozen=True)
class Answer:
    """The outcome from a witness that was run, with the status and the reason of its verdict."""

    outcome: Outcome
    status: Status
    reason: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the outcome is a permitted one."""
        return self.status == Status.PASS

    def __str__(self) -> str:
        reason = f" ({self.reason})" if self.reason else ""
        return outcome_shortly(self.outcome) + reason


@dataclass(frozen=True)
class Audited:
    """A vector with its witnesses and the answers of those that could be run."""

    vector: Vector
    sources: Mapping[str, tuple[str, ...]]
    """The witnesses that agree, by source."""
    answers: Mapping[str, Answer]
    contradicted: tuple[str, ...] = ()
    """Stated witnesses that gave another answer, with their answers."""
    unasked: tuple[str, ...] = ()
    """Stated programs that cannot be run here. They do not count."""
    unseen: tuple[Permitted, ...] = ()
    """Permitted outcomes that no implementation gives and for which no section is cited."""

    @property
    def lacks(self) -> str:
        """Why the expected value lacks witnesses; empty if it does not."""
        if len(self.sources) < ENOUGH:
            return f"{len(self.sources)} of {ENOUGH} independent witnesses"
        if not any(answer.agrees for answer in self.answers.values()):
            return "no witness that can be run agrees"
        if self.unseen:
            return "no implementation gives, and no section permits, " + " or ".join(map(outcome_shortly, self.unseen))
        return ""

    @property
    def others(self) -> dict[str, Answer]:
        """The witnesses that were run and do not agree."""
        return {name: answer for name, answer in self.answers.items() if not answer.agrees}

    def given(self, index: int) -> list[str]:
        """Returns the names of the witnesses that give the permitted outcome with this index."""
        wanted = self.vector.permitted[index]
        return [name for name, answer in self.answers.items() if matches(wanted, answer.outcome)]


def audit(
    vector: Vector, encoding: Encoding, roster: Roster, answered: Mapping[str, Answer], present: Collection[str]
) -> Audited:
    """Returns the vector with its witnesses counted. `answered` has the answers, by name, of implementations that offer its
    encoding, and `present` the names of all that could be run. The model is run if it is stated as a witness."""
    stated = [(witness, roster.witness(witness.text, encoding.id)) for witness in vector.witnesses]
    answers = dict(answered)
    if any(name == MODEL for _, name in stated):
        answers[MODEL] = _of_model(vector, encoding)
    sources: dict[str, list[str]] = {}
    for witness, name in stated:
        if not name and witness.kind in _BY_HAND:
            sources.setdefault(_BY_HAND[witness.kind], []).append(witness.text)
    for name, answer in answers.items():
        if answer.agrees:
            sources.setdefault(roster.source(name, encoding.id), []).append(name)
    return Audited(
        vector=vector,
        sources={source: tuple(dict.fromkeys(witnesses)) for source, witnesses in sources.items()},
        answers=answers,
        contradicted=tuple(_contradicted(vector, stated, answers, present)),
        unasked=tuple(
            witness.text
            for witness, name in stated
            if (name and name != MODEL and name not in present) or (not name and witness.kind not in _BY_HAND)
        ),
        unseen=tuple(_unseen(vector, answers)),
    )


def _of_model(vector: Vector, encoding: Encoding) -> Answer:
    outcome = permitted(encoding, vector.operation)[0]
    if any(matches(expected, outcome) for expected in vector.permitted):
        return Answer(outcome, Status.PASS)
    return Answer(outcome, Status.FAIL, difference(vector.permitted, outcome))


def _contradicted(
    vector: Vector, stated: list[tuple[Witness, str]], answers: Mapping[str, Answer], present: Collection[str]
) -> Iterator[str]:
    for witness, name in stated:
        if name in answers:
            if says := _otherwise(vector, witness, answers[name]):
                yield f"{witness.text}: got {says}"
        elif name in present:
            yield f"{witness.text}: {name} does not offer {vector.operation.encoding}"


def _otherwise(vector: Vector, witness: Witness, answer: Answer) -> str:
    """Returns the answer of a stated witness if it differs from the vector's statement, or an empty text."""
    if answer.agrees:
        stated = [vector.permitted[index] for index in witness.confirms] or vector.permitted
        return "" if any(matches(permitted, answer.outcome) for permitted in stated) else str(answer)
    return "" if _LIMITED.search(witness.text) and answer.status == Status.SKIP else str(answer)


def _unseen(vector: Vector, answers: Mapping[str, Answer]) -> Iterator[Permitted]:
    """If several outcomes are permitted, yields those that neither an implementation nor a cited section confirms."""
    if len(vector.permitted) == 1:
        return
    cited = {index for each in vector.witnesses if each.kind == "specification" for index in each.confirms}
    for index, expected in enumerate(vector.permitted):
        if index not in cited and not any(matches(expected, answer.outcome) for answer in answers.values()):
            yield expected


def audited(
    suite: Suite,
    units: Sequence[Unit],
    answers: Mapping[Id, Mapping[str, Verdict]],
    roster: Roster,
    present: Collection[str],
) -> Iterator[Audited]:
    """Yields the audit of each vector of the units, in the order of the suite. `answers` has the verdicts by the ids of vectors
    and the names of implementations, and `present` the names of all implementations that could be run in any encoding. If a
    vector expects a rejection, a replacement confirms nothing."""
    wanted = {vector.id for unit in units for vector in unit.vectors}
    for vector in suite.all_vectors:
        if vector.id in wanted:
            verdicts = answers.get(vector.id, {})
            confirmed = {
                name: Answer(verdict.got, verdict.status, verdict.message)
                for name, verdict in verdicts.items()
                if verdict.got is not None and verdict.expected == vector.permitted
            }
            yield audit(vector, suite.encodings[vector.operation.encoding], roster, confirmed, present)
