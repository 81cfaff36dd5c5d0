"""What an implementation is declared to replace: where its result is wrong in spite of that, and under which declaration it would
be right."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product, takewhile
from typing import NamedTuple

from encoding_conformance.causes.cases.case import Evidence, case_of
from encoding_conformance.causes.cases.subject import Subject
from encoding_conformance.checks import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per, Replacing, Substitute
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Result
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import bytes_of, permitted
from encoding_conformance.models.model import step_model_of
from encoding_conformance.models.replacement import can_be_replaced, instead, parts

_REPLACEMENTS = (0xFFFD, 0x3F, 0x1A)
"""The values that libraries give in the place of what is ill-formed, or that the encoding lacks."""

_LOOKED_AT = 20
"""The number of outcomes of which one must be right before all are looked at."""

Outcomes = Sequence[tuple[Operation, Outcome]]
"""Operations with what came out."""


def fitting_declaration(encoding: Encoding, declared: Replacing, failed: Outcomes, passed: Outcomes) -> str:
    """Returns the line of a manifest under which most of the outcomes that failed would be right, and more of them than
    would be wrong of those that passed, with what is `declared` of the other operation; empty if there is none."""
    decoders = [replace(declared, decode=Substitute(*each)) for each in product(_REPLACEMENTS, Per)]
    encoders = [replace(declared, encode=value) for value in _REPLACEMENTS if value in encoding.values]
    found, most = "", 0
    for replacing in (*decoders, *encoders) if can_be_replaced(encoding) else ():
        gained = _right(encoding, replacing, failed) if _right(encoding, replacing, spread(failed, _LOOKED_AT)) else 0
        lost = len(passed) - _right(encoding, replacing, passed) if 2 * gained > len(failed) else gained
        if gained - lost > most:
            found, most = _line(replacing), gained - lost
    return found


def _right(encoding: Encoding, replacing: Replacing, outcomes: Outcomes) -> int:
    return sum(replaced(encoding, operation, replacing) == outcome for operation, outcome in outcomes)


def _line(replacing: Replacing) -> str:
    decode = [f'decode: {{value: "{replacing.decode.value:X}", per: {replacing.decode.per}}}'] if replacing.decode else []
    encode = [f'encode: {{value: "{replacing.encode:X}"}}'] if replacing.encode is not None else []
    return f"replaces: {{{', '.join(decode + encode)}}}"


def replaced(encoding: Encoding, operation: Operation, replacing: Replacing) -> Permitted:
    """Returns the first outcome that is expected from an implementation with this declaration."""
    return instead(encoding, operation, permitted(encoding, operation), replacing)[0]


class _Part(NamedTuple):
    """Well-formed codes in a row or a well-formed value, or one ill-formed part: where it begins and ends, the size of the
    result before it, and the values or bytes that are expected for it."""

    is_ill_formed: bool
    start: int
    end: int
    before: int
    units: tuple[int, ...]


def located_case(
    encoding: Encoding, operation: Operation, expected: Sequence[Permitted], outcome: Outcome, replacing: Replacing
) -> Evidence | None:
    """Returns the case of an outcome as `case_of` does, given what an implementation is declared to replace. What it has replaced
    as declared is right, so the case is about what is wrong behind that, or before it."""
    whole = case_of(encoding, operation, expected, outcome)
    if not (whole and whole.signature and replacing.replaces(operation.kind)):
        return whole
    if not (isinstance(whole.expected, Result) and isinstance(outcome, Result)):
        return whole
    want, got = tuple(whole.expected.value), tuple(outcome.value)
    every = list(_parts(encoding, operation, replacing))
    first, wrong = next((part for part in every if part.is_ill_formed), None), _first_wrong(every, got)
    if wrong is None or first in (wrong, None):
        return whole
    if wrong.is_ill_formed:
        wrong = wrong._replace(end=whole.size, units=want[wrong.before :])
    found = _case_of_part(encoding, operation, wrong, _given(wrong, want, got))
    if found is None or found.signature is None:
        return whole
    values_before = wrong.start if operation.kind == Kind.ENCODE else wrong.before

    def moved(subjects: Sequence[Subject]) -> tuple[Subject, ...]:
        return tuple(
            each._replace(
                before=each.before + wrong.start,
                behind=each.behind + whole.size - wrong.end,
                values_before=each.values_before + values_before,
            )
            for each in subjects
        )

    return found._replace(
        operation=operation,
        expected=whole.expected,
        got=outcome,
        subjects=moved(found.subjects),
        earlier=moved(found.earlier),
        later=moved(found.later),
    )


def _given(part: _Part, want: tuple[int, ...], got: tuple[int, ...]) -> tuple[int, ...]:
    """Returns what a result has in the place of a part, without what is right behind it."""
    behind = len(want) - part.before - len(part.units)
    is_right_behind = behind > 0 and got[-behind:] == want[-behind:]
    return got[part.before : len(got) - behind if is_right_behind else None]


def _case_of_part(encoding: Encoding, operation: Operation, part: _Part, got: tuple[int, ...]) -> Evidence | None:
    """Returns the case of a part of an operation by itself, given what the result has for it."""
    if isinstance(operation, Encode):
        some = Encode(encoding.id, operation.input[part.start : part.end])
        return case_of(encoding, some, (Encoded(bytes(part.units)),), Encoded(bytes(got)))
    return case_of(encoding, Decode(encoding.id, operation.input[part.start : part.end]), (Decoded(part.units),), Decoded(got))


def _parts(encoding: Encoding, operation: Operation, replacing: Replacing) -> Iterator[_Part]:
    start = before = 0
    for is_ill_formed, size, units in _replaced(encoding, operation, replacing):
        yield _Part(is_ill_formed, start, start + size, before, units)
        start, before = start + size, before + len(units)


def _replaced(encoding: Encoding, operation: Operation, replacing: Replacing) -> Iterator[tuple[bool, int, tuple[int, ...]]]:
    """Yields each part of an input: whether it is ill-formed, its size, and what is expected for it."""
    if isinstance(operation, Encode):
        for value in operation.input:
            is_lacking = value not in encoding.values
            written = replacing.encode if is_lacking and replacing.encode is not None else value
            yield is_lacking, 1, tuple(bytes_of(encoding, (written,)))
    elif replacing.decode:
        for part in parts(step_model_of(encoding), operation.input, replacing.decode.per, accept_silent=False):
            if isinstance(part, bytes):
                yield True, len(part), replacing.decode.instead_of(part)
            else:
                yield False, len(bytes_of(encoding, part)), part


def _first_wrong(every: Sequence[_Part], got: tuple[int, ...]) -> _Part | None:
    """Returns the first part that has another result than expected; None if there is only more at the end. Where some ill-formed
    parts in a row have another number of replacements, it is the first of these."""
    for index, part in enumerate(every):
        if got[part.before : part.before + len(part.units)] != part.units:
            signs = {each.units[:1] for each in every if each.is_ill_formed}
            following = next((each.units[:1] for each in every[index:] if not each.is_ill_formed), ())
            instead = got[part.before :][:1]
            is_counted = instead in signs or (part.is_ill_formed and instead in ((), following))
            row = list(takewhile(lambda each: each.is_ill_formed, reversed(every[: index + part.is_ill_formed])))
            return row[-1] if is_counted and row else part
    return None
