"""Recognizes another encoding: an implementation that does what the tables of a relative say, and not what its own say."""

import codecs
import encodings
import pkgutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.checks import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection, Result
from encoding_conformance.core.vector import Permitted
from encoding_conformance.data_files.encodings import relatives
from encoding_conformance.models import boundaries, bytes_of, model_of, permitted

_FEWEST, _FEWEST_ONE_WAY, _MOSTLY = 3, 12, 0.95
"""The fewest cases that tell two encodings apart, by both operations and by one alone, and the share of them in which the
implementation must do as the relative does, of those in which it does as either."""

_PROBES = 40
"""The number of values of the other encoding that are asked."""

_SHORT = 4
"""The largest size of a case that is looked at."""

_ENOUGH, _RARELY = 50, 0.1
"""After so many cases in which the two encodings differ, a relative is left if the implementation agrees with it in a smaller
share of them than this one; and after so many results in which they do not differ, if a smaller share of them is right."""

_FAILED = 100
"""The most cases that failed of which an encoding must explain one to be compared at all."""

_STRIDE = 16
"""The step with which the cases are gone through, so that the first ones are of all kinds."""

Table = Callable[[Operation], Sequence[Permitted]]
"""Returns the outcomes that an encoding permits."""


class Relative(NamedTuple):
    """Another encoding that the operations of these kinds follow. `missing` is the number of cases in which they do not, although
    the two encodings differ there."""

    name: str
    table: Table
    kinds: Collection[Kind]
    missing: int

    def explains(self, case: Evidence) -> bool:
        """Returns whether a wrong outcome is what the other encoding gives."""
        if case.signature is None or case.operation.kind not in self.kinds:
            return False
        alike = matches if isinstance(case.expected, Rejection) else _is_alike
        return any(alike(outcome, case.got) for outcome in self.table(case.operation))

    def title(self, encoding: Encoding) -> str:
        """Returns the title of the cause that the two encodings are mistaken for each other."""
        if len(self.kinds) == len(Kind):
            return f"this is {self.name}, not {encoding.id}"
        return f"{next(iter(self.kinds))} does as in {self.name}, not as in {encoding.id}"


def relative(asked: Respondent, others: Collection[Encoding], cases: Sequence[Evidence]) -> Relative | None:
    """Returns the other encoding that an implementation follows wherever it differs from its own; of several, the one that
    explains most; None if there is none. `cases` are those that were asked again. What only the other encoding has is asked as
    well before it is told."""
    in_order = [case for case in cases if case.size <= _SHORT and len(case.subjects) < _SHORT]
    if not any(case.signature for case in in_order):
        return None
    short = [case for start in range(_STRIDE) for case in in_order[start::_STRIDE]]
    # What is only accepted or refused, and what one operation does as in a close encoding, is told more plainly as a mistake.
    failed = spread([case for case in short if case.signature], _FAILED)
    differing = [other for other in others if _differs(other, asked.encoding)]
    apart = [other for other in differing if not _is_variant(other, asked.encoding)]
    for kinds in (tuple(Kind), (Kind.DECODE,), (Kind.ENCODE,)):
        fewest, known = (_FEWEST, (*relatives(), *differing)) if len(kinds) > 1 else (_FEWEST_ONE_WAY, (*relatives(), *apart))
        tables = dict(_candidates(asked.encoding, known))
        told = {name: sum(map(Relative(name, table, kinds, 0).explains, failed)) for name, table in tables.items()}
        for name in sorted(filter(told.__getitem__, told), key=lambda each: -told[each]):
            found = _compared(name, tables[name], kinds, short, fewest)
            if found and _compared(name, tables[name], kinds, asked.cases(probes(asked.encoding, known, found)), fewest=0):
                return found
    return None


def _differs(other: Encoding, encoding: Encoding) -> bool:
    """Returns whether another encoding has other bytes for some value, and not only more values or fewer, as far as the tables
    say. A code page always counts as another encoding."""
    if model_of(other).reach == 1:
        return True
    written = ((value, data) for value in boundaries(other) if (data := bytes_of(other, (value,))))
    return any(_has_another(encoding, value, data) for value, data in written)


def _has_another(encoding: Encoding, value: int, data: bytes) -> bool:
    outcome = permitted(encoding, Decode(encoding.id, data))[0]
    is_read = isinstance(outcome, Decoded) and outcome.value != (value,)
    return is_read or bytes_of(encoding, (value,)) not in (b"", data)


def _is_variant(other: Encoding, encoding: Encoding) -> bool:
    """Returns whether another encoding must have the same values, and states that some of them have the same bytes."""
    required = other.values.difference(other.optional.values)
    return required == encoding.values and any(each.other.id == encoding.id for each in other.same_bytes_as)


