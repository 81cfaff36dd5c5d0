"""The museum: each entry has a model or a reason, and each model has the bug of its entry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest
from project import suite

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.core.judge import judge
from encoding_conformance.core.limits import NO_LIMITS, Per, Replacing, Substitute
from encoding_conformance.core.notation import parse_number
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Encoded
from encoding_conformance.models import permitted
from encoding_conformance.models.replacement import instead
from workshop.museum.entry import MEMORY, Entry, entries
from workshop.museum.found import read
from workshop.museum.models import models
from workshop.museum.plug_in import write
from workshop.runs import run

ELSEWHERE = {"wear", "reuse", "hang", "crash", "growth", "memory"}
"""The classes of bugs that one operation in this process cannot show, or must not."""


def test_each_entry_has_one_model_or_a_reason_to_have_none() -> None:
    in_c = {path.stem for path in MEMORY.glob("*.c")}
    modelled = {entry.id for entry in entries().values() if not entry.unmodelled}
    assert not in_c & models().keys()
    assert in_c | models().keys() == modelled
    assert {entry.encoding for entry in entries().values()} <= suite().encodings.keys()


def test_each_model_was_run_and_each_survivor_is_explained() -> None:
    found = read()
    assert found.keys() == {entry.id for entry in entries().values() if not entry.unmodelled}
    assert {id for id, each in found.items() if not each.failures} == {each.id for each in entries().values() if each.survives}


def test_the_note_of_a_vector_names_the_bugs_with_its_input() -> None:
    inputs = {entry.operation for entry in entries().values()}
    bitten = [each for each in suite().all_vectors if each.operation in inputs and not each.is_edge_case]
    assert bitten
    assert [str(each.id) for each in bitten if "real codec" not in each.note.lower()] == []


def test_a_model_is_wrong_on_the_input_of_its_entry_and_right_on_another() -> None:
    found = [entries()[id] for id in models()]
    shown = [entry for entry in found if entry.operation and entry.kind not in ELSEWHERE]
    assert shown
    assert [entry.id for entry in shown if not is_wrong(entry, entry.operation)] == []
    assert [entry.id for entry in found if all(is_wrong(entry, each) for each in plain(entry.encoding))] == []


def plain(encoding: str) -> Iterator[Operation]:
    for value in (0x61, 0x0):
        yield Encode(encoding, (value,))
        for expected in permitted(suite().encodings[encoding], Encode(encoding, (value,))):
            if isinstance(expected, Encoded):
                yield Decode(encoding, expected.value)


def is_wrong(entry: Entry, operation: Operation) -> bool:
    outcome = InProcess(models()[entry.id]()).ask(operation)
    encoding = suite().encodings[entry.encoding]
    expected = instead(encoding, operation, permitted(encoding, operation), replacing(entry))
    return judge(encoding, operation, expected, outcome, NO_LIMITS).status.is_bad


def replacing(entry: Entry) -> Replacing:
    stated = entry.declared.get("replaces", {})
    decode = stated.get("decode")
    return Replacing(
        Substitute(parse_number(decode["value"]), Per(decode["per"])) if decode else None,
        parse_number(stated["encode"]["value"]) if "encode" in stated else None,
    )


@pytest.mark.slow
@pytest.mark.skipif(not which("cc"), reason="a C compiler is not there")
def test_the_half_that_a_model_in_c_lacks_is_sound(tmp_path: Path) -> None:
    in_c = {entry.encoding: entry for entry in entries().values() if entry.source.is_file()}
    folders = [write(tmp_path / encoding, entry) for encoding, entry in in_c.items()]
    for folder in folders:
        (folder / "model.c").write_text("", encoding="utf-8")
    found = run(folders, 1)
    assert {name: each.failures for name, each in found.items()} == {folder.name: {} for folder in folders}
    assert all(each.passes > 100 for each in found.values())
