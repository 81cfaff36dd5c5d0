"""The words of an explanation, which the screen and pages share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from encoding_conformance.core.notated import notated_input, written_outcome
from encoding_conformance.core.operation import DECODE
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import WORDS
from encoding_conformance.explain.explanation import Explained, ExplainedStep
from encoding_conformance.explain.outline import Left
from encoding_conformance.models.explaining.explainer import counted

_LONGEST = 300
"""The number of characters of an input or outcome that are shown."""


class Heading(NamedTuple):
    """Where a step is, what it reads or writes, and how often. A text is empty if there is nothing to say."""

    place: str
    title: str
    times: str
    silence: str


class Words:
    """The words of one explanation."""

    def __init__(self, explained: Explained):
        self._explained = explained
        self._unit = "byte" if explained.operation.kind == DECODE else "value"

    def asked(self) -> str:
        """Returns the operation with its input in the notation."""
        operation = self._explained.operation
        return f"{operation.kind} {self._explained.encoding.id} {_shortened(notated_input(operation))}"

    def source(self) -> str:
        """Returns the title of the encoding and the section that specifies it."""
        return f"{self._explained.encoding.title} ({self._explained.encoding.section})"

    def heading(self, step: ExplainedStep) -> Heading:
        """Returns the heading of a step."""
        return Heading(
            f"{self._unit} {step.start}" if step.end > step.start else "",
            f"{step.title}: {step.reason}" if step.reason else step.title,
            f"{step.times:,} times, up to {self._unit} {step.end - 1}" if step.times > 1 else "",
            "the specification is silent" if step.silent else "",
        )

    def state(self, step: ExplainedStep) -> str:
        """Returns the states before and after a step; empty if the encoding has none."""
        if step.before is None:
            return ""
        return f"state {step.before:X} → {step.after:X}" if step.after != step.before else f"state {step.before:X}, unchanged"

    def left(self, left: Left) -> str:
        """Returns how much is left out."""
        return f"… {counted(left.steps, 'step')} left out, from {self._unit} {left.start} to {self._unit} {left.end - 1} …"

    def conclusion(self) -> Iterator[tuple[str, str]]:
        """Yields the permitted outcomes, the reason of a rejection, and the requirements, with a label for each."""
        explained = self._explained
        for place, outcome in enumerate(explained.permitted):
            yield "or" if place else "due", _shortened(written_outcome(outcome))
        first = explained.permitted[0]
        if isinstance(first, Rejection):
            yield "why", " ".join(self._why(first))
        if explained.rule:
            yield "spec", _cited(explained.rule)
        if explained.refusable is not None and not isinstance(first, Rejection):
            refusals = " or ".join(explained.encoding.optional.outcomes)
            yield "or", f"{refusals}: an implementation may refuse {explained.refusable:X}"
            if explained.refusal:
                yield "spec", _cited(explained.refusal)
        for beyond in explained.beyond:
            yield "or", f"{_shortened(written_outcome(beyond.outcome))}, which the test vector {beyond.vector} permits"
            yield "spec", _cited(beyond.rule)

    def _why(self, outcome: Rejection) -> Iterator[str]:
        explained = self._explained
        fault = WORDS[outcome.text].fault
        yield f"{fault[0].upper()}{fault[1:]}."
        if outcome.offset is None and explained.fault is not None and self._in_doubt():
            yield "What stands before may be rejected already, so the offset is open."
        elif outcome.offset is None:
            yield f"The specification does not determine at which {self._unit} the fault begins."
        last = explained.steps[-1]
        if rest := len(explained.operation.input) - last.end:
            yield f"What follows, {counted(rest, self._unit)}, is not looked at."

    def _in_doubt(self) -> bool:
        """Whether an implementation may reject something before the fault."""
        silent = any(isinstance(step, ExplainedStep) and step.silent for step in self._explained.steps)
        return silent or self._explained.refusable is not None


def _cited(rule: Requirement) -> str:
    return f"{rule.section}: {rule.text} [{rule.id}]"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 2 :]}"
