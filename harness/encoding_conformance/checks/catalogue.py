"""All checks, by name, with their laws and the encodings to which they apply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from encoding_conformance.checks import bytes_used, ill_formed, joining, order, round_trips, state, synchronization
from encoding_conformance.checks.law import Law
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import CHUNKS, EMPTY_PIECES
from encoding_conformance.core.requirement import Requirement

LEAKS = "no-state-leaks"
"""The check that no state is left over. Its laws permit what came before the operation that broke them."""


@dataclass(frozen=True)
class Check:
    """Laws that have one name. `laws` has one law for each kind of input that it gets (see `inputs`). `applies` says why
    the check does not apply to an encoding, and is empty if it does. The testee must have the `feature`. An exhaustive
    run sweeps the laws for which `swept` holds."""

    name: str
    text: str
    laws: tuple[tuple[str, Law], ...]
    applies: Callable[[Encoding], str]
    feature: str = ""
    swept: Callable[[Encoding], bool] = lambda encoding: False


def always(encoding: Encoding) -> str:
    """Says that a check applies to every encoding."""
    return ""


def _where_claimed(name: str) -> Callable[[Encoding], str]:
    """Returns a condition for checks of encodings whose specification claims a property."""

    def applies(encoding: Encoding) -> str:
        if encoding.claims(name):
            return ""
        if encoding.denies(name):
            return f"not {name}: denied in {encoding.properties[name].section}"
        return f"{name}: neither claimed nor denied by the specification"

    return applies


def _denied(name: str, property: str, text: str, law: Law) -> Check:
    """Returns a check of the witness with which a specification denies a property."""
    return Check(
        name,
        f"A witness shows {text}.",
        (("witness", law),),
        _where(lambda encoding: encoding.denies(property), f"{property}: not denied by the specification"),
    )


def _where(holds: Callable[[Encoding], object], why_not: str) -> Callable[[Encoding], str]:
    """Returns a condition for checks of encodings of which something holds, and else the reason why they do not apply."""
    return lambda encoding: "" if holds(encoding) else why_not


def _where_stated(attribute: str) -> Callable[[Encoding], str]:
    """Returns a condition for checks of encodings that state this attribute."""
    return _where(attrgetter(attribute), f"{attribute.replace('_', ' ')}: the encoding states none")


def _no_tables(encoding: Encoding) -> bool:
    """Returns whether the encoding has no table. If it has one, the layout check, which goes both ways, is swept instead."""
    return not encoding.tables


_CHECKS = (
    Check(
        "decode-undoes-encode",
        "Decoding what encode gave gives the same values.",
        tuple((kind, round_trips.decode_undoes_encode) for kind in ("values", "long", "sized")),
        always,
        swept=_no_tables,
    ),
    Check(
        "encode-undoes-decode",
        "Encoding what decode accepted gives the same bytes, unless the specification allows another form.",
        (("bytes", round_trips.encode_undoes_decode),),
        always,
        swept=_no_tables,
    ),
    Check(
        "layout",
        "The bytes are those of the specification's tables, and nothing else is well-formed.",
        (
            ("values", round_trips.written_as_in_the_table),
            ("walk", round_trips.written_as_in_the_table),
            ("bytes", round_trips.read_as_in_the_table),
            ("near-miss", round_trips.read_as_in_the_table),
        ),
        _where(attrgetter("tables"), "layout: the encoding states no table"),
        swept=lambda encoding: True,
    ),
    Check(
        "same-bytes",
        "Values have the same bytes as in the other encoding that the specification names.",
        (("values", order.bytes_of_another), ("walk", order.bytes_of_another), ("bytes", order.read_as_in_another)),
        _where_stated("same_bytes_as"),
    ),
    Check(
        "same-order",
        "Values sort as in the other encoding that the specification names.",
        (("pair", order.order_of_another),),
        _where_stated("same_order_as"),
    ),
    Check("order", "Bytes sort as values do.", (("pair", order.order),), _where_claimed("order")),
    _denied("order-denied", "order", "that bytes do not sort as values do", order.order_denied),
    Check(
        "cut-value-rejected",
        "Input that is cut inside a value is rejected where that value begins.",
        (("values", ill_formed.cut_value_rejected),),
        always,
    ),
    Check(
        "concatenation",
        "Two sequences together have the bytes of the first, followed by those of the second.",
        (("pair", joining.concatenation),),
        _where_claimed("stateless"),
    ),
    _denied("stateless-denied", "stateless", "that the bytes of a value depend on what came before", joining.stateless_denied),
    Check(
        "chunks",
        "An incremental decoder gives the same however the input is cut.",
        (("bytes", state.every_cut_of_bytes), ("values", state.every_cut_of_values), ("cut", state.byte_by_byte)),
        always,
        feature=CHUNKS,
    ),
    Check(
        "empty-pieces",
        "An incremental decoder ignores empty pieces, even at the end.",
        (("bytes", state.empty_pieces), ("values", state.empty_pieces_of_values)),
        always,
        feature=EMPTY_PIECES,
    ),
    Check(
        LEAKS,
        "An operation gives the same whatever was asked before it.",
        (("disturbed", state.no_state_leaks), ("worn", state.no_wear)),
        always,
    ),
    Check(
        "absent-bytes",
        "Bytes that must never occur are never written, and are rejected.",
        (
            ("values", bytes_used.absent_from_encoded),
            ("bytes", bytes_used.absent_from_decoded),
            ("values", bytes_used.absent_among_others),
        ),
        _where_stated("absent_bytes"),
    ),
    Check(
        "own-bytes",
        "Bytes that stand only for themselves occur in the encoding of no other value.",
        (("values", bytes_used.own_bytes),),
        _where_stated("own_bytes"),
    ),
    Check(
        "length-bounds",
        "A value has as many bytes as the specification says.",
        (("values", bytes_used.length_bounds),),
        _where_stated("lengths"),
    ),
    Check(
        "ascii-transparency",
        "ASCII text has its own bytes.",
        (("values", bytes_used.ascii_transparency),),
        _where_claimed("ascii-transparent"),
    ),
    _denied(
        "ascii-transparent-denied",
        "ascii-transparent",
        "that ASCII text has other bytes",
        bytes_used.ascii_transparent_denied,
    ),
    _denied("canonical-denied", "canonical", "that a value has more than one form", round_trips.canonical_denied),
    Check(
        "unencodable-values",
        "encode rejects every value that the encoding does not have.",
        (("unencodable", ill_formed.unencodable_values), ("alone", ill_formed.unencodable_values)),
        _where(lambda encoding: encoding.values.complement(), "unencodable values: every natural number can be encoded"),
        swept=lambda encoding: True,
    ),
    Check(
        "line-independence",
        "What follows a reset has the same bytes as it has alone.",
        (("lines", joining.line_independence),),
        _where_stated("resets"),
    ),
    Check(
        "joiner",
        "Two streams with the reset byte between them decode as one.",
        (("pair", joining.joiner),),
        _where_stated("joiner"),
    ),
    Check(
        "joined-without-reset",
        "If two texts are joined without a reset, only the first value of the second that sets the state has other bytes.",
        (("pair", joining.joined_without_reset),),
        _where_stated("keep_state"),
    ),
    _denied(
        "order-of-joined-denied",
        "order-of-joined",
        "that bytes with the reset byte do not sort as values do",
        order.order_of_joined_denied,
    ),
    Check(
        "optional-values",
        "A value that may be refused is refused as such, or encoded and decoded like any other.",
        (("optional", round_trips.decode_undoes_encode), ("optional", round_trips.written_as_in_the_table)),
        _where(attrgetter("optional.values"), "optional values: none may be refused"),
    ),
    Check(
        "resynchronization",
        "Lead units show where values begin, and decoding can start at each of them.",
        (("values", synchronization.resynchronization),),
        _where_claimed("self-synchronizing"),
    ),
    Check(
        "no-false-match",
        "A search for a value's bytes finds that value only.",
        (("pair", synchronization.no_false_match),),
        _where_claimed("self-synchronizing"),
    ),
    _denied(
        "self-synchronizing-denied",
        "self-synchronizing",
        "a search that finds what is not there",
        synchronization.self_synchronizing_denied,
    ),
    Check("damage", "Changing or deleting one byte never makes decode crash.", (("values", ill_formed.damage),), always),
    Check(
        "lost-unit",
        "If a code unit is lost, only the value that it belonged to is lost.",
        (("values", synchronization.lost_unit),),
        _where_claimed("robust"),
    ),
)

CHECKS: Mapping[str, Check] = {check.name: check for check in _CHECKS}


def served_by(check: str, encoding: str, requirements: Mapping[str, Requirement]) -> tuple[str, ...]:
    """Returns the requirements that a check serves in an encoding."""
    return tuple(
        requirement.id
        for requirement in requirements.values()
        if check in requirement.checks and encoding in requirement.encodings
    )
