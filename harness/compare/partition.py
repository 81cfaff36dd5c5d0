"""The implementations that were asked one vector, divided by what they did: pure."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from harness.core.judge import matches
from harness.core.outcome import Outcome, Rejection, Result, Unsupported
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
    """A vector and its blocks, the largest first, of equal ones that which is permitted."""

    vector: Vector
    blocks: tuple[Block, ...]

    @property
    def is_silence(self) -> bool:
        """Does the specification permit more than one outcome?"""
        return len(self.vector.permitted) > 1

    @property
    def differs(self) -> bool:
        return len(self.blocks) > 1

    @property
    def minority(self) -> list[Block]:
        """The blocks that are smaller than another; of several largest, those that are not permitted."""
        most = max(len(block.names) for block in self.blocks)
        even = sum(1 for block in self.blocks if len(block.names) == most) > 1
        return [block for block in self.blocks if len(block.names) < most or (even and not block.places)]


def lay(vector: Vector, answers: Mapping[str, Outcome]) -> Laid:
    """Divide implementations by their answers to a vector.

    Results are the same where their values are. Rejections are where no two of them tell different offsets; else each
    offset is a block, and those that tell none are one more.
    """
    offsets = {outcome.offset for outcome in answers.values() if isinstance(outcome, Rejection)} - {None}
    alike: dict[Hashable, dict[str, Outcome]] = {}
    for name, outcome in answers.items():
        alike.setdefault(_kind(outcome, several=len(offsets) > 1), {})[name] = outcome
    blocks = [_block(vector, members) for members in alike.values()]
    blocks.sort(key=lambda block: (-len(block.names), not block.places, block.names))
    return Laid(vector, tuple(blocks))


def _kind(outcome: Outcome, several: bool) -> Hashable:
    """What is equal for outcomes that are the same; do rejections tell several offsets?"""
    match outcome:
        case Result(value):
            return Result, value
        case Rejection(offset) if several:
            return Rejection, offset
    return type(outcome)


def _block(vector: Vector, members: Mapping[str, Outcome]) -> Block:
    outcome = _spoken(list(members.values()))
    places = tuple(place for place, permitted in enumerate(vector.permitted) if matches(permitted, outcome))
    return Block(outcome, tuple(members), places)


def _spoken(outcomes: Sequence[Outcome]) -> Outcome:
    """What stands for outcomes that are the same."""
    match outcomes[0]:
        case Rejection():
            return Rejection(next((each.offset for each in outcomes if each.offset is not None), None))
        case Unsupported():
            return Unsupported()
    return outcomes[0]
