"""What a run has proved of implementations that passed, and under which assumptions; docs/completeness.md explains it."""

from typing import NamedTuple

from encoding_conformance.checks.blocks import EVERY, EVERY_IF_THOROUGH, EXTRA
from encoding_conformance.checks.every_value import EVERY_UP_TO
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import BOTH, Kind
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.models.model import goes_in_steps
from encoding_conformance.report.sink import RunContext, Summary

_BOTH_WAYS = "goes both ways"

_BLOCKS, _BLOCKS_IF_THOROUGH = (8, EVERY), (8, EVERY, EVERY_IF_THOROUGH)
"""The sizes in bytes of the blocks at whose places each run asks, and a thorough one."""


class Proved(NamedTuple):
    """What has been asked of a decoder: at each place of blocks of these sizes, `more` bytes than lead to each state and one
    more. These are `all_bytes`, or one byte of each class."""

    blocks: tuple[int, ...]
    more: int
    all_bytes: bool


class Certificate(NamedTuple):
    """What a run has proved of an implementation in an encoding. `decode` is empty if the encoding has no machine of one code
    that holds everywhere in a text, or if the implementation only encodes. `values` says what was done with those up to
    `last`."""

    implementation: str
    encoding: str
    decode: tuple[Proved, ...]
    last: int
    values: str = _BOTH_WAYS


def certificates(summary: Summary, run: RunContext) -> list[Certificate]:
    """Returns what was proved of each unit if the check `layout` held and nothing failed or was excused."""
    found = []
    for unit in summary.laid_out:
        if not summary.is_spotless(unit):
            continue
        encoding = run.suite.encodings[unit[1]]
        limits = run.implementations[unit[0]].encodings[unit[1]].limits if unit[0] in run.implementations else NO_LIMITS
        is_thorough = run.parameters.thorough
        proved = _proved(encoding, is_thorough) if Kind.DECODE in limits.operations else ()
        last = min(LAST_CHARACTER if is_thorough else EVERY_UP_TO, run.largest.get(unit, LAST_CHARACTER))
        found.append(Certificate(*unit, proved, last, _values(limits)))
    return found


def _values(limits: Limits) -> str:
    if limits.validates:
        return "is found well-formed"
    return _BOTH_WAYS if limits.operations == BOTH else f"is {min(limits.operations)}d"


def _proved(encoding: Encoding, is_thorough: bool) -> tuple[Proved, ...]:
    if not (goes_in_steps(encoding) and encoding.claims("stateless")):
        return ()
    if is_thorough:
        return Proved(_BLOCKS_IF_THOROUGH, 0, all_bytes=False), Proved((), EXTRA, all_bytes=True)
    return (Proved(_BLOCKS, 0, all_bytes=False),)
