"""Laws have names of their own: what is stored does not depend on what their functions are called."""

from __future__ import annotations

import json

import pytest
from encoding_conformance.checks.inputs.kinds import InputSource
from encoding_conformance.checks.law import Law
from encoding_conformance.fuzz.law_inputs import laws_of
from project import suite

from encoding_conformance.checks import tape
from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.core.limits import NO_LIMITS

LAWS = [law for check in CHECKS.values() for _, law in check.laws]


def test_one_name_is_of_one_law() -> None:
    by_name: dict[str, set[Law]] = {}
    for law in LAWS:
        by_name.setdefault(law.name, set()).add(law)
    assert {name: laws for name, laws in by_name.items() if len(laws) > 1} == {}


def test_a_law_of_a_check_is_fed_with_a_kind_of_inputs_once() -> None:
    for check in CHECKS.values():
        pairs = [(law.name, kind) for kind, law in check.laws]
        assert len(set(pairs)) == len(pairs), check.name


def test_the_names_that_are_stored_are_these() -> None:
    """A finding from last year names one of them. Who changes this list makes it useless."""
    assert {law.name for law in LAWS} >= {
        "decode-undoes-encode",
        "encode-undoes-decode",
        "written-as-in-the-table",
        "read-as-in-the-table",
        "byte-by-byte",
        "no-state-leaks",
        "order",
    }


def test_renaming_functions_changes_nothing_that_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    encoding = suite().encodings["ascii"]

    def stored() -> str:
        ids = list(laws_of(encoding))
        made = tape.record(InputSource(encoding, NO_LIMITS, (), 0))
        return json.dumps([ids, list(made.laws)])

    before = stored()
    for law in LAWS:
        monkeypatch.setattr(law.work, "__name__", "renamed")
        monkeypatch.setattr(law.work, "__qualname__", "renamed")
    assert stored() == before
