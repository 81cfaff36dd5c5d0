"""All checks, by name."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, cycle

from encoding_conformance.checks import (
    blocks,
    chunks,
    damage,
    every_value,
    ill_formed,
    joined,
    relations,
    state,
    texts,
    unencodable,
)
from encoding_conformance.checks.check import Check, Group, Groups, both_ways, group_of
from encoding_conformance.checks.inputs import Inputs, Text
from encoding_conformance.checks.long_texts import long_texts, longer_texts
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import CHUNKS, EMPTY_CHUNKS, Decode, Encode
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.models import case_of, model_of

LAYOUT = "layout"
"""The check that results are those of the tables. The proofs of a run depend on it."""

GROWTH = "growth"
"""The check of the time that operations take. It has no cases, because time is not part of an outcome."""

LEAKS = "no-state-leaks"
"""The check that an operation does not change later ones."""


def together(*parts: Callable[[Inputs], Groups]) -> Callable[[Inputs], Groups]:
    """Returns a generator of the groups of several generators."""
    return lambda inputs: chain.from_iterable(part(inputs) for part in parts)


def _texts(inputs: Inputs) -> Groups:
    """Yields the texts, encoded and decoded, and the byte strings, decoded."""
    for values in inputs.texts:
        yield from both_ways(inputs.encoding, values)
    for data in inputs.strings:
        yield (case_of(inputs.encoding, Decode(inputs.encoding.id, data)),)


def _more_texts(inputs: Inputs) -> Groups:
    """Yields texts by the thousand, and byte strings that differ slightly from what the encoding writes."""
    for values in chain(texts.in_blocks_of_unicode(inputs), texts.of_six_lengths(inputs)):
        yield from both_ways(inputs.encoding, values)
    for data in inputs.near_misses:
        yield (case_of(inputs.encoding, Decode(inputs.encoding.id, data)),)


def _undone(inputs: Inputs, sequences: Iterable[Text]) -> Iterator[Group]:
    for values in sequences:
        yield relations.undone(inputs.encoding, Encode(inputs.encoding.id, values))


def _redone(inputs: Inputs) -> Groups:
    for data in inputs.strings:
        yield relations.undone(inputs.encoding, Decode(inputs.encoding.id, data))


def _ordered(inputs: Inputs) -> Groups:
    for pair in inputs.pairs:
        yield group_of(inputs.encoding, [Encode(inputs.encoding.id, values) for values in pair])


def _optional(inputs: Inputs) -> Groups:
    """Yields texts with a value that may be refused."""
    edges = cycle(inputs.encoding.optional.values.edges())
    for a, b in zip(inputs.texts, inputs.texts[1:] + inputs.texts[:1]):
        edge = next(edges)
        for rest in (0, 2):
            yield from both_ways(inputs.encoding, (*a[:2], edge, *b[:rest]))


def _unless(holds: Callable[[Encoding], object], why_not: str) -> Callable[[Encoding], str]:
    """Returns a function that gives the reason `why_not` for encodings that do not meet a condition, and else no text."""
    return lambda encoding: "" if holds(encoding) else why_not


def _without_order(encoding: Encoding) -> str:
    if encoding.claims("order"):
        return ""
    if encoding.denies("order"):
        return f"order: denied in {encoding.properties['order'].section}"
    return "order: neither claimed nor denied by the specification"


def _not_cut(encoding: Encoding) -> str:
    model = model_of(encoding)
    if model.reach == 1:
        return "cut value: each value is one byte"
    return "" if model.prefix_free else "cut value: one value begins with the bytes of another"


_CHECKS = (
    Check(
        LAYOUT,
        "encode and decode return what the specification's tables give, and reject all other input.",
        around=together(
            _texts, joined.joined_texts, joined.ascii_texts, joined.witnesses, damage.with_absent_bytes, damage.with_lost_units
        ),
        generated=together(
            _more_texts,
            every_value.most_values,
            blocks.values_in_blocks,
            long_texts,
            blocks.blocks,
            ill_formed.in_runs,
            ill_formed.in_a_row,
            ill_formed.at_thresholds,
        ),
        thorough=together(
            every_value.other_values,
            longer_texts,
            blocks.larger_blocks,
            every_value.from_each_state,
            every_value.short_strings,
            every_value.forms_of_others,
            blocks.all_strings_in_each_state,
        ),
    ),
    Check(
        "decode-undoes-encode",
        "Decoding the bytes that encode returned gives the original values.",
        around=lambda inputs: _undone(inputs, inputs.texts),
        generated=lambda inputs: _undone(inputs, texts.of_many_sizes(inputs)),
        relation=relations.decode_undoes_encode,
        from_first=relations.undone,
    ),
    Check(
        "encode-undoes-decode",
        "Encoding the values that decode returned gives the original bytes, unless the specification allows another form.",
        around=_redone,
        relation=relations.encode_undoes_decode,
        from_first=relations.undone,
    ),
    Check("order", "Encoded texts sort as their values do.", around=_ordered, relation=relations.order, why_not=_without_order),
    Check(
        "cut-value-rejected",
        "decode rejects input that ends inside a value, at the offset where that value begins.",
        around=damage.cut_values,
        why_not=_not_cut,
    ),
    Check(
        "chunks",
        "An incremental decoder gives the same outcome however the input is cut into chunks.",
        around=chunks.cut,
        generated=together(chunks.cut_at_random, chunks.cut_more),
        relation=relations.same_in_chunks,
        feature=CHUNKS,
    ),
    Check(
        "empty-pieces",
        "An incremental decoder ignores empty chunks, even at the end of the input.",
        around=chunks.empty_chunks,
        relation=relations.same_in_chunks,
        feature=EMPTY_CHUNKS,
    ),
    Check(
        LEAKS,
        "An operation gives the same outcome whatever operations ran before it.",
        around=state.disturbed,
        generated=together(state.marked, state.interrupted),
        thorough=state.worn,
        relation=relations.same_again,
    ),
    Check(
        "unencodable-values",
        "encode rejects every value that the encoding does not have.",
        around=unencodable.around,
        generated=unencodable.generated,
        thorough=unencodable.thorough,
        why_not=_unless(lambda encoding: encoding.values.complement(), "unencodable values: every natural number can be encoded"),
    ),
    Check(
        "optional-values",
        "A value that an implementation may refuse is refused in a permitted way, or encoded and decoded like any other.",
        around=_optional,
        why_not=_unless(lambda encoding: encoding.optional.values, "optional values: none may be refused"),
    ),
    Check("damage", "Changing or deleting one byte never makes decode crash.", around=damage.damaged),
    Check(GROWTH, "The time of an operation does not grow much faster than the length of its input."),
)

CHECKS: Mapping[str, Check] = {check.name: check for check in _CHECKS}


def served_by(check: str, encoding: str, requirements: Mapping[str, Requirement]) -> tuple[str, ...]:
    """Returns the requirements that a check serves in an encoding."""
    return tuple(
        requirement.id
        for requirement in requirements.values()
        if check in requirement.checks and encoding in requirement.encodings
    )
