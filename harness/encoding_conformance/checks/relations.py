"""Relations that must hold between several outcomes, even if one of them is not permitted."""

import re
from collections.abc import Sequence
from itertools import chain

from encoding_conformance.checks.check import Answered, Broken, Group, PerformOne, both_ways
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import difference, matches
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection, answer_of
from encoding_conformance.core.vector import Case, Permitted
from encoding_conformance.models import case_of


def undone(encoding: Encoding, operation: Operation) -> Group:
    """Returns an operation, and the opposite operation on the result that the tables give, if they give one."""
    if isinstance(operation, Encode):
        return tuple(chain(*both_ways(encoding, operation.input)))
    first = case_of(encoding, operation)
    match first.permitted[:1]:
        case (Decoded(values),):
            return first, case_of(encoding, Encode(encoding.id, values))
    return (first,)


def decode_undoes_encode(encoding: Encoding, answered: Sequence[Answered], perform: PerformOne) -> Broken | None:
    """Decoding the bytes that encode returned gives the original values."""
    forth, *back = answered
    if not isinstance(forth.outcome, Encoded):
        return _refused(forth)
    values, data = tuple(forth.case.operation.input), forth.outcome.value
    expected = Case(Decode(encoding.id, data), (Decoded(values),))
    known = next((each.outcome for each in back if each.case.operation == expected.operation), None)
    outcome = perform(expected.operation) if known is None else known
    return None if outcome == Decoded(values) else Broken(expected, outcome, "decode does not undo encode")


def encode_undoes_decode(encoding: Encoding, answered: Sequence[Answered], perform: PerformOne) -> Broken | None:
    """Encoding the values that decode returned gives the original bytes, unless the specification allows another form."""
    forth, *back = answered
    data = bytes(forth.case.operation.input)
    if not isinstance(forth.outcome, Decoded) or not forth.case.permitted:
        return None
    values = forth.outcome.value
    rejected = forth.case._replace(permitted=(Rejection(),))
    if any(value not in encoding.values for value in values):
        return Broken(rejected, forth.outcome, f"decoded to a value outside {encoding.kind}")
    if encoding.takes_optional(values):
        return None
    again = Encode(encoding.id, values)
    known = next((each.outcome for each in back if each.case.operation == again), None)
    outcome = perform(again) if known is None else known
    if not isinstance(outcome, Encoded):
        return _refused(Answered(case_of(encoding, again), outcome))
    if outcome.value == data:
        return None
    text = data.hex(" ").upper()
    if not any(
        (longer.match and re.search(longer.match, text)) or any(value in longer.values for value in values)
        for longer in encoding.noncanonical
    ):
        return Broken(rejected, forth.outcome, "accepted a form that encode does not write")
    canonical = Case(Decode(encoding.id, outcome.value), (Decoded(values),))
    got = perform(canonical.operation)
    return None if got == Decoded(values) else Broken(canonical, got, "the canonical form has other values")


def order(encoding: Encoding, answered: Sequence[Answered], perform: PerformOne) -> Broken | None:
    """Encoded texts sort as their values do."""
    if len(answered) < 2:
        return None
    smaller, larger = sorted(answered, key=lambda each: tuple(each.case.operation.input))
    for each in answered:
        if not isinstance(each.outcome, Encoded):
            return _refused(each)
    low, high = (getattr(each.outcome, "value", b"") for each in (smaller, larger))
    if (low < high) == (smaller.case.operation != larger.case.operation):
        return None
    values = ",".join(f"{value:X}" for value in smaller.case.operation.input) or "-"
    return Broken(*larger, f"does not sort after {low.hex().upper() or '-'}, the bytes of {values}")


def same_in_chunks(encoding: Encoding, answered: Sequence[Answered], perform: PerformOne) -> Broken | None:
    """The outcomes of one input are the same however it is cut."""
    whole, *others = answered
    if whole.case.operation.cuts:
        return None
    for each in others:
        if isinstance(whole.outcome, Permitted):
            same = matches(whole.outcome, each.outcome)
        else:
            same = type(whole.outcome) is type(each.outcome)
        if not same:
            return _differs(each, whole, "than in one chunk")
    return None


def same_again(encoding: Encoding, answered: Sequence[Answered], perform: PerformOne) -> Broken | None:
    """Equal operations have the same outcome, whatever operations ran between them."""
    first: dict[Operation, Answered] = {}
    for count, each in enumerate(answered):
        before = first.setdefault(each.case.operation, each)
        if answer_of(each.outcome) != answer_of(before.outcome):
            return _differs(each, before, f"after {count:,} operations than at first")
    return None


def _differs(each: Answered, before: Answered, how: str) -> Broken:
    permitted = (before.outcome,) if isinstance(before.outcome, Permitted) else ()
    return Broken(each.case._replace(permitted=permitted), each.outcome, f"a different outcome {how}")


def _refused(each: Answered) -> Broken:
    return Broken(*each, difference(each.case.permitted, each.outcome))
