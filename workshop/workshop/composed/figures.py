"""Counts what the causes of composed codecs tell."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from workshop.composed.attribution import Judged, belonging, hidden, is_whole, judge, told
from workshop.composed.composed import Composed
from workshop.runs import Run


@dataclass
class Measured:
    """A composed codec with its judged causes, and the places of the causes that tell its mistakes."""

    codec: Composed
    run: Run
    causes: list[Judged]
    told: dict[str, int]
    hidden: list[str]
    """The mistakes of which no failure is left that belongs to no other."""

    @property
    def whole(self) -> bool:
        """Whether it has one mistake that is told as one."""
        return is_whole(self.codec.mistakes[0], self.run.causes)


def measured(codec: Composed, run: Run, failing: Mapping[Composed, Collection[str]]) -> Measured:
    """Returns a codec with its judged causes. `failing` has what fails on the codecs with each of its mistakes alone."""
    alone = dict(zip(codec.names, (failing[single] for single in codec.singles), strict=True))
    belongs = belonging(run.failures, alone)
    causes = [judge(cause, run, belongs, codec.mistakes) for cause in run.causes]
    return Measured(codec, run, causes, told(codec.names, causes), hidden(run.failures, alone))


def figures(codecs: Sequence[Measured]) -> Iterator[tuple[str, int, int]]:
    """Yields what was counted, and of how many. What should be none is counted of all that it may be."""
    causes = [cause for codec in codecs for cause in codec.causes]
    owned = [cause for cause in causes if cause.size]
    single = [codec for codec in codecs if len(codec.codec.names) == 1]
    several = [codec for codec in codecs if len(codec.codec.names) > 1]
    yield "mistakes told", sum(len(each.told) for each in codecs), sum(len(each.codec.names) for each in codecs)
    yield (
        "  of codecs with several mistakes",
        sum(len(each.told) for each in several),
        sum(len(each.codec.names) for each in several),
    )
    yield "causes that mix", sum(cause.mixed for cause in causes), len(causes)
    yield "titles true", sum(cause.title_true for cause in owned), len(owned)
    yield "examples of another direction than the title's", sum(cause.wrong_direction for cause in causes), len(causes)
    yield "requirements right", sum(cause.requirement_right for cause in owned), len(owned)
    crashes = sum(failure.is_crash for codec in codecs for failure in codec.run.failures.values())
    yield "crashes hidden", sum(cause.hidden_crashes for cause in causes), crashes
    yield "single mistakes told as one", sum(codec.whole for codec in single), len(single)
    yield "codecs with as many causes as told mistakes", sum(_exact(codec) for codec in codecs), len(codecs)


def _exact(codec: Measured) -> bool:
    """Returns whether each mistake is told, and there is no further cause."""
    return len(codec.told) == len(codec.codec.names) == len(codec.causes)
