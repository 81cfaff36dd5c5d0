"""Finds the test vectors and checks that serve each requirement of a suite."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from encoding_conformance.checks.catalogue import CHECKS, served_by
from encoding_conformance.core.requirement import Service
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files.problems import DataProblem
from encoding_conformance.data_files.suite import NOTHING, Suite


def services(suite: Suite, base: Suite = NOTHING) -> list[Service]:
    """Returns the vectors and checks that serve each requirement that the suite adds to its base. Loads only the vectors of their
    encodings. These are in the order of their files and lines."""
    requirements = [each for id, each in suite.requirements.items() if id not in base.requirements]
    encodings = dict.fromkeys(id for requirement in requirements for id in requirement.encodings)
    vectors = chain.from_iterable(map(suite.vectors_of, encodings))
    named: dict[str, list[Vector]] = defaultdict(list)
    for vector in sorted(vectors, key=lambda vector: vector.location):
        for id in vector.requirements:
            named[id].append(vector)
    result = []
    for requirement in requirements:
        bound = [suite.encodings[id] for id in requirement.encodings]
        applying = (name for name in requirement.checks if not all(CHECKS[name].why_not(encoding) for encoding in bound))
        result.append(Service(requirement, tuple(named[requirement.id]), tuple(applying)))
    return result


def service_problems(suite: Suite, base: Suite = NOTHING) -> Iterator[DataProblem]:
    """Yields the problems of what the suite adds to its base: requirements that nothing serves, checks that are named but do not
    apply, and checks that serve no requirement."""
    for service in services(suite, base):
        requirement = service.requirement
        if not service.vectors and not service.checks:
            message = f"no vector and no check serves requirement {requirement.id}; write one"
            yield DataProblem(requirement.location, message)
        for name in requirement.checks:
            if name not in service.checks:
                bound = requirement.encodings
                why_not = CHECKS[name].why_not(suite.encodings[bound[0]]) if bound else "it has no encodings"
                message = f"check {name} applies to none of its encodings ({why_not}); take it out"
                yield DataProblem(requirement.location, f"{requirement.id}: {message}")
    for encoding in [each for id, each in suite.encodings.items() if id not in base.encodings]:
        for check in CHECKS.values():
            if not check.why_not(encoding) and not served_by(check.name, encoding.id, suite.requirements):
                message = f"check {check.name} of {encoding.id} serves no requirement; name it in the checks of one"
                yield DataProblem(encoding.location, message)
