"""Learns the machine of a decoder: asks it, tells its states apart by their outcomes, and knows where to look for states.

A decoder that leaves the way of the specification only behind certain codes is in a state of its own there. So inputs begin with
each code at a boundary of the tables, and then lead to each state. Behind that, each kind of byte is tried.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, product

from encoding_conformance.checks.blocks import sequences_of
from encoding_conformance.checks.judging import Perform, judge_replacing
from encoding_conformance.checks.special_values import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Malformed,
    NotAsked,
    Outcome,
    Rejection,
    Timeout,
    Unsupported,
)
from encoding_conformance.core.verdict import Status
from encoding_conformance.models import boundaries, bytes_of, permitted
from encoding_conformance.models.model import goes_in_steps
from encoding_conformance.models.state_machine import COMPLETE, LARGEST, End, Machine, machine_of
from workshop.machines.difference import LearnedMachine, Reaction
from workshop.machines.learning import learned

STATES = 100
"""The number of states behind which the search for more ends."""

_AT_ONCE = 4096
"""The number of inputs that are asked before their answers are looked at."""

_LONGEST = 64
"""The most bytes of a test vector that is asked."""

_BYTE_ORDER_MARK = 0xFEFF

_FAILED = {
    Crash: Reaction.CRASH,
    Timeout: Reaction.TIMEOUT,
    Malformed: Reaction.MALFORMED,
    Unsupported: Reaction.UNSUPPORTED,
}


class CannotLearn(Exception):
    """A decoder cannot be asked further, or shows that it is no machine. `data` is the input, and the message says why. If
    `adapter`, its adapter is to blame."""

    def __init__(self, data: bytes, why: str, adapter: bool = False):
        super().__init__(why)
        self.data = data
        self.adapter = adapter


class Decoder:
    """What a decoder does with inputs, each of which is asked once. `perform` is that of a testee."""

    def __init__(self, encoding: Encoding, limits: Limits, perform: Perform):
        self._encoding = encoding
        self._limits = limits
        self._perform = perform
        self._machine = machine_of(encoding)
        self._answers: dict[bytes, Reaction] = {}

    @property
    def asked(self) -> int:
        """The number of inputs that were asked."""
        return len(self._answers)

    def learned(self, inputs: Iterable[bytes]) -> LearnedMachine:
        """Returns the machine of the decoder. These inputs are asked as well. Raises CannotLearn."""
        likely = list(dict.fromkeys(chain(_ways(self._machine), _behind(self._encoding, self._machine), inputs)))

        def search(machine: LearnedMachine) -> Iterator[list[bytes]]:
            yield from batches(likely)
            yield from batches(_further(machine))

        machine = learned(self._answers_to, search, STATES)
        self._hold_that_it_is_steady()
        return machine

    def _answers_to(self, inputs: Sequence[bytes]) -> list[Reaction]:
        """Returns the answers to inputs. Behind a wrong result, every result is wrong."""
        before = {data: list(self._well_formed(data)) for data in inputs}
        self._ask(data for data in dict.fromkeys(chain(inputs, *before.values())) if data not in self._answers)
        wrong = (any(self._answers[each] is Reaction.OTHER for each in before[data]) for data in inputs)
        return [Reaction.OTHER if is_wrong else self._answers[data] for data, is_wrong in zip(inputs, wrong)]

    def _ask(self, inputs: Iterable[bytes]) -> None:
        for batch in batches(inputs):
            self._answers |= self._answered(batch)

    def _answered(self, inputs: Sequence[bytes]) -> dict[bytes, Reaction]:
        """Asks inputs. What is not of the machine of the specification is not asked."""
        within = [data for data in inputs if not self._is_outside(data)]
        outcomes = self._perform([Decode(self._encoding.id, data) for data in within])
        found = dict.fromkeys(inputs, Reaction.REJECTED)
        return found | {data: self._answer(data, outcome) for data, outcome in zip(within, outcomes)}

    def _hold_that_it_is_steady(self) -> None:
        """Asks once more in another order, to see whether an answer depends on what was asked before."""
        asked = [data for data, answer in reversed(self._answers.items()) if answer not in _FAILED.values()]
        for batch in batches(asked):
            for data, again in self._answered(batch).items():
                if again is not self._answers[data]:
                    raise CannotLearn(
                        data,
                        f"its answer was {self._answers[data].value} at first, and {again.value} when it was asked once more",
                    )

    def _answer(self, data: bytes, outcome: Outcome) -> Reaction:
        """Returns what an outcome shows of the state of the decoder."""
        if isinstance(outcome, NotAsked | BrokenProtocol):
            raise CannotLearn(data, outcome_text(outcome), isinstance(outcome, BrokenProtocol))
        if isinstance(outcome, Rejection) and not self._encoding.optional.outcomes:
            return Reaction.REJECTED
        if isinstance(outcome, Unsupported) and len(data) % self._encoding.code_unit:
            return Reaction.REJECTED  # a library that takes code units cannot be given a part of one
        operation = Decode(self._encoding.id, data)
        expected = permitted(self._encoding, operation)
        judgement = judge_replacing(self._encoding, operation, expected, outcome, self._limits)
        is_well_formed = any(isinstance(each, Decoded) for each in expected)
        if judgement.status is Status.SKIP:
            return Reaction.EXCUSED if is_well_formed else Reaction.REJECTED
        if type(outcome) in _FAILED:
            return _FAILED[type(outcome)]
        if isinstance(outcome, Rejection):
            return Reaction.REJECTED
        if judgement.status is Status.PASS:
            return Reaction.ACCEPTED if outcome in expected else Reaction.REJECTED
        return Reaction.OTHER if is_well_formed or self._limits.replacing.decode else Reaction.ACCEPTED

    def _well_formed(self, data: bytes) -> list[bytes]:
        """Returns the beginnings of an input that are well-formed texts."""
        ends = enumerate(self._machine.reading(data[:-1]), 1)
        return [data[:end] for end, target in ends if target in COMPLETE]

    def _is_outside(self, data: bytes) -> bool:
        """Returns whether an input has the code of a value, whole or in part, that the specification's machine leaves out."""
        if self._encoding.values.last <= LARGEST:
            return False
        expected = permitted(self._encoding, Decode(self._encoding.id, data))[0]
        is_read = isinstance(expected, Decoded) or (isinstance(expected, Rejection) and expected.text == "truncated")
        return is_read and End.ILL_FORMED in self._machine.reading(data)


