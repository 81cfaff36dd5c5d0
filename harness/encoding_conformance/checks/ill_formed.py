"""Faults where decoders are known to look less closely: in runs of characters of one length, several in a row, and after the
numbers of letters at which fast paths and buffers begin."""

from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import gcd

from encoding_conformance.checks import spread
from encoding_conformance.checks.blocks import Written, after_text, leaves_no_state, written
from encoding_conformance.checks.check import Groups, both_ways
from encoding_conformance.checks.inputs import Inputs
from encoding_conformance.checks.special_values import LETTER, admits, of_each_length
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode
from encoding_conformance.models import bytes_of, case_of
from encoding_conformance.models.model import goes_in_steps
from encoding_conformance.models.state_machine import End, machine_of

_LENGTHS = 3
"""The number of lengths of characters in runs."""

_BLOCK, _MANY = 16, 33
"""The bytes of a block in which a fault follows a run at each offset, and the number of characters of a longer run."""

_IN_RUNS, _IN_PAIRS, _IN_TRIPLES = 180, 80, 14
"""The number of faults that are tried in runs, in all pairs, and in all triples."""

_THRESHOLDS = (50, 64, 200, 256, 1000, 5000)
"""Numbers of letters after which decoders are known to go on in another way."""

_AT_THRESHOLDS = 4
"""The number of faults that are tried before and after these letters."""

_MARK = 0xFEFF


def in_runs(inputs: Inputs) -> Groups:
    """Yields each fault, also with bytes that seem to complete it, after a run of characters of one length, and before as many as
    fill two blocks."""
    encoding = inputs.encoding
    faults = spread(_completed(encoding), _IN_RUNS)
    for run in _characters(inputs) if faults else ():
        ends = [fault + run.up_to(2 * _BLOCK).data for fault in faults]
        cases = [(data, case_of(encoding, Decode(encoding.id, data))) for data in ends]
        to_each_offset = range(1, _BLOCK // gcd(_BLOCK, len(run.data)) + 2)
        for count, (data, case) in product((*to_each_offset, _MANY), cases):
            yield after_text(Written(run.values * count, run.data * count), data, case)


def in_a_row(inputs: Inputs) -> Groups:
    """Yields pairs and triples of faults, with a letter after them."""
    encoding, faults = inputs.encoding, faults_of(inputs.encoding)
    letter = written(encoding, LETTER).data
    pairs, triples = product(spread(faults, _IN_PAIRS), repeat=2), product(spread(faults, _IN_TRIPLES), repeat=3)
    for several in chain(pairs, triples):
        yield (case_of(encoding, Decode(encoding.id, b"".join(several) + letter)),)


def at_thresholds(inputs: Inputs) -> Groups:
    """Yields a byte-order mark and some faults before and after as many letters as thresholds have."""
    encoding = inputs.encoding
    faults = spread(faults_of(encoding), _AT_THRESHOLDS)
    is_marked = admits(encoding, inputs.limits, (LETTER, _MARK))
    for letters in ((LETTER,) * count for count in _THRESHOLDS if faults or is_marked):
        for values in ((_MARK, *letters), (*letters, _MARK)) if is_marked else ():
            yield from both_ways(encoding, values)
        data = bytes_of(encoding, letters)
        for fault in faults:
            for ill_formed in (fault + data, data + fault):
                yield (case_of(encoding, Decode(encoding.id, ill_formed)),)


def _characters(inputs: Inputs) -> Iterator[Written]:
    """Yields a character for each length of a byte sequence above a letter's, if it leaves the encoding in its initial state."""
    encoding = inputs.encoding
    texts = [written(encoding, value) for value in of_each_length(encoding, inputs.limits)]
    of_length = {len(text.data): text for text in texts if leaves_no_state(encoding, text.data)}
    longer = sorted(length for length in of_length if length > len(written(encoding, LETTER).data))
    yield from map(of_length.__getitem__, longer[:_LENGTHS])


def _completed(encoding: Encoding) -> Sequence[bytes]:
    """Returns the faults; and if the last byte begins no sequence, also with completions of each length after it."""
    if not (faults := faults_of(encoding)):
        return ()
    machine = machine_of(encoding)
    of_each_length = {len(each): each for each in machine.completions}.values()
    going_on = (fault for fault in faults if machine.targets[0][fault[-1]] is End.ILL_FORMED)
    return [*faults, *(fault + tail for fault, tail in product(going_on, of_each_length))]


def faults_of(encoding: Encoding) -> Sequence[bytes]:
    """Returns the shortest bytes to each state with a byte of each class that cannot follow; none if the encoding does not go
    value by value."""
    if not goes_in_steps(encoding):
        return ()
    machine = machine_of(encoding)
    states = zip(machine.access, machine.targets)
    return [
        access + bytes((byte,)) for access, targets in states for byte in machine.one_of_each if targets[byte] is End.ILL_FORMED
    ]
