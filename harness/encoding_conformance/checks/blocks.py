"""Every way in which a code unit sequence can go on, at every offset of a block.

Fast decoders read blocks of 16 bytes or more, and go value by value where a block is not simple. Such a decoder knows the state
of the machine and its offset in a block. These cases lead it to each state at each offset, and try each class of bytes there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product
from typing import NamedTuple

from encoding_conformance.checks import spread
from encoding_conformance.checks.check import Group, Groups, both_ways
from encoding_conformance.checks.inputs import Inputs, Text
from encoding_conformance.checks.near_misses import LENIENT_AFTER
from encoding_conformance.checks.special_values import LETTER, VALUE_ENDS, admits, of_each_length
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Encoded
from encoding_conformance.core.vector import Case
from encoding_conformance.models import boundaries, bytes_of, case_of, goes_alone, model_of
from encoding_conformance.models.model import after, goes_in_steps
from encoding_conformance.models.state_machine import LARGEST, End, Machine, machine_of

EVERY, EVERY_IF_THOROUGH = 16, 32
"""The sizes in bytes of blocks in which every offset is tried, in each run and in a thorough one."""

_ENDS = (16, 32)
"""The sizes in bytes of blocks at whose ends sequences follow other characters than letters."""

_LARGE, _OTHER_LARGE = 64, (48, 96, 128, 256)
"""The sizes in bytes of larger blocks at whose ends sequences are tried, in each run and in a thorough one."""

_BUFFER = 4096
"""The size in bytes of a buffer, at whose end sequences are tried, with letters after them that fill two large blocks."""

_AT_BUFFER = 4
"""The number of sequences that each run tries there."""

_EVERY_VALUE = 64
"""The size in values of a block in which every index is tried."""

_HALVES = b"\x7f\x80\xff"
"""Bytes that a fast path for ASCII distinguishes, even if every byte is a value."""

EXTRA = 1
"""The bytes that a thorough run tries after each state, before the byte that it tries in any run."""

_NUL = 0x00


class Written(NamedTuple):
    """Values and their bytes."""

    values: Text
    data: bytes

    def up_to(self, size: int) -> Written:
        """Returns as many copies of this text as fit into `size` bytes."""
        times = size // len(self.data)
        return Written(self.values * times, self.data * times)

    def then(self, other: Written) -> Written:
        return Written(self.values + other.values, self.data + other.data)


class Slot(NamedTuple):
    """The text before each of the sequences. Each sequence and the letters after it have `size` bytes, or there are no
    letters."""

    before: Written
    sequences: Sequence[bytes]
    size: int = 0


def blocks(inputs: Inputs) -> Groups:
    """Yields byte sequences at offsets of blocks, if the encoding goes value by value."""
    return _in_slots(inputs.encoding, _slots)


def larger_blocks(inputs: Inputs) -> Groups:
    """Yields byte sequences at offsets of larger blocks, at the ends of others, and at the end of a buffer, there also before as
    many letters."""
    return _in_slots(inputs.encoding, _larger_slots)


def _in_slots(encoding: Encoding, slots: Callable[[Encoding], Iterator[Slot]]) -> Groups:
    if goes_in_steps(encoding):
        for slot in slots(encoding):
            yield from _in_slot(encoding, slot)


def all_strings_in_each_state(inputs: Inputs) -> Groups:
    """Yields the shortest bytes to each state with all strings of EXTRA bytes and one more, and with what identifies the state
    that follows."""
    if not goes_in_steps(inputs.encoding):
        return
    machine = machine_of(inputs.encoding)
    for (state, access), first in product(enumerate(machine.access), range(0x100)):
        heads = (bytes((first, *rest)) for rest in product(range(0x100), repeat=EXTRA))
        sequences = [access + longer for head in heads for longer in _identified(machine, state, head)]
        yield from _in_slot(inputs.encoding, Slot(Written((), b""), sequences))


def values_in_blocks(inputs: Inputs) -> Groups:
    """Yields texts with values of all lengths at one index of a block, among letters. The texts fill blocks, so that they keep
    the index when they are joined. Pairs of these values are on both sides of the end of a block."""
    encoding, limits = inputs.encoding, inputs.limits
    if not admits(encoding, limits, (LETTER,)):
        return
    special = of_each_length(encoding, limits)

    def block(index: int, values: Text) -> Text:
        return (*(LETTER,) * index, *values, *(LETTER,) * (_EVERY_VALUE * 2 - index - len(values)))

    alone = ([block(index, (value,)) for value in special] for index in range(_EVERY_VALUE))
    pairs = ([block(end - 1, pair) for pair in product(special, repeat=2)] for end in VALUE_ENDS)
    for texts in chain(alone, pairs):
        yield from both_ways(encoding, tuple(chain(*texts)))


def _in_slot(encoding: Encoding, slot: Slot) -> Groups:
    """Yields the cases of a slot. Joins those that can be one text in which each sequence has the same offset in a block."""
    before, sequences, size = slot
    letter, joins = written(encoding, LETTER), goes_alone(encoding)
    whole: dict[bytes, Text] = {}
    for data in (sequence + letter.up_to(size - len(sequence)).data for sequence in sequences):
        case = case_of(encoding, Decode(encoding.id, data))
        first = case.permitted[0] if len(case.permitted) == 1 else None
        if joins and size and isinstance(first, Decoded):
            whole[data] = first.value
        else:
            yield after_text(before, data, case)
    if whole:
        data, values = b"".join(whole), tuple(chain(*whole.values()))
        yield after_text(before, data, Case(Decode(encoding.id, data), (Decoded(values),)))


def after_text(before: Written, data: bytes, case: Case) -> Group:
    """Returns the group of a case whose bytes follow a text."""
    permitted = tuple(after(before.values, len(before.data), each) for each in case.permitted if not isinstance(each, Encoded))
    return (Case(Decode(case.operation.encoding, before.data + data), permitted),)


def _slots(encoding: Encoding) -> Iterator[Slot]:
    letter, machine = written(encoding, LETTER), machine_of(encoding)
    tried = machine.one_of_each + (_HALVES if len(machine.access) == 1 else b"")
    last, going_on = sequences_of(machine, tried), sequences_of(machine, tried, machine.completions)
    for start in range(0, EVERY + 1, len(letter.data)):
        yield Slot(letter.up_to(start), last)
        yield Slot(letter.up_to(start), going_on, 2 * EVERY)
    yield Slot(Written((), b""), _after_a_byte(machine))
    for mark in _marks(encoding):
        yield Slot(mark, sequences_of(machine, machine.edges, machine.completions))
    starts = _starts(machine)
    for size, start, filler in product(_ENDS, starts, [letter, *_others(encoding)]):
        before = filler.up_to(size - start)
        before = before.then(letter.up_to(size - start - len(before.data)))
        yield Slot(before, last, 2 * EVERY)
    for start in starts:
        yield Slot(letter.up_to(_LARGE - start), last)
        yield Slot(letter.up_to(_LARGE - start), going_on, EVERY)
        yield Slot(letter.up_to(_LARGE - start), _begun(machine), _LARGE + EVERY)
        yield Slot(letter.up_to(_BUFFER - start), spread(_begun(machine), _AT_BUFFER), 2 * _LARGE + EVERY)


def _larger_slots(encoding: Encoding) -> Iterator[Slot]:
    letter, machine = written(encoding, LETTER), machine_of(encoding)
    last, going_on = (sequences_of(machine, machine.one_of_each, after) for after in ((), machine.completions))
    for start in range(EVERY + len(letter.data), EVERY_IF_THOROUGH + 1, len(letter.data)):
        yield Slot(letter.up_to(start), last)
        yield Slot(letter.up_to(start), going_on, 2 * EVERY_IF_THOROUGH)
    for size, start in product((_LARGE, *_OTHER_LARGE), _starts(machine)):
        yield Slot(letter.up_to(size - start), last)
        yield Slot(letter.up_to(size - start), going_on, size + EVERY)
    for start in _starts(machine):
        yield Slot(letter.up_to(_BUFFER - start), last, 2 * EVERY)
        yield Slot(letter.up_to(_BUFFER - start), _begun(machine), _BUFFER + EVERY)


def _starts(machine: Machine) -> range:
    """Returns the distances from the end of a block at which sequences begin that can go beyond it."""
    return range(-1, max(map(len, machine.access)) + 2)


def _identified(machine: Machine, state: int, head: bytes) -> Iterator[bytes]:
    """Yields bytes that follow a state, each with an identifier of the state that follows."""
    for byte in head:
        target = machine.targets[state][byte]
        if target is End.ILL_FORMED:
            return (head + tail for tail in machine.completions or [b""])
        state = target if isinstance(target, int) else 0
    return (head + tail for tail in machine.identifiers[state] or [b""])


def _marks(encoding: Encoding) -> list[Written]:
    """Returns the characters after which decoders are known to be lenient, if they leave the initial state."""
    texts = [written(encoding, value) for value in LENIENT_AFTER if value in encoding.values]
    return [text for text in texts if leaves_no_state(encoding, text.data)]


def _others(encoding: Encoding) -> list[Written]:
    """Returns NUL and the longest character, as far as they leave the encoding in its initial state."""
    values = [value for value in boundaries(encoding) if value <= LARGEST]
    texts = [written(encoding, _NUL), max((written(encoding, value) for value in values), key=lambda text: len(text.data))]
    return [text for text in texts if text.data and leaves_no_state(encoding, text.data)]


def written(encoding: Encoding, value: int) -> Written:
    return Written((value,), bytes_of(encoding, (value,)))


def leaves_no_state(encoding: Encoding, data: bytes) -> bool:
    model = model_of(encoding)
    return all(step.after == model.initial for step in model.reading(data))


def sequences_of(machine: Machine, tried: bytes, after_a_fault: Sequence[bytes] = ()) -> list[bytes]:
    """Returns the shortest bytes to each state, alone and with each tried byte. Completions or identifiers
    follow a sequence that goes on, and `after_a_fault` one that is ill-formed."""
    longer = (_longer(machine, access, state, tried, after_a_fault) for state, access in enumerate(machine.access))
    return list(dict.fromkeys([*machine.access[1:], *chain(*longer)]))


def _begun(machine: Machine) -> list[bytes]:
    """Returns sequences that seem to go on if a decoder checks the value only after the last byte: the shortest bytes to each
    state, and the same bytes, or none, with one more that only continues sequences in other states."""
    states = list(zip(machine.access, machine.targets))
    trails = [byte for byte in machine.one_of_each if any(targets[byte] is not End.ILL_FORMED for _, targets in states[1:])]
    wrong = (access + bytes((byte,)) for access, targets in states for byte in trails if targets[byte] is End.ILL_FORMED)
    return [*machine.access[1:], *wrong]


def _after_a_byte(machine: Machine) -> list[bytes]:
    """Returns sequences of two bytes more than the shortest ones to each state."""
    sequences: list[bytes] = []
    for access, targets in zip(machine.access, machine.targets):
        for byte in machine.edges:
            state, longer = target if isinstance(target := targets[byte], int) else 0, access + bytes((byte,))
            sequences += _longer(machine, longer, state, machine.edges)
            if byte in machine.one_of_each:
                sequences += _longer(machine, longer, state, machine.one_of_each, machine.completions)
    return list(dict.fromkeys(sequences))


def _longer(machine: Machine, before: bytes, state: int, tried: bytes, after_a_fault: Sequence[bytes] = ()) -> Iterator[bytes]:
    """Yields the bytes before with each tried byte. If the sequence goes on, an identifier of the next state follows."""
    for byte in tried:
        match machine.targets[state][byte]:
            case int(target):
                tails = machine.identifiers[target]
            case target:
                tails = (after_a_fault if target is End.ILL_FORMED else ()) or [b""]
        yield from (before + bytes((byte,)) + tail for tail in tails)
