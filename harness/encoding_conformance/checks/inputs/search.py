"""Hypothesis: examples for the inputs of laws, and the smallest input on which a law does not hold."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from heapq import nsmallest
from math import inf
from threading import RLock, get_ident
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from hypothesis.strategies import SearchStrategy

from encoding_conformance.checks.inputs.long_inputs import admits, unencodable_values
from encoding_conformance.checks.law import Counterexample, Found
from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.outcome import Timeout
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models import boundaries, bytes_of

_EXAMPLES = 100
"""The number of sequences of values, and of strings of bytes, that Hypothesis makes for an encoding. Also the number of inputs
among which it looks for a smaller one before it shrinks what it found."""

_NEIGHBOURS = 100
"""The most smaller inputs of a law that are tried before Hypothesis searches."""

_TRIES = 400
"""The most inputs that shrinking may try."""

_COSTLY = "worn"
"""The kind of inputs of which each try asks tens of thousands of operations."""

_TIMEOUTS = 3
"""The most of these inputs that may end in a time-out."""

_READS_CONSTANTS, _CACHE = "_get_local_constants", "CONSTANTS_CACHE"
"""The function with which Hypothesis reads the constants of imported modules, and its cache of them."""

_ONE_AT_A_TIME = RLock()

_BIGGEST = 1 << 700
"""The largest value if no limit is stated or declared."""

_LONGEST = 12
"""The most values of one sequence that Hypothesis makes."""


class UnknownHypothesis(Exception):
    """The installed Hypothesis has not the parts that are needed to get the same inputs for a seed everywhere."""


def examples(encoding: Encoding, limits: Limits, seed: int) -> tuple[list[tuple[int, ...]], list[bytes]]:
    """Returns sequences of values, and strings of bytes, always the same for a seed."""
    sequences: list[tuple[int, ...]] = []
    octets: list[bytes] = []
    _run(value_sequences(encoding, limits), seed, [Phase.generate], sequences.append)
    _run(byte_strings(encoding, limits), seed, [Phase.generate], octets.append)
    return sequences, octets


def smallest(
    kind: str,
    encoding: Encoding,
    limits: Limits,
    seed: int,
    found: Counterexample,
    run: Callable[[Any], Found],
    others: Iterable[Any],
) -> Counterexample:
    """Returns the counterexample with the smallest input that can be found. `run` runs the law on an input, `found` is the
    counterexample that is known, and `others` are the other inputs of the law. Hypothesis searches only if a try costs few
    operations, and no single small item violates the law, neither among the other inputs nor as an item of the input."""
    shrinker, size, is_costly = _Shrinker(run, found), _size(found.input), kind == _COSTLY
    smaller = nsmallest(_NEIGHBOURS, (other for other in others if _size(other) < size), key=_size)
    if is_sequence(found.input):
        items = (found.input[index : index + 1] for index in range(len(found.input)))
        smaller += [item for item in items if item != found.input and (is_costly or _size(item) <= _SMALL)]
    with suppress(_Fails):
        for other in sorted(dict.fromkeys(smaller), key=_size):
            shrinker(other)
    if _size(shrinker.best.input) > _SMALL and not is_costly:
        for made_by in (strategy(kind, encoding, limits), slices(shrinker.best.input)):
            with suppress(_Fails, HypothesisException):
                _run(made_by, seed, [Phase.generate, Phase.shrink], shrinker)
    return shrinker.best


class _Fails(Exception):
    """Tells Hypothesis that a law does not hold."""


class _Shrinker:
    """Tries inputs for Hypothesis. It remembers every answer, so that an implementation may answer differently each time."""

    def __init__(self, run: Callable[[Any], Found], found: Counterexample):
        self.run = run
        self.answers: dict[Any, Found] = {found.input: found}
        self.best = found
        self.timeouts = 0

    def __call__(self, input: Any) -> None:
        if input not in self.answers:
            if len(self.answers) > _TRIES or self.timeouts >= _TIMEOUTS:
                return
            self.answers[input] = self.run(input)
        answer = self.answers[input]
        if not isinstance(answer, Counterexample):
            return
        self.timeouts += isinstance(answer.violation.outcome, Timeout)
        if _size(input) <= _size(self.best.input):
            self.best = answer
        raise _Fails


_SMALL = (1, 0xFF)
"""The size of the largest single item of eight bits."""


def _size(input: Any) -> tuple[int, int]:
    """Returns the number of items of an input, and their sum."""
    flat = _flat(input)
    return len(flat), sum(flat)


def _flat(input: Any) -> list[int]:
    if input is None:
        return []
    return [input] if isinstance(input, int) else [item for part in input for item in _flat(part)]


def _run(made_by: SearchStrategy[Any], seed: int, phases: list[Phase], visit: Callable[[Any], None]) -> None:
    settings = hypothesis.settings(
        max_examples=_EXAMPLES,
        phases=phases,
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
        derandomize=False,
        verbosity=Verbosity.normal,
        backend="hypothesis",
    )

    def _test(input: Any) -> None:  # Hypothesis reads the signature of the function that it calls
        visit(input)

    with without_constants_of_modules():
        hypothesis.seed(seed)(settings(hypothesis.given(made_by)(_test)))()


@contextmanager
def without_constants_of_modules() -> Iterator[None]:
    """Hypothesis sometimes draws a constant that it finds in the source of an imported module, but only of modules in a
    checkout. So a seed would give different inputs in a wheel, or after another import. Hypothesis has no setting to turn this
    off. Within this context, this thread draws no such constants. Other threads, and everybody afterwards, draw what they
    would draw without it. Raises UnknownHypothesis if a part of Hypothesis has another name."""
    if missing := [name for name in (_READS_CONSTANTS, _CACHE) if not hasattr(providers, name)]:
        part, version = f"{providers.__name__}.{missing[0]}", hypothesis.__version__
        raise UnknownHypothesis(f"Hypothesis {version} has no {part}, so a seed would not give the same inputs everywhere")
    with _ONE_AT_A_TIME:
        read_constants, cache = getattr(providers, _READS_CONSTANTS), getattr(providers, _CACHE).cache
        asking = get_ident()
        setattr(providers, _READS_CONSTANTS, lambda: Constants() if get_ident() == asking else read_constants())
        cache.clear()
        try:
            yield
        finally:
            setattr(providers, _READS_CONSTANTS, read_constants)
            cache.clear()


def strategy(kind: str, encoding: Encoding, limits: Limits) -> SearchStrategy[Any]:
    """Returns the strategy that makes and shrinks the inputs of a kind."""
    values = value_sequences(encoding, limits)
    match kind:
        case "values" | "long" | "walk" | "sized" | "worn":
            return values
        case "bytes" | "near-miss" | "cut":
            return byte_strings(encoding, limits)
        case "cut-in-blocks":
            cuts = st.lists(st.integers(1, _LONGEST), min_size=1, unique=True)
            return st.tuples(byte_strings(encoding, limits), cuts.map(lambda cuts: tuple(sorted(cuts))))
        case "pair":
            return st.tuples(values, values).filter(lambda pair: admits(encoding, limits, pair[0] + pair[1]))
        case "disturbed":
            return st.tuples(values, byte_strings(encoding, limits))
        case "optional":
            return st.builds(lambda a, edge, b: (*a, edge, *b), values, _members(encoding.optional.values, inf), values)
        case "unencodable" | "alone":
            return st.tuples(values, st.sampled_from(unencodable_values(encoding)))
        case "lines":
            return st.tuples(values, st.sampled_from(list(encoding.resets)), values)
        case _:
            return st.none()


def is_sequence(input: Any) -> bool:
    """Returns whether an input is a sequence of values or bytes, and not made of several parts."""
    return isinstance(input, bytes | tuple) and all(isinstance(item, int) for item in input)


def slices(input: Any) -> SearchStrategy[Any]:
    """Returns a strategy for parts of an input, to shrink one that comes from the vectors."""
    if is_sequence(input):
        ends = st.integers(0, len(input))
        return st.builds(lambda start, size: input[start : start + size], ends, ends)
    if isinstance(input, tuple):
        return st.tuples(*map(slices, input))
    return st.just(input)


@lru_cache(ENCODINGS_KEPT)
def value_sequences(encoding: Encoding, limits: Limits) -> SearchStrategy[tuple[int, ...]]:
    """Returns a strategy for short sequences of values that prefer boundaries and values close to each other."""
    biggest = min(encoding.values.last, _BIGGEST, limits.max_value if limits.max_value is not None else _BIGGEST)
    allowed = encoding.values.difference(encoding.optional.values)
    single = st.one_of(
        _members(allowed, 0x7F),
        st.sampled_from([value for value in boundaries(encoding) if value <= biggest]),
        _members(allowed, biggest),
    )
    close = st.builds(_close, single, st.lists(st.integers(-80, 80), max_size=4))
    lists = st.lists(st.one_of(single.map(lambda value: (value,)), close), max_size=_LONGEST)
    return lists.map(lambda parts: sum(parts, ())).filter(lambda values: admits(encoding, limits, values))


@lru_cache(ENCODINGS_KEPT)
def byte_strings(encoding: Encoding, limits: Limits) -> SearchStrategy[bytes]:
    """Returns a strategy for strings of bytes made of well-formed pieces, cut ones, single bytes and noise."""
    whole = value_sequences(encoding, limits).map(partial(bytes_of, encoding))
    damaged = st.builds(_damage, whole, st.integers(0, 40), st.integers(0, 0xFF), st.sampled_from(["cut", "put", "add"]))
    single = st.integers(0, 0xFF).map(lambda byte: bytes([byte]))
    return st.lists(st.one_of(whole, damaged, st.binary(max_size=4), single), max_size=6).map(b"".join)


def _damage(data: bytes, index: int, byte: int, how: str) -> bytes:
    index %= len(data) + 1
    if how == "cut":
        return data[:index]
    return data[:index] + bytes([byte]) + data[index + (how == "put") :]


def _close(first: int, steps: list[int]) -> tuple[int, ...]:
    values = [first]
    for step in steps:
        values.append(max(0, values[-1] + step))
    return tuple(values)


def _members(values: RangeSet, biggest: int | float) -> SearchStrategy[int]:
    """Returns a strategy for members of a set up to `biggest`, with the same probability for each range."""
    some = values.intersection(RangeSet(((0, biggest),))) or values
    return st.one_of(*(st.integers(int(first), int(min(last, max(first, _BIGGEST)))) for first, last in some.ranges))
