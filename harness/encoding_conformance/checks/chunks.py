"""Byte strings as a whole and in chunks, for incremental decoders."""

from collections.abc import Iterable
from itertools import product

from encoding_conformance.checks import spread
from encoding_conformance.checks.blocks import sequences_of
from encoding_conformance.checks.check import Group, Groups
from encoding_conformance.checks.inputs import Inputs
from encoding_conformance.checks.near_misses import LONGEST
from encoding_conformance.checks.special_values import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode
from encoding_conformance.models import bytes_of, case_of
from encoding_conformance.models.model import goes_in_steps
from encoding_conformance.models.state_machine import machine_of

Cuts = tuple[int, ...]

_CUTS = 16
"""The number of offsets at which one byte string is cut once."""

_MOST = 1000
"""The most byte strings that are cut into single bytes."""

_MOST_WITH_EMPTY = 120
"""The most byte strings that are cut into empty and other chunks."""

_BLOCKS, _MOST_IN_BLOCKS = (16, 64), 2000
"""The sizes in bytes of blocks at whose ends byte strings are cut, and the most of these."""


def cut(inputs: Inputs) -> Groups:
    """Yields byte strings, and the bytes of texts, cut at any one offset and byte by byte."""
    for data in _strings(inputs):
        offsets = range(1, len(data))
        cuts: list[Cuts] = [(offset,) for offset in spread(offsets, _CUTS)]
        if len(data) > 2:
            cuts += [tuple(offsets), tuple(offsets[::2]), tuple(offsets[1::2])]
        yield _cut(inputs.encoding, data, cuts)


def cut_at_random(inputs: Inputs) -> Groups:
    """Yields the byte strings that Hypothesis drew with their cuts."""
    for data, cuts in inputs.cut:
        yield _cut(inputs.encoding, data, [cuts])


def cut_more(inputs: Inputs) -> Groups:
    """Yields the near misses, byte by byte, and sequences across the end of a block, cut there and inside the sequence."""
    many = [data for data in dict.fromkeys((*inputs.octets, *inputs.near_misses)) if len(data) <= LONGEST]
    for data in spread(many, _MOST):
        yield _cut(inputs.encoding, data, [tuple(range(1, len(data)))])
    for data, cuts in _in_blocks(inputs.encoding):
        yield _cut(inputs.encoding, data, [tuple(offset for offset in cuts if offset < len(data))])


def empty_chunks(inputs: Inputs) -> Groups:
    """Yields byte strings with an empty chunk at the beginning, in the middle, at the end, and everywhere."""
    for data in spread(list(_strings(inputs)), _MOST_WITH_EMPTY):
        end, middle = len(data), len(data) // 2
        everywhere = tuple(offset for offset in range(end + 1) for _ in range(2))
        yield _cut(inputs.encoding, data, [(end,), (0,), (middle, middle), everywhere[1:-1], (*range(1, end), end)])


def _strings(inputs: Inputs) -> Iterable[bytes]:
    return dict.fromkeys([*inputs.strings, *(bytes_of(inputs.encoding, values) for values in inputs.texts)])


def _cut(encoding: Encoding, data: bytes, cuts: Iterable[Cuts]) -> Group:
    """Returns the group of a byte string as a whole, and cut in each of these ways."""
    whole = case_of(encoding, Decode(encoding.id, data))
    return (whole, *(whole._replace(operation=Decode(encoding.id, data, each)) for each in cuts if each))


def _in_blocks(encoding: Encoding) -> list[tuple[bytes, Cuts]]:
    """Returns sequences across the end of a block, each with a block of letters on both sides: cut where the block ends, and cut
    before, after and inside the sequence. Empty if the encoding does not go value by value."""
    if not goes_in_steps(encoding):
        return []
    letter, machine = bytes_of(encoding, (LETTER,)), machine_of(encoding)
    cut_strings: list[tuple[bytes, Cuts]] = []
    for size, sequence in product(_BLOCKS, sequences_of(machine, machine.one_of_each, machine.completions)):
        for start in range(size - len(sequence) + 1, size):
            before = letter * (start // len(letter))
            data = before + sequence + letter * (size // len(letter))
            inside = tuple(range(max(len(before), 1), len(before) + len(sequence) + 1))
            cut_strings += [(data, (size,)), (data, inside)]
    return spread(cut_strings, _MOST_IN_BLOCKS)
