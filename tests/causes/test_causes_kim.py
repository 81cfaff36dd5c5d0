"""A Kim decoder with the two mistakes of docs/running.md: each is told once, and in the words of a person."""

from __future__ import annotations

from quick_kim import CODEC

from encoding_conformance.causes.causes import causes
from encoding_conformance.core.identity import Id
from encoding_conformance.core.verdict import Status
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.testing.subject import of_object, suite


def test_two_mistakes_are_two_causes() -> None:
    subject = of_object("quick-kim", VECTORS, "kim", CODEC)
    asked = [subject.verdict(id) for id in subject.ids]
    failed = [verdict for verdict in asked if verdict.status == Status.FAIL]
    found = causes(suite().encodings["kim"], list(suite().vectors_of("kim")), failed)
    assert [cause.title for cause in found] == [
        "decode has no upper limit: it accepts values above 10FFFF",
        "decode accepts input that ends inside a value",
    ]
    assert sum(len(cause.explains) for cause in found) == len(failed)
    assert found[1].example.id == Id("kim", "vector", "truncated-after-one-byte")
