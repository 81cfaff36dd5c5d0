"""A Kim decoder of docs/running.md without two checks, of which one concerns two requirements."""

from __future__ import annotations

from diagnosed import asking
from project import suite
from quick_kim import CODEC

from encoding_conformance.causes.causes import causes
from encoding_conformance.core.identity import Id
from encoding_conformance.core.verdict import Status
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.testing.items import of_object


def test_each_requirement_that_is_not_checked_is_a_cause() -> None:
    subject, known = of_object("quick-kim", VECTORS, "kim", CODEC), suite()
    asked = [subject.verdict(id) for id in subject.ids]
    failed = [verdict for verdict in asked if verdict.status == Status.FAIL]
    found = causes(asking("kim", CODEC), [*known.encodings.values()], known.vectors_of("kim"), known.requirements, failed)
    assert [cause.title.partition(" (")[0] for cause in found] == [
        "decode accepts a value of too many bytes",
        "decode accepts input that ends inside a value, and ends there",
        "decode accepts a value above 10FFFF",
    ]
    assert sum(len(cause.explains) for cause in found) == len(failed)
    assert found[1].example.id == Id("kim", "vector", "truncated-after-one-byte")
