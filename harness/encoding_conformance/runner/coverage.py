"""Finds the vectors and checks that serve each requirement, and the requirements that nothing serves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import chain

from encoding_conformance.checks.catalogue import CHECKS, served_by
from encoding_conformance.core.requirement import Requirement, Service
from encoding_conformance.core.vector import Vector
from encoding_conformance.specification.faults import DataFault
from encoding_conformance.specification.suite import NOTHING, Suite


def services(suite: Suite) -> list[Service]:
    """What serves each requirement. Vectors are in the order of their files and lines."""
    return _services(suite, suite.requirements.values())


def _services(suite: Suite, requirements: Collection[Requirement]) -> list[Service]:
    """What serves these requirements. Only the vectors of their encodings are loaded."""
    encodings = dict.fromkeys(id for requirement in requirements for id in requirement.encodings)
    vectors = chain.from_iterable(map(suite.vectors_of, encodings))
    named: dict[str, list[Vector]] = defaultdict(list)
    for vector in sorted(vectors, key=lambda vector: vector.location):
        for id in vector.requirements:
            named[id].append(vector)
    return [
        Service(requirement, tuple(named[requirement.id]), tuple(_applying(suite, requirement))) for requirement in requirements
    ]


def faults(suite: Suite, base: Suite = NOTHING) -> Iterator[DataFault]:
    """Faults: requirements that nothing serves, checks that are named but do not apply, and checks that serve no requirement.
    Only what the suite adds to its base is examined."""
    for service in _services(suite, [each for id, each in suite.requirements.items() if id not in base.requirements]):
        requirement = service.requirement
        if not service.vectors and not service.checks:
            message = f"requirement {requirement.id} is served by no vector and no check; write one"
            yield DataFault(requirement.location, message)
        for name in requirement.checks:
            if name not in service.checks:
                bound = requirement.encodings
                why_not = CHECKS[name].applies(suite.encodings[bound[0]]) if bound else "there are none"
                message = f"check {name} applies to none of its encodings ({why_not}); take it out"
                yield DataFault(requirement.location, f"{requirement.id}: {message}")
    for encoding in [each for id, each in suite.encodings.items() if id not in base.encodings]:
        for check in CHECKS.values():
            if not check.applies(encoding) and not served_by(check.name, encoding.id, suite.requirements):
                what = f"check {check.name} of {encoding.id} serves no requirement"
                yield DataFault(encoding.location, f"{what}; name it in the checks of one")


def _applying(suite: Suite, requirement: Requirement) -> Iterator[str]:
    for name in requirement.checks:
        if any(not CHECKS[name].applies(suite.encodings[id]) for id in requirement.encodings):
            yield name
