"""Finds how many bytes texts take in encodings, also compared with other encodings. It is pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.outcome import FAILURES, Encoded, NotAsked, Outcome, Rejection
from encoding_conformance.core.wire import outcome_text
from encoding_conformance.models import bytes_of
from encoding_conformance.specification.texts import Claim, Printed, Text


@dataclass(frozen=True)
class Size:
    """The number of bytes that a text takes. If there is none, `instead` says why, and `refused` says whether the
    implementation answered that it cannot encode the text; a crash or a time-out is not such an answer."""

    text: Text
    implementation: str
    encoding: str
    bytes: int | None
    instead: str = ""
    refused: bool = False


@dataclass(frozen=True)
class Measured:
    """What a document prints about a text, and the percentage that was measured."""

    title: str
    printed: Printed
    percent: float

    @property
    def difference(self) -> float | None:
        """The percentage points above the printed figure, or below it if negative; None if the measured figure is as printed."""
        if self.percent > self.printed.most or (self.printed.below and self.percent == self.printed.most):
            return self.percent - self.printed.most
        return self.percent - self.printed.least if self.percent < self.printed.least else None


def size(text: Text, implementation: str, encoding: str, outcome: Outcome) -> Size:
    """The size of a text, from the outcome of encoding it."""
    if isinstance(outcome, Encoded):
        return Size(text, implementation, encoding, len(outcome.value))
    return Size(text, implementation, encoding, None, _instead(text, outcome), not isinstance(outcome, (*FAILURES, NotAsked)))


def _instead(text: Text, outcome: Outcome) -> str:
    if isinstance(outcome, Rejection):
        offset = outcome.offset
        if offset is None or not 0 <= offset < len(text.values):
            return "rejected"
        return f"lacks U+{text.values[offset]:04X}, at {offset}"
    return outcome_text(outcome)


def size_in(encoding: Encoding, text: Text) -> int:
    """The number of bytes of a text according to the table of an encoding in which the bytes of a value do not depend on other
    values."""
    return sum(count * len(bytes_of(encoding, (value,))) for value, count in Counter(text.values).items())


def of_every_text(sizes: Sequence[Size]) -> tuple[list[Size], list[tuple[str, str]]]:
    """The sizes in encodings in which no text was refused, and the other encodings, each with its implementation."""
    partial = dict.fromkeys((each.implementation, each.encoding) for each in sizes if each.refused)
    whole = [each for each in sizes if (each.implementation, each.encoding) not in partial]
    return whole, list(partial)


def measured(claim: Claim, sizes: Sequence[Size], beside: Mapping[tuple[str, str], int]) -> list[Measured]:
    """The measured figures for each text about which a claim prints something. `beside` has sizes by title and encoding."""
    taken = {each.text.title: each.bytes for each in sizes if each.encoding == claim.encoding and each.bytes is not None}
    return [
        Measured(title, row, 100 * taken[title] / beside[title, claim.beside]) for row in claim.printed for title in row.titles
    ]
