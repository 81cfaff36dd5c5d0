"""The machine of an encoding accepts the same bytes as its tables."""

from __future__ import annotations

from random import Random

import pytest
from project import suite

from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.models import model_of
from encoding_conformance.models.state_machine import End, Machine, Target, machine_of


def well_formed_up_to(machine: Machine, data: bytes) -> tuple[int | None, bool]:
    """Returns where the first ill-formed code begins, which may also be one that is not finished, and whether a code before
    is silent."""
    state, start, silent = 0, 0, False
    for offset, byte in enumerate(data):
        target = machine.targets[state][byte]
        if target is End.ILL_FORMED:
            return start, silent
        state = target if isinstance(target, int) else 0
        if isinstance(target, End):
            start, silent = offset + 1, silent or target is End.SILENT
    return (start if state else None), silent


@pytest.mark.parametrize("id", ["utf-8", "modified-utf-8", "utf-16-le", "kim-count", "bocu-1", "iso-8859-3", "utf-inf-8"])
def test_a_machine_accepts_what_the_tables_accept(id: str) -> None:
    """Codes of the initial state are read one by one; in stateless encodings also many in a row."""
    encoding, random = suite().encodings[id], Random(0)
    machine, model = machine_of(encoding), model_of(encoding)
    pools = [machine.edges, bytes(range(0x100)), *machine.classes]
    for _ in range(1000):
        data = bytes(random.choice(random.choice(pools)) for _ in range(random.choice((1, 2, 3, 4, 6, 9))))
        first = next(model.reading(data))
        if not encoding.claims("stateless"):
            data = data[: len(first.sequence)]
        start, silent = well_formed_up_to(machine, data)
        outcome, *others = model.decode(data)
        assert isinstance(outcome, Decoded) == (start is None), data.hex(" ")
        if isinstance(outcome, Rejection) and outcome.offset is not None:
            assert outcome.offset == start, data.hex(" ")
        assert not (others and start is None) or silent


@pytest.mark.parametrize(
    ("id", "states", "classes"),
    [
        ("ascii", 1, 2),  # 7F and less; 80 and more
        ("cp437", 1, 1),
        # Begun by nothing, C0, C2..DF, E0, E1..EF; 00 with C1 and F0..FF, 01..7F, 80, 81..9F, A0..BF, C0, C2..DF, E0, E1..EF. A
        # pair is two codes here, because that of its high surrogate is one by itself.
        ("modified-utf-8", 5, 9),
        ("utf-16-be", 4, 3),  # a half unit, a high half unit, a high surrogate; D8..DB, DC..DF, all other bytes
        ("kim-count", 3, 3),  # only zeros so far, which may be unnecessary; 80, 81 to FF, and the last bytes
    ],
)
def test_a_machine_is_as_small_as_derived_by_hand(id: str, states: int, classes: int) -> None:
    machine = machine_of(suite().encodings[id])
    assert (len(machine.access), len(machine.classes)) == (states, classes)


def test_the_machine_of_utf_8_has_the_well_formed_sequences() -> None:
    """Notes, UTF-8: the rows, without overlong forms, surrogates and values above 10FFFF. After each beginning, the first and
    last byte that may follow."""
    machine = machine_of(suite().encodings["utf-8"])
    following = [[byte for byte, target in enumerate(row) if target is not End.ILL_FORMED] for row in machine.targets]
    assert {access.hex(): (bytes_[0], bytes_[-1]) for access, bytes_ in zip(machine.access, following)} == {
        "": (0x00, 0xF4),
        "c2": (0x80, 0xBF),
        "e0": (0xA0, 0xBF),
        "e1": (0x80, 0xBF),
        "ed": (0x80, 0x9F),
        "f0": (0x90, 0xBF),
        "f1": (0x80, 0xBF),
        "f4": (0x80, 0x8F),
    }


@pytest.mark.parametrize("id", ["utf-8", "utf-16-be", "kim-count"])
def test_identifiers_distinguish_each_state_from_all_others(id: str) -> None:
    machine = machine_of(suite().encodings[id])

    def end(state: int, suffix: bytes) -> Target | None:
        for used, byte in enumerate(suffix):
            target = machine.targets[state][byte]
            if isinstance(target, End):
                return target if used + 1 == len(suffix) else End.ILL_FORMED
            state = target
        return End.ILL_FORMED if state else End.COMPLETE

    for state, identifiers in enumerate(machine.identifiers):
        for other in range(len(machine.access)):
            assert other == state or any(end(state, each) != end(other, each) for each in identifiers)
