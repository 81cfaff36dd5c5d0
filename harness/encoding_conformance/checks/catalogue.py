"""All checks, by name, with their laws and the encodings to which they apply."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from encoding_conformance.checks import bytes_used, ill_formed, order, round_trips, state
from encoding_conformance.checks.law import Law
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import CHUNKS, EMPTY_PIECES
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.models import model_of

LAYOUT = "layout"
"""The check that the bytes are those of the tables, on which what a run proves depends."""

GROWTH = "growth"
"""The check of the time that operations take. It has no laws, because the time of an operation is no outcome."""

LEAKS = "no-state-leaks"
"""The check that no state is left over. Its laws permit what came before the operation that broke them."""


@dataclass(frozen=True)
class Check:
    """Laws that have one name. `laws` has one law for each kind of input that it gets (see `inputs`). `why_not` says why
    the check does not apply to an encoding, and is empty if it does. The testee must have the `feature`. An exhaustive
    run sweeps the laws for which `swept` holds. `summary` says what several laws demand together."""

    name: str
    laws: tuple[tuple[str, Law], ...]
    why_not: Callable[[Encoding], str] = lambda encoding: ""
    summary: str = ""
    feature: str = ""
    swept: Callable[[Encoding], bool] = lambda encoding: False

    @property
    def text(self) -> str:
        """What the check demands, in a sentence."""
        return self.summary or str(self.laws[0][1].work.__doc__)


def _where(holds: Callable[[Encoding], object], why_not: str) -> Callable[[Encoding], str]:
    """Returns a condition for checks of encodings of which something holds, and else the reason why they do not apply."""
    return lambda encoding: "" if holds(encoding) else why_not


def _where_stated(attribute: str) -> Callable[[Encoding], str]:
    """Returns a condition for checks of encodings that state this attribute."""
    return _where(attrgetter(attribute), f"{attribute.replace('_', ' ')}: the encoding states none")


def _where_claimed(name: str) -> Callable[[Encoding], str]:
    """Returns a condition for checks of encodings whose specification claims a property."""

    def why_not(encoding: Encoding) -> str:
        if encoding.claims(name):
            return ""
        if encoding.denies(name):
            return f"not {name}: denied in {encoding.properties[name].section}"
        return f"{name}: neither claimed nor denied by the specification"

    return why_not


def _denied(property: str, law: Law) -> Check:
    """Returns a check of the witness with which a specification denies a property."""
    denied = _where(lambda encoding: encoding.denies(property), f"{property}: not denied by the specification")
    return Check(law.name, law.on("witness"), denied)


_CHECKS = (
    Check("decode-undoes-encode", round_trips.decode_undoes_encode.on("values", "long", "sized")),
    Check("encode-undoes-decode", round_trips.encode_undoes_decode.on("bytes")),
    Check(
        LAYOUT,
        round_trips.written_as_in_the_table.on("values", "walk") + round_trips.read_as_in_the_table.on("bytes", "near-miss"),
        summary="The bytes are those of the specification's tables, and nothing else is well-formed.",
        swept=lambda encoding: True,
    ),
    Check(
        "same-bytes",
        order.bytes_of_another.on("values", "walk") + order.read_as_in_another.on("bytes"),
        _where_stated("same_bytes_as"),
        "Values have the same bytes as in the other encoding that the specification names.",
    ),
    Check("same-order", order.order_of_another.on("pair"), _where_stated("same_order_as")),
    Check("order", order.order.on("pair"), _where_claimed("order")),
    _denied("order", order.order_denied),
    Check(
        "cut-value-rejected",
        ill_formed.cut_value_rejected.on("values"),
        _where(lambda encoding: model_of(encoding).prefix_free, "cut value: the code of a value is the beginning of another"),
    ),
    Check("concatenation", state.concatenation.on("pair"), _where_claimed("stateless")),
    _denied("stateless", state.stateless_denied),
    Check(
        "chunks",
        state.every_cut_of_bytes.on("bytes")
        + state.every_cut_of_values.on("values")
        + state.byte_by_byte.on("cut")
        + state.cut_in_blocks.on("cut-in-blocks"),
        summary="An incremental decoder gives the same however the input is cut.",
        feature=CHUNKS,
    ),
    Check(
        "empty-pieces",
        state.empty_pieces.on("bytes") + state.empty_pieces_of_values.on("values"),
        summary="An incremental decoder ignores empty pieces, even at the end.",
        feature=EMPTY_PIECES,
    ),
    Check(
        LEAKS,
        state.no_state_leaks.on("disturbed") + state.no_wear.on("worn"),
        summary="An operation gives the same whatever was asked before it.",
    ),
    Check(
        "absent-bytes",
        bytes_used.absent_from_encoded.on("values")
        + bytes_used.absent_from_decoded.on("bytes")
        + bytes_used.absent_among_others.on("values"),
        _where_stated("absent_bytes"),
        "Bytes that must never occur are never written, and are rejected.",
    ),
    Check("own-bytes", bytes_used.own_bytes.on("values"), _where_stated("own_bytes")),
    Check("length-bounds", bytes_used.length_bounds.on("values"), _where_stated("lengths")),
    Check("ascii-transparency", bytes_used.ascii_transparency.on("values"), _where_claimed("ascii-transparent")),
    _denied("ascii-transparent", bytes_used.ascii_transparent_denied),
    _denied("canonical", round_trips.canonical_denied),
    Check(
        "unencodable-values",
        ill_formed.unencodable_values.on("unencodable", "alone"),
        _where(lambda encoding: encoding.values.complement(), "unencodable values: every natural number can be encoded"),
        swept=lambda encoding: True,
    ),
    Check("line-independence", state.line_independence.on("lines"), _where_stated("resets")),
    Check("joiner", state.joiner.on("pair"), _where_stated("joiner")),
    Check("joined-without-reset", state.joined_without_reset.on("pair"), _where_stated("keep_state")),
    _denied("order-of-joined", order.order_of_joined_denied),
    Check(
        "optional-values",
        round_trips.decode_undoes_encode.on("optional") + round_trips.written_as_in_the_table.on("optional"),
        _where(attrgetter("optional.values"), "optional values: none may be refused"),
        "A value that may be refused is refused as such, or encoded and decoded like any other.",
    ),
    Check("resynchronization", ill_formed.resynchronization.on("values"), _where_claimed("self-synchronizing")),
    Check("no-false-match", ill_formed.no_false_match.on("pair"), _where_claimed("self-synchronizing")),
    _denied("self-synchronizing", ill_formed.self_synchronizing_denied),
    Check("damage", ill_formed.damage.on("values")),
    Check(
        GROWTH,
        (),
        summary="The time of an operation does not grow much faster than the length of its input.",
    ),
    Check("lost-unit", ill_formed.lost_unit.on("values"), _where_claimed("robust")),
)

CHECKS: Mapping[str, Check] = {check.name: check for check in _CHECKS}


def served_by(check: str, encoding: str, requirements: Mapping[str, Requirement]) -> tuple[str, ...]:
    """Returns the requirements that a check serves in an encoding."""
    return tuple(
        requirement.id
        for requirement in requirements.values()
        if check in requirement.checks and encoding in requirement.encodings
    )
