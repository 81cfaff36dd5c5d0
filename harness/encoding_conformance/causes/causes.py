"""Finds the causes of the failures of an implementation in an encoding, by asking it again."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from operator import itemgetter

from encoding_conformance.causes.asking.battery import battery, behind_letters, follow_up
from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.asking.thresholds import at_bounds
from encoding_conformance.causes.cases.case import Evidence, Signature, correction
from encoding_conformance.causes.cases.declaration import Outcomes, fitting_declaration
from encoding_conformance.causes.cases.effect import ON_VALUES, Effect
from encoding_conformance.causes.mistakes.adapter import LATE, garbles, is_one_behind, missing, not_supported
from encoding_conformance.causes.mistakes.assignment import assign
from encoding_conformance.causes.mistakes.diagnosis import mistakes
from encoding_conformance.causes.mistakes.fresh import tests
from encoding_conformance.causes.mistakes.mistake import Failure, Mistake, Sign
from encoding_conformance.causes.mistakes.offset import misplacing
from encoding_conformance.causes.rules.rule import Rule, is_plain
from encoding_conformance.causes.telling.broken_requirement import MAP_BOTH_WAYS, agreement, broken, fitting, leading
from encoding_conformance.causes.telling.title import groups, title, with_count
from encoding_conformance.causes.whole.carry_over import depends_on_others, only_after_others
from encoding_conformance.causes.whole.habits import Habit, habits
from encoding_conformance.causes.whole.relative import relative
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.outcome import Ending, Result
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import Cause, LooksLike, Status, Verdict
from encoding_conformance.models import permitted

Order = tuple[bool, int, int, int]
"""What causes are sorted by."""

_PLACED = 200
"""The number of cases at places of a block from which on no more are asked."""

_ROUNDS, _TOLERATED, _OFTEN = 3, 0.1, 0.4
"""The most times that rules are tested, the share of its tests that may contradict a rule before it is learned again, and the
share of them that may have passed if the rule is told."""

_READABLE = 16
"""The size of an input up to which none is preferred for being smaller alone."""


def causes(
    asked: Respondent,
    encodings: Collection[Encoding],
    vectors: Sequence[Vector],
    requirements: Mapping[str, Requirement],
    failed: Sequence[Verdict],
) -> list[Cause]:
    """Returns the causes of failures, the worst first. `vectors` are all vectors of the encoding that were asked, and `failed`
    all verdicts of one implementation in the encoding that are failures or errors. Each of them is explained by exactly one
    cause. The order of the verdicts makes no difference."""
    failed = sorted(failed, key=lambda verdict: verdict.id)
    failures = {verdict.id: _failure(asked, verdict) for verdict in failed}
    examined = [failure for failure in failures.values() if failure]
    kinds = {failure.case.operation.kind for failure in examined}
    again = asked.cases(battery(asked.encoding, vectors, kinds, asked.takes_pieces))
    again += _at_places(asked, examined)
    carried: list[Mistake] = []
    if not is_one_behind(again) and depends_on_others(asked, (*(failure.case for failure in examined), *again)):
        first, again = again, asked.cases([case.operation for case in again])
        carried, examined = only_after_others(asked, examined, first)
    asked.misplacing = misplacing(asked.encoding, again)
    again = [asked.located(case) for case in again]
    examined = [replace(each, case=asked.located(each.case)) for each in examined]
    corrected = correction([*(failure.case for failure in examined), *again])
    again = list(map(corrected, again))
    examined = [replace(each, case=corrected(each.case)) for each in examined]
    known = {case.operation for case in again}
    failing = [case for case in (*(failure.case for failure in examined), *again) if case.signature]
    again += asked.cases([each for each in follow_up(asked.encoding, failing) if each not in known])
    again += at_bounds(asked, again)
    told: list[Cause] = []
    last: list[Cause] = []
    for kind in missing(again):
        unsupported = Signature(kind, Effect.UNSUPPORTED)
        if lacking := [failure for failure in examined if failure.case.signature == unsupported]:
            last.append(_told(lacking, not_supported(kind), MAP_BOTH_WAYS))
        examined = [failure for failure in examined if failure.case.signature != unsupported]
        again = [case for case in again if case.operation.kind != kind]
    if is_one_behind(again) and (late := [failure for failure in examined if not _is_ended(failure)]):
        told.append(_told(late, LATE))
        examined, again = [failure for failure in examined if _is_ended(failure)], []
    elif other := relative(asked, encodings, again):
        related = [failure for failure in examined if other.explains(failure.case)]
        examined = [failure for failure in examined if not other.explains(failure.case)]
        again = [case._replace(signature=None) if other.explains(case) else case for case in again]
        if related:
            looks_like = LooksLike(other.name, len(related), other.missing)
            told.append(_told(related, other.title(asked.encoding), _agreeing(vectors, related), looks_like))
    usual, examined, again = _habitual(asked, vectors, examined, again)
    found = _tested(asked, [failure.case for failure in examined], again)
    explaining = (*assign(asked, found, examined), *carried)
    ordered = [(_order(each), _cause(asked, vectors, requirements, each, again)) for each in explaining]
    told += [cause for _, cause in sorted((*usual, *ordered), key=itemgetter(0))]
    others = [verdict for verdict in failed if not failures[verdict.id]]
    errors = [alone(verdict) for verdict in others if verdict.status == Status.ERROR]
    return [*errors, *told, *last, *(alone(verdict) for verdict in others if verdict.status != Status.ERROR)]


def _agreeing(vectors: Sequence[Vector], failures: Sequence[Failure]) -> str:
    """Returns the id of the requirement that agrees best with failures that have one reason, whatever the values are."""
    results = [failure for failure in failures if isinstance(failure.case.expected, Result)] or failures
    served = sorted({id for each in results for id in each.verdict.requirements})
    return max(served, key=agreement(vectors, results), default="")


def _habitual(
    asked: Respondent, vectors: Sequence[Vector], examined: list[Failure], again: list[Evidence]
) -> tuple[list[tuple[Order, Cause]], list[Failure], list[Evidence]]:
    """Returns the causes that lie in what operations do to whole texts, which are wrong results, each with what it is sorted by;
    and the failures and cases that are left."""
    cases, told = [*(failure.case for failure in examined), *again], list[tuple[Order, Cause]]()
    by_words = defaultdict[str, list[Habit]](list)
    for habit in habits(asked, cases):
        by_words[habit.words].append(habit)
    for words, some in by_words.items():
        explains = [any(habit.explains(failure.case) for habit in some) for failure in examined]
        count = sum(habit.explains(case) for case in cases for habit in some)
        if explained := list(compress(examined, explains)):
            whole = with_count([habit.kind for habit in some], words, count, some[0].advice)
            order = True, list(Effect).index(Effect.WRONG), -len(explained), min(each.case.size for each in explained)
            told.append((order, _told(explained, whole, some[0].requirement or _agreeing(vectors, explained))))
        examined = [failure for failure, is_usual in zip(examined, explains) if not is_usual]
        again = [case for case in again if not any(habit.concerns(case) for habit in some)]
    return told, examined, again


def _tested(asked: Respondent, failed: Sequence[Evidence], again: Sequence[Evidence]) -> list[Mistake]:
    """Returns the mistakes that explain these cases, with rules that were tested. If a rule predicted wrongly, the rules are
    learned again with what came out. A rule that still predicts a mistake where results are often right is not told."""
    again, known = list(again), {case.operation for case in (*failed, *again)}
    told, fresh = set[str](), list[Evidence]()
    for _ in range(_ROUNDS):
        found, wrong = mistakes(asked, failed, again), set[str]()
        for mistake in found:
            tested = asked.cases([each for each in tests(asked.encoding, mistake) if each not in known])
            rule = None if mistake.rule and mistake.rule.subject.is_of_most else mistake.rule
            if rule and _wrongly_predicted(found, mistake, tested) > _TOLERATED * len(tested):
                wrong.add(rule.words)
            again += tested
            fresh += tested
            known |= {case.operation for case in tested}
        if wrong <= told:
            break
        told |= wrong
    else:
        found = mistakes(asked, failed, again)
    for mistake in found:
        rule = mistake.rule
        if rule and (rule.subject.is_of_most or rule.words in told) and _is_often_right(found, mistake, rule, fresh):
            mistake.signs[0], mistake.makes = Sign(mistake.main, None), []
    return found


def _is_often_right(found: Sequence[Mistake], mistake: Mistake, rule: Rule, tested: Sequence[Evidence]) -> bool:
    """Returns whether a rule is true of a kind of values, wherever they stand, and many of these cases passed although it covers
    them."""
    if mistake.main.effect not in ON_VALUES or not (is_plain(rule) or rule.subject.is_of_most):
        return False
    covered = [case for case in tested if case.operation.kind == mistake.main.kind and rule.covers(case)]
    return _passed(found, mistake, covered) > _OFTEN * len(covered)


def _wrongly_predicted(found: Sequence[Mistake], mistake: Mistake, tested: Sequence[Evidence]) -> int:
    """Returns the number of cases that passed although a rule covers them, or show a mistake that no rule predicts there. An
    operation that does wrong with what stands before may have passed by chance."""
    covering = [sign.rule for sign in mistake.signs if sign.rule]
    passed = _passed(found, mistake, [case for case in tested if any(rule.covers(case) for rule in covering)])
    shown = [case for case in tested if case.signature == mistake.main]
    return passed + sum(not any(each.explains(case, by_rule=True) for each in found) for case in shown)


def _passed(found: Sequence[Mistake], mistake: Mistake, cases: Sequence[Evidence]) -> int:
    """Returns the number of cases that passed, without those in which another mistake is made before the part that a rule is
    about."""
    others = [sign.rule for each in found if each is not mistake for sign in each.signs if sign.rule]
    passed = (case._replace(subjects=case.earlier) for case in cases if case.signature is None)
    return sum(not any(rule.covers(before) for rule in others) for before in passed)


def _at_places(asked: Respondent, failures: Sequence[Failure]) -> list[Evidence]:
    """Returns the cases of some failing inputs at each place of a block, if they are right at the beginning of the input."""
    found: list[Evidence] = []
    for failure in failures:
        placed = behind_letters(asked.encoding, failure.case.operation) if len(found) < _PLACED else []
        if not any(case.signature for case in asked.cases(placed[:1])):
            found += asked.cases(placed[1:])
    return found


def _failure(asked: Respondent, verdict: Verdict) -> Failure | None:
    """Returns a failure with its case; None if it is not about the outcome of an operation, or if the outcome is right by
    itself."""
    if verdict.operation is None or verdict.got is None:
        return None
    expected = verdict.expected or permitted(asked.encoding, verdict.operation)
    case = asked.case_of(verdict.operation, expected, verdict.got)
    return Failure(verdict, case) if case and case.signature else None


def _order(mistake: Mistake) -> Order:
    """An adapter that garbles replies comes first, then the worst effect, then the mistake that explains most, then the one with
    the smallest example."""
    return not garbles(mistake), list(Effect).index(mistake.main.effect), -len(mistake.failures), mistake.smallest.size


def _example(failures: Sequence[Failure], best: str, main: Signature | None = None) -> Failure:
    """Returns the failure of the main signature with the smallest input. Of those of about the same size, a vector is preferred
    to a check, one that serves the best requirement to others, and one that was written by hand to an edge case."""

    def order(failure: Failure) -> tuple[bool, int, bool, bool, int, bool, str]:
        id, other = failure.verdict.id, main is not None and failure.case.signature != main
        lacks, size = bool(best) and best not in failure.verdict.requirements, failure.case.size
        about = max(_READABLE, size).bit_length()
        return other, about, id.kind == IdKind.CHECK, lacks, size, id.kind == IdKind.EDGE_CASE, str(id)

    return min(failures, key=order)


def _is_ended(failure: Failure) -> bool:
    """Returns whether an operation ended without an answer, which no other mistake explains."""
    return isinstance(failure.case.got, Ending)


def _cause(
    asked: Respondent,
    vectors: Sequence[Vector],
    requirements: Mapping[str, Requirement],
    mistake: Mistake,
    again: Sequence[Evidence],
) -> Cause:
    fits = fitting(asked.encoding, vectors, requirements, mistake)
    best = leading(asked.encoding, fits, requirements, mistake)
    example = _example(mistake.failures, best, mistake.main)
    if example.case.signature and example.case.signature != mistake.main:
        mistake = replace(mistake, signs=[Sign(example.case.signature, None), *mistake.signs])
    adapter = mistake.main.effect == Effect.BREAKS_THE_PROTOCOL  # what an adapter garbles says nothing about the codec
    requirement = "" if adapter else broken(asked.encoding, fits, best, requirements, mistake, example)
    line = ""
    if mistake.main.effect == Effect.REPLACES:
        line = fitting_declaration(asked.encoding, asked.limits.replacing, *_wrong_and_right(asked, mistake, again))
    told = _told(mistake.failures, title(asked.encoding, mistake), requirement, example=example)
    return told._replace(declaration=line, groups=groups(asked.encoding, mistake))


def _wrong_and_right(asked: Respondent, mistake: Mistake, again: Sequence[Evidence]) -> tuple[Outcomes, Outcomes]:
    """Returns the outcomes of a mistake, and those that are right because the operation is declared to replace. If it is, only
    what was asked again counts, because nothing else of the run that is right is known."""
    wrong = {case.operation: case.got for case in mistake.cases}
    if not asked.limits.replacing.replaces(mistake.main.kind):
        return list(wrong.items()), []
    known = [case for case in again if case.operation.kind == mistake.main.kind and any(each.reason for each in case.subjects)]
    right = [(case.operation, case.got) for case in known if case.signature is None]
    return [(case.operation, case.got) for case in known if case.operation in wrong], right


def _told(
    failures: Sequence[Failure],
    title: str,
    requirement: str = "",
    looks_like: LooksLike | None = None,
    example: Failure | None = None,
) -> Cause:
    """Returns the cause of failures. Without an example, it is the failure that tells most of the requirement."""
    verdict = (example or _example(failures, requirement)).verdict
    ids = (verdict.id, *(each.verdict.id for each in failures if each.verdict is not verdict))
    return Cause(verdict.implementation, verdict.encoding, title, requirement, ids, verdict, looks_like)


def alone(verdict: Verdict) -> Cause:
    """Returns the cause of a failure that is not about an outcome, such as an implementation that does not start. Why that is
    so is no part of the title."""
    broken, told = next(iter(verdict.requirements), ""), verdict.reason
    if verdict.id.kind == IdKind.START:
        told = "it does not start" if verdict.got else "it cannot run"
    return Cause(verdict.implementation, verdict.encoding, told, broken, (verdict.id,), verdict)