def _compared(name: str, table: Table, kinds: Collection[Kind], cases: Sequence[Evidence], fewest: int) -> Relative | None:
    """Returns a relative if the operations of these kinds do as it does where the two encodings differ, in so many cases at
    least, and hardly ever as their own encoding does, nor where both have results. What is neither's is of another mistake."""
    different: Counter[Kind] = Counter()
    agreeing = own = right = equal = results = own_results = 0
    for case in (each for each in cases if each.operation.kind in kinds):
        outcomes = table(case.operation)
        if any(_is_alike(outcome, case.expected) for outcome in outcomes):
            equal += not isinstance(case.expected, Rejection)
            right += not isinstance(case.expected, Rejection) and case.signature is None
        else:
            different[case.operation.kind] += 1
            agreeing += any(_is_alike(outcome, case.got) for outcome in outcomes)
            own += case.signature is None
            results += isinstance(case.expected, Result)
            own_results += isinstance(case.expected, Result) and case.signature is None
        if own > _ENOUGH and agreeing < _MOSTLY * own:
            return None
        if (differing := different.total()) > _ENOUGH and agreeing < _RARELY * differing:
            return None
        if equal > _ENOUGH and right < _RARELY * equal:
            return None
    follows = agreeing >= max(_MOSTLY * (agreeing + own), different.total() / 2) and own_results <= (1 - _MOSTLY) * results
    if not follows or different.total() < fewest or 2 * right < equal or (fewest and len(different) < len(kinds)):
        return None
    return Relative(name, table, kinds, own)


def probes(encoding: Encoding, others: Iterable[Encoding], relative: Relative) -> list[Operation]:
    """Returns operations on what only the other encoding has, so that it is tested before it is told."""
    other = next((each for each in others if each.id == relative.name), None)
    values = spread(boundaries(other), _PROBES) if other else ()
    written = [(value, data) for value in values if other and (data := bytes_of(other, (value,)))]
    encodes: list[Operation] = [Encode(encoding.id, (value,)) for value, _ in written]
    return [*encodes, *(Decode(encoding.id, data) for _, data in written)]


def _is_alike(one: Outcome, other: Outcome) -> bool:
    """Returns whether two outcomes are the same result, or both rejections."""
    return one == other or (isinstance(one, Rejection) and isinstance(other, Rejection))


def _candidates(encoding: Encoding, others: Iterable[Encoding]) -> Iterator[tuple[str, Table]]:
    for other in others:
        if other.id != encoding.id and other.has_characters == encoding.has_characters:
            yield other.id, partial(_of_tables, other)
    if all(length.most == 1 for length in encoding.lengths) and encoding.code_unit == 1 and encoding.lengths:
        yield from ((name, partial(_of_python, name)) for name in _single_byte_codecs())


@lru_cache(1 << 13)
def _of_tables(other: Encoding, operation: Operation) -> Sequence[Permitted]:
    outcome = permitted(other, operation)[0]
    values = operation.input if isinstance(operation, Encode) else outcome.value if isinstance(outcome, Decoded) else ()
    return (outcome, Rejection()) if other.takes_optional(values) else (outcome,)


def _of_python(name: str, operation: Operation) -> Sequence[Permitted]:
    """Returns the outcomes of one of Python's codecs. Where its table has a gap among the control characters 80..9F, web browsers
    and Windows have the control character of the same number."""
    found: list[Permitted] = []
    for gaps in ((), _gaps(name)):
        try:
            return (*found, _by_python(name, operation, gaps))
        except (ValueError, OverflowError):
            found.append(Rejection())
    return found


def _by_python(name: str, operation: Operation, gaps: Collection[int]) -> Result:
    """Returns what a codec of Python's gives, with numbers for gaps of its table. Raises ValueError or OverflowError if it gives
    nothing."""
    if isinstance(operation, Decode):
        return Decoded(tuple(byte if byte in gaps else ord(codecs.decode(bytes((byte,)), name)) for byte in operation.input))
    return Encoded(b"".join(bytes((each,)) if each in gaps else codecs.encode(chr(each), name) for each in operation.input))


@lru_cache
def _gaps(name: str) -> Collection[int]:
    return [byte for byte in range(0x80, 0xA0) if not codecs.decode(bytes((byte,)), name, "ignore")]


@lru_cache
def _single_byte_codecs() -> tuple[str, ...]:
    """Returns the names of Python's codecs that read each byte by itself."""
    names = [module.name for module in pkgutil.iter_modules(encodings.__path__)]
    return tuple(name for name in names if name.startswith(("cp", "iso8859", "koi8", "mac_", "latin")))
