"""Learns the machine of a decoder: runs inputs, distinguishes states by their outcomes, and chooses inputs that may show more.

A decoder that departs from the specification only after certain byte sequences has a state of its own there. So inputs begin
with the bytes of each value at a boundary of the tables, then lead to each state, and then try each kind of byte.
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
    NotRun,
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
"""The number of states at which the search for more ends."""

_AT_ONCE = 4096
"""The number of inputs that are run before their answers are evaluated."""

_LONGEST = 64
"""The most bytes of a test vector that is run."""

_BYTE_ORDER_MARK = 0xFEFF

_FAILED = {
    Crash: Reaction.CRASH,
    Timeout: Reaction.TIMEOUT,
    Malformed: Reaction.MALFORMED,
    Unsupported: Reaction.UNSUPPORTED,
}


class CannotLearn(Exception):
    """A decoder cannot be run further, or does not behave as a machine. `data` is the input, and the message gives the reason.
    `adapter` says whether its adapter is to blame."""

    def __init__(self, data: bytes, why: str, adapter: bool = False):
        super().__init__(why)
        self.data = data
        self.adapter = adapter


class Decoder:
    """A decoder and its answers to inputs, each of which is run once. `perform` runs operations."""

    def __init__(self, encoding: Encoding, limits: Limits, perform: Perform):
        self._encoding = encoding
        self._limits = limits
        self._perform = perform
        self._machine = machine_of(encoding)
        self._answers: dict[bytes, Reaction] = {}

    @property
    def input_count(self) -> int:
        """The number of inputs that were run."""
        return len(self._answers)

    def learned(self, inputs: Iterable[bytes]) -> LearnedMachine:
        """Returns the machine of the decoder. `inputs` are run as well. Raises CannotLearn."""
        first = list(dict.fromkeys(chain(_ways(self._machine), _after_beginnings(self._encoding, self._machine), inputs)))

        def search(machine: LearnedMachine) -> Iterator[list[bytes]]:
            yield from batches(first)
            yield from batches(_further(machine))

        machine = learned(self._answers_to, search, STATES)
        self._check_that_it_is_steady()
        return machine

    def _answers_to(self, inputs: Sequence[bytes]) -> list[Reaction]:
        """Returns the answers to inputs. After a wrong result, every result is wrong."""
        prefixes = {data: list(self._well_formed(data)) for data in inputs}
        self._run(data for data in dict.fromkeys(chain(inputs, *prefixes.values())) if data not in self._answers)
        wrong = (any(self._answers[prefix] is Reaction.OTHER for prefix in prefixes[data]) for data in inputs)
        return [Reaction.OTHER if is_wrong else self._answers[data] for data, is_wrong in zip(inputs, wrong)]

    def _run(self, inputs: Iterable[bytes]) -> None:
        for batch in batches(inputs):
            self._answers |= self._answered(batch)

    def _answered(self, inputs: Sequence[bytes]) -> dict[bytes, Reaction]:
        """Runs inputs, except those outside the specification's machine, which count as rejected."""
        within = [data for data in inputs if not self._is_outside(data)]
        outcomes = self._perform([Decode(self._encoding.id, data) for data in within])
        rejected = dict.fromkeys(inputs, Reaction.REJECTED)
        return rejected | {data: self._answer(data, outcome) for data, outcome in zip(within, outcomes)}

    def _check_that_it_is_steady(self) -> None:
        """Runs the inputs again in another order, to see whether an answer depends on earlier inputs."""
        answered = [data for data, answer in reversed(self._answers.items()) if answer not in _FAILED.values()]
        for batch in batches(answered):
            for data, again in self._answered(batch).items():
                if again is not self._answers[data]:
                    raise CannotLearn(
                        data,
                        f"its answer was {self._answers[data].value} at first, and {again.value} when it was run again",
                    )

    def _answer(self, data: bytes, outcome: Outcome) -> Reaction:
        """Returns what an outcome shows about the state of the decoder."""
        if isinstance(outcome, NotRun | BrokenProtocol):
            raise CannotLearn(data, outcome_text(outcome), isinstance(outcome, BrokenProtocol))
        if isinstance(outcome, Rejection) and not self._encoding.optional.outcomes:
            return Reaction.REJECTED
        if isinstance(outcome, Unsupported) and len(data) % self._encoding.code_unit:
            return Reaction.REJECTED  # a library that takes code units cannot take a part of one
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
        """Returns the prefixes of an input that are well-formed texts."""
        ends = enumerate(self._machine.reading(data[:-1]), 1)
        return [data[:end] for end, target in ends if target in COMPLETE]

    def _is_outside(self, data: bytes) -> bool:
        """Returns whether an input contains all or some bytes of a value that the specification's machine leaves out."""
        if self._encoding.values.last <= LARGEST:
            return False
        expected = permitted(self._encoding, Decode(self._encoding.id, data))[0]
        is_read = isinstance(expected, Decoded) or (isinstance(expected, Rejection) and expected.text == "truncated")
        return is_read and End.ILL_FORMED in self._machine.reading(data)


def can_be_learned(encoding: Encoding) -> bool:
    """Returns whether a decoder is a small machine: the bytes of a value do not depend on the values before it."""
    return goes_in_steps(encoding) and encoding.claims("stateless")


def beginnings(encoding: Encoding) -> list[bytes]:
    """Returns byte sequences after which a decoder may be in a state of its own: the values at the boundaries of the tables, a
    letter, and U+FEFF, which may set a byte order."""
    values = (*(value for value in boundaries(encoding) if value <= LARGEST), LETTER, _BYTE_ORDER_MARK)
    return sorted({bytes_of(encoding, (value,)) for value in values} - {b""})


def extended(encoding: Encoding, known: Iterable[Encoding]) -> list[Encoding]:
    """Returns the known encodings that have the same bytes for its values, and more values, which many decoders also read."""
    others, extensions = list(known), [encoding]
    for extension in extensions:
        extensions += [other for other in others if other not in extensions and _has_all_of(other, extension)]
    return extensions[1:]


def _has_all_of(other: Encoding, encoding: Encoding) -> bool:
    return any(same.other is encoding and not encoding.values.difference(same.values) for same in other.same_bytes_as)


def likely(vectors: Iterable[bytes], extensions: Iterable[Encoding]) -> Iterator[bytes]:
    """Yields short inputs of test vectors, and inputs for the machines of encodings that have more values."""
    yield from (data for data in vectors if len(data) <= _LONGEST)
    for extension in extensions:
        yield from _ways(machine_of(extension))


def _ways(machine: Machine) -> list[bytes]:
    """Returns inputs that take each transition of each state."""
    return sequences_of(machine, machine.edges, machine.completions)


def _after_beginnings(encoding: Encoding, machine: Machine) -> Iterator[bytes]:
    """Yields inputs that do so after each of the `beginnings`."""
    ways = sequences_of(machine, machine.one_of_each, machine.completions)
    return map(b"".join, product(beginnings(encoding), ways))


def _further(machine: LearnedMachine) -> Iterator[bytes]:
    """Yields inputs that lead to each state, continue with two bytes, and distinguish the state there from all others."""
    samples = [members[:1] for members in machine.classes]
    for access, first, second in product(machine.access, samples, samples):
        data = access + first + second
        yield from (data + suffix for suffix in machine.suffixes[machine.after(data)])


def batches(inputs: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yields the inputs in batches."""
    waiting = iter(inputs)
    while batch := list(islice(waiting, _AT_ONCE)):
        yield batch
