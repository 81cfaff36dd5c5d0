"""Finds what an implementation does wrong only after other operations, of which something is left behind."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from encoding_conformance.causes.asking.battery import neutral
from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.cases.case import Evidence, Signature
from encoding_conformance.causes.cases.effect import FAILURES
from encoding_conformance.causes.mistakes.mistake import Failure, Mistake, Sign
from encoding_conformance.causes.rules.faults import ALL_ILL_FORMED, what
from encoding_conformance.checks import spread
from encoding_conformance.core.operation import Kind, Operation

_REPEATED, _COSTLY, _PROBES = 6, 2, 3
"""The number of the smallest cases of a signature that are repeated, and of the others; of those that end the process; and of
operations after which a letter is asked, each with a fault at the beginning, or behind it."""


def depends_on_others(asked: Respondent, cases: Iterable[Evidence]) -> bool:
    """Returns whether some operations that failed are right when they are asked after letters that leave nothing behind, or
    whether these letters come out wrong. Then the respondent is careful from now on."""
    by_signature: dict[Signature, list[Evidence]] = defaultdict(list)
    for case in cases:
        if case.signature:
            by_signature[case.signature].append(case)
    for signature, failed in by_signature.items():
        failed.sort(key=lambda case: case.size)
        some = failed[:_COSTLY] if signature.effect in FAILURES else [*failed[:_REPEATED], *spread(failed[_REPEATED:], _REPEATED)]
        for case in some:
            repeated = asked.after((), case.operation)
            if repeated is None or asked.restarts or any(not _is_again(each, case) for each in repeated):
                asked.become_careful()
                return True
    return False


def only_after_others(
    asked: Respondent, failures: Sequence[Failure], again: Sequence[Evidence]
) -> tuple[list[Mistake], list[Failure]]:
    """Returns the mistakes that explain failures that do not repeat when they are asked again alone, one for each operation and
    each effect that is no answer, and the failures that do repeat, with their new cases."""
    asked.restarts = 0
    by_operation = {each.case.operation: each.case for each in failures}
    ends = {each: case for each, case in by_operation.items() if case.signature and case.signature.effect in FAILURES}
    answers = asked.one_by_one([each for each in by_operation if each not in ends], however_often=True)
    found = ends | {case.operation: case for case in (*answers, *asked.cases(list(ends)))}
    alike: dict[object, Mistake] = {}
    kept: list[Failure] = []
    for failure in failures:
        case, signature = found.get(failure.case.operation), failure.case.signature
        if case and _is_again(case, failure.case):
            kept.append(Failure(failure.verdict, case) if case.signature else failure)
        elif signature:
            which = signature.kind, signature.effect in FAILURES and signature.effect
            mistake = alike.setdefault(which, Mistake([Sign(signature, None)], repeats=False))
            mistake.failures.append(failure)
    asked.restarts = 0
    for mistake in alike.values():
        mistake.makes = _left_behind(asked, mistake.main.kind, again)
    return list(alike.values()), kept


def _is_again(case: Evidence, failed: Evidence) -> bool:
    """Returns whether a case fails like one before. A run may expect other outcomes than the tables."""
    return case.signature is not None or case.got == failed.got


def _left_behind(asked: Respondent, kind: Kind, again: Sequence[Evidence]) -> list[str]:
    """Returns after which input a letter comes out wrong, in words; none if that is not known."""
    encoding, letter = asked.encoding, neutral(asked.encoding)[kind == Kind.DECODE]
    # What is at fault may be left behind, or what was written or read before it.
    before: dict[str, tuple[list[Operation], list[Operation]]] = defaultdict(lambda: ([], []))
    for case in sorted(again, key=lambda case: case.size):
        is_cut_as_well = case.reason != "truncated" and kind == Kind.DECODE and case.size % encoding.code_unit
        if case.operation.kind == kind and case.size and case.subjects and not is_cut_as_well:
            alike = before[case.reason][case.subjects[-1].before > 0]
            alike += [case.operation] if len(alike) < _PROBES else []
    wrong = [reason for reason, some in before.items() if any(_spoils(asked, each, letter) for each in chain(*some))]
    if not wrong or "" in wrong:
        return []
    return [what(encoding, kind, wrong[0]) if len(wrong) == 1 else ALL_ILL_FORMED[kind]]


def _spoils(asked: Respondent, operation: Operation, letter: Operation) -> bool:
    """Returns whether a letter comes out otherwise than at first directly behind an operation."""
    right = asked.after((), letter)
    return any(case.got not in [each.got for each in right or ()] for case in asked.after((operation,), letter) or ())
