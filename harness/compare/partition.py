"""The implementations that were asked one vector, divided by what they did: pure."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from harness.core.judge import matches
from harness.core.outcome import Decoded, Encoded, Outcome, Rejection, Unsupported
from harness.core.vector import Vector


@dataclass(frozen=True)
class Block:
    """Those that do the same. `outcome` is what they do, less the free text of an answer; of crashes and time-outs,
    which are alike whatever they say, the first."""

    outcome: Outcome
    names: tuple[str, ...]
    places: tuple[int, ...]
    """Which of the permitted outcomes it is, counted from 0; empty where it is none. A rejection that tells no offset
    may be several."""


@dataclass(frozen=True)
class Laid:
    """A vector and its blocks, the largest first, of equal ones that which is permitted. Who says "unsupported" has
    said nothing of it, and stands in none."""

    vector: Vector
    blocks: tuple[Block, ...]
    unsupported: tuple[str, ...] = ()

    @property
    def is_silence(self) -> bool:
        """Does the specification permit more than one outcome?"""
        return len(self.vector.permitted) > 1

    @property
    def question(self) -> str:
        """The id of the requirement that it is about: the first that the vector serves."""
        return next(iter(self.vector.requirements), "")

    @property
    def differs(self) -> bool:
        return len(self.blocks) > 1

    @property
    def given_by_nobody(self) -> list[int]:
        """Which of the permitted outcomes no block may be."""
        given = {place for block in self.blocks for place in block.places}
        return [place for place in range(len(self.vector.permitted)) if place not in given]

    @property
    def minority(self) -> list[Block]:
        """The blocks that are smaller than another; of several largest, those that are not permitted."""
        most = max((len(block.names) for block in self.blocks), default=0)
        even = sum(1 for block in self.blocks if len(block.names) == most) > 1
        return [block for block in self.blocks if len(block.names) < most or (even and not block.places)]


def lay(vector: Vector, answers: Mapping[str, Outcome]) -> Laid:
    """Divide implementations by their answers to a vector.

    Results are the same where their values are. Rejections are where they may be the same of the permitted outcomes; of
    those that are none, where no two tell different offsets, else each offset is a block, and those that tell none are
    one more.
    """
    unsupported = tuple(name for name, outcome in answers.items() if isinstance(outcome, Unsupported))
    places = {name: _places(vector, outcome) for name, outcome in answers.items() if name not in unsupported}
    wrong = [answers[name] for name in places if not places[name]]
    offsets = {outcome.offset for outcome in wrong if isinstance(outcome, Rejection)} - {None}
    alike: dict[tuple[tuple[int, ...], Hashable], list[str]] = {}
    for name, found in places.items():
        alike.setdefault((found, _kind(answers[name], bool(found) or len(offsets) < 2)), []).append(name)
    blocks = [Block(_spoken([answers[name] for name in names]), tuple(names), found) for (found, _), names in alike.items()]
    blocks.sort(key=lambda block: (-len(block.names), not block.places, block.names))
    return Laid(vector, tuple(blocks), unsupported)


def _places(vector: Vector, outcome: Outcome) -> tuple[int, ...]:
    return tuple(place for place, permitted in enumerate(vector.permitted) if matches(permitted, outcome))


def _kind(outcome: Outcome, as_any: bool) -> Hashable:
    """What is equal for outcomes that are the same; is a rejection as any other, whatever its offset?"""
    match outcome:
        case Encoded(value) | Decoded(value):
            return type(outcome), value
        case Rejection(offset) if not as_any:
            return Rejection, offset
    return (type(outcome),)


def _spoken(outcomes: Sequence[Outcome]) -> Outcome:
    """What stands for outcomes that are the same."""
    rejections = [each for each in outcomes if isinstance(each, Rejection)]
    if not rejections:
        return outcomes[0]
    return Rejection(next((each.offset for each in rejections if each.offset is not None), None))