def can_be_learned(encoding: Encoding) -> bool:
    """Returns whether a decoder is a small machine: its codes do not depend on what stands before them."""
    return goes_in_steps(encoding) and encoding.claims("stateless")


def beginnings(encoding: Encoding) -> list[bytes]:
    """Returns codes behind which a decoder may be in a state of its own: those at the boundaries of the tables, a letter, and
    U+FEFF, which may tell a byte order."""
    values = (*(value for value in boundaries(encoding) if value <= LARGEST), LETTER, _BYTE_ORDER_MARK)
    return sorted({bytes_of(encoding, (value,)) for value in values} - {b""})


def extended(encoding: Encoding, known: Iterable[Encoding]) -> list[Encoding]:
    """Returns the known encodings that have the same bytes for its values, and more values: many decoders also read those."""
    others, found = list(known), [encoding]
    for each in found:
        found += [other for other in others if other not in found and _has_all_of(other, each)]
    return found[1:]


def _has_all_of(other: Encoding, encoding: Encoding) -> bool:
    return any(same.other is encoding and not encoding.values.difference(same.values) for same in other.same_bytes_as)


def likely(vectors: Iterable[bytes], extensions: Iterable[Encoding]) -> Iterator[bytes]:
    """Yields short inputs of test vectors, and the ways in which other encodings go on."""
    yield from (data for data in vectors if len(data) <= _LONGEST)
    for each in extensions:
        yield from _ways(machine_of(each))


def _ways(machine: Machine) -> list[bytes]:
    """Returns inputs that lead to each state and go on in each way."""
    return sequences_of(machine, machine.edges, machine.completions)


def _behind(encoding: Encoding, machine: Machine) -> Iterator[bytes]:
    """Yields inputs that do so behind each code behind which a decoder may be in a state of its own."""
    ways = sequences_of(machine, machine.one_of_each, machine.completions)
    return map(b"".join, product(beginnings(encoding), ways))


def _further(machine: LearnedMachine) -> Iterator[bytes]:
    """Yields inputs that lead to each state, go on with two bytes, and tell the state there from all others."""
    tried = [each[:1] for each in machine.classes]
    for access, one, other in product(machine.access, tried, tried):
        yield from (access + one + other + each for each in machine.suffixes[machine.after(access + one + other)])


def batches(inputs: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yields the inputs, some at a time."""
    waiting = iter(inputs)
    while some := list(islice(waiting, _AT_ONCE)):
        yield some
