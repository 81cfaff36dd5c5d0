"""Finds the causes of the failures of an implementation in an encoding, by running it again.

First, predictions are tested. What they leave is grouped by operation, effect and reason, and a statement is learned of which
inputs each group is true. Then each failure of the run goes to the mistake that explains it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from encoding_conformance.causes.battery import FAR, battery, neighbours, of_text
from encoding_conformance.causes.bounds import at_bounds, letters
from encoding_conformance.causes.broken_requirement import broken
from encoding_conformance.causes.effect import FAILURES, Effect
from encoding_conformance.causes.isolation import depends_on_others, only_after_others
from encoding_conformance.causes.learner import statements
from encoding_conformance.causes.mistake import Failure, Mistake, assign, joined
from encoding_conformance.causes.part import InputPart, parts, readings, with_input
from encoding_conformance.causes.prediction import Held, held
from encoding_conformance.causes.predictions import late, predictions
from encoding_conformance.causes.reruns import Reruns
from encoding_conformance.causes.title import title
from encoding_conformance.causes.trial import Trial, trial_of
from encoding_conformance.checks.special_values import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.limits import REJECTS, Replacing, line_of
from encoding_conformance.core.operation import Kind, Operation
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import Cause, LooksLike, Status, Verdict
from encoding_conformance.models import permitted

_CUT_DOWN = 4
"""The most groups of which a long input is cut down."""

_READABLE = 16
"""The size of an input up to which none is preferred for being smaller alone."""


def causes(
    rerun: Reruns,
    encodings: Collection[Encoding],
    vectors: Sequence[Vector],
    requirements: Mapping[str, Requirement],
    failed: Sequence[Verdict],
) -> list[Cause]:
    """Returns the causes of failures, the worst first. `vectors` are all vectors of the encoding that were run, and `failed` all
    verdicts of one implementation in the encoding that are failures or errors. Each of them is explained by exactly one cause.
    The order of the verdicts makes no difference."""
    failed = sorted(failed, key=lambda verdict: verdict.id)
    found = {verdict.id: _failure(rerun, verdict) for verdict in failed}
    mistakes = _mistakes(rerun, encodings, vectors, [failure for failure in found.values() if failure])
    mistakes.sort(key=_order)
    line = _declaration(rerun, mistakes)
    explained = [_cause(rerun.encoding, vectors, requirements, each, line) for each in mistakes]
    others = [verdict for verdict in failed if found[verdict.id] is None]
    errors = [alone(verdict) for verdict in others if verdict.status == Status.ERROR]
    return [*errors, *explained, *(alone(verdict) for verdict in others if verdict.status != Status.ERROR)]


def _failure(rerun: Reruns, verdict: Verdict) -> Failure | None:
    """Returns a failure with its trial; None if it is not about the outcome of an operation, or if that is right by itself."""
    if verdict.operation is None or verdict.got is None:
        return None
    expected = verdict.expected or permitted(rerun.encoding, verdict.operation)
    trial = trial_of(rerun.encoding, verdict.operation, expected, verdict.got, rerun.limits.replacing)
    return Failure(verdict, trial) if trial and trial.effect else None


def _mistakes(
    rerun: Reruns, encodings: Collection[Encoding], vectors: Sequence[Vector], failures: Sequence[Failure]
) -> list[Mistake]:
    """Returns the mistakes that explain these failures."""
    kinds = {failure.trial.kind for failure in failures}
    operations = battery(rerun.encoding, vectors, kinds, rerun.takes_chunks)
    trials = rerun.trials(operations)
    known_predictions = [late(trials), *predictions(rerun.encoding, encodings)]
    carried: list[Mistake] = []
    own = [failure.trial for failure in failures]
    if not any(held(known_predictions[:1], trials)) and depends_on_others(rerun, [*own, *trials]):
        carried, failures = only_after_others(rerun, failures)
        trials = rerun.trials(operations)
    known = {trial.operation for trial in trials}
    trials += [trial for failure in failures if (trial := failure.trial).operation not in known]
    trials += _of_passed_vectors(rerun, vectors, {failure.trial.operation for failure in failures} | known)
    found = list(held(known_predictions, trials))
    mistakes = [_predicted(each, trials) for each in found]
    trials = _unpredicted(trials, found)
    near = neighbours(rerun.encoding, [trial for trial in trials if trial.effect])
    more = rerun.trials([each for each in near if each not in known]) + _cut_down(rerun, trials)
    more += at_bounds(rerun, [*trials, *more])
    mistakes += _learned(rerun.encoding, [*trials, *_unpredicted(more, found)], [each for one in mistakes for each in one.trials])
    return [*joined(assign(rerun.encoding, mistakes, failures)), *carried]


def _of_passed_vectors(rerun: Reruns, vectors: Sequence[Vector], known: Collection[Operation]) -> list[Trial]:
    """Returns the trials of the short vectors that passed, which cost nothing."""
    some = [each for each in vectors if len(each.permitted) == 1 and len(each.operation.input) <= FAR]
    passed = [each for each in some if each.operation not in known and not rerun.limits.replacing.replaces(each.operation.kind)]
    found = [trial_of(rerun.encoding, each.operation, each.permitted, each.permitted[0], REJECTS) for each in passed]
    return [trial for trial in found if trial]


def _unpredicted(trials: Sequence[Trial], found: Sequence[Held]) -> list[Trial]:
    """Returns the trials without those in which a prediction that held makes a difference."""
    held_ones = [each.prediction for each in found]
    if any(each.explains_all for each in held_ones):  # what came out right did so by chance
        trials = [trial for trial in trials if trial.effect]
    return [trial for trial in trials if not any(each.differs(trial) or each.explains(trial) for each in held_ones)]


def _predicted(found: Held, trials: Sequence[Trial]) -> Mistake:
    prediction = found.prediction
    shown = [trial for trial in trials if prediction.explains(trial)][: found.right]
    effect = Effect.OFFSET if prediction.of_rejections else Effect.WRONG
    return Mistake(next(iter(prediction.kinds)), effect, prediction=prediction, trials=shown, tried=found.differing)


def _cut_down(rerun: Reruns, trials: Sequence[Trial]) -> list[Trial]:
    """Returns the trials of the smallest beginning of a long input that fails in the same way, and of the smallest end of that
    beginning, for each group of which only long inputs failed; and those of as many letters."""
    by_group: dict[object, list[Trial]] = defaultdict(list)
    for trial in trials:
        if trial.effect:
            by_group[trial.group].append(trial)
    found: list[Trial] = []
    smallest = [min(some, key=lambda trial: trial.size) for some in by_group.values()]
    for whole in [trial for trial in smallest if trial.size > FAR // 2][:_CUT_DOWN]:
        for size in {whole.size, whole.size // max(1, len(whole.parts[0].code)) if whole.parts else whole.size}:
            found += rerun.trials(of_text(rerun.encoding, whole.kind, (LETTER,) * size), however_alike=True)
        begun = _shortest(rerun, whole, from_end=False)
        found += [begun, _shortest(rerun, begun, from_end=True)]
    return found


def _shortest(rerun: Reruns, trial: Trial, from_end: bool) -> Trial:
    """Returns the trial of the shortest beginning, or end, of an input that fails in the same way, found by halving."""
    whole = trial.operation.input
    passes, fails, best = 0, trial.size, trial
    while fails - passes > 1:
        size = (passes + fails) // 2
        some = whole[len(whole) - size :] if from_end else whole[:size]
        again = rerun.trials([with_input(trial.operation, some)], however_alike=True)
        if again and again[0].effect == trial.effect:
            fails, best = size, again[0]
        else:
            passes = size
    return best


def _learned(encoding: Encoding, trials: Sequence[Trial], predicted: Sequence[Trial]) -> list[Mistake]:
    """Returns the mistakes that statements describe, those of most trials first. What follows from a mistake is left out when
    others are learned. Of long inputs, only texts of letters are looked at. `predicted` are trials that predictions explain."""
    found: list[Mistake] = []
    near = [trial for trial in trials if trial.size <= FAR or letters(encoding, trial.operation)]
    by_group: dict[tuple[Kind, Effect | None, str], list[Trial]] = defaultdict(list)
    for trial in near:
        if trial.effect:
            by_group[trial.group].append(trial)
    for group, some in sorted(by_group.items(), key=_order_of_a_group):
        read = {id(trial): readings(encoding, (*parts(encoding, trial.operation), *trial.parts)) for trial in some}
        own = [trial for trial in some if not any(each.leads_to(trial, read[id(trial)]) for each in found)]
        failed = [trial.parts[0] for trial in own if len(trial.parts) == 1]
        failed = failed or [trial.parts[0] for trial in own if trial.parts]
        others = (*near, *predicted) if not some[0].is_answer else near
        right = [part for trial in others if trial.kind == group[0] for part in _not_of(group, encoding, trial)]
        for statement in statements(encoding, group[0], failed, right):
            covered = [trial for trial in own if trial.group == group and any(map(statement.covers, trial.parts))]
            effect = Counter(trial.effect for trial in covered).most_common(1)[0][0]
            if effect:
                tried = len(covered) + sum(map(statement.covers, dict.fromkeys(right)))
                found.append(Mistake(group[0], effect, group[2], statement, trials=covered, tried=tried))
    return found


def _order_of_a_group(group: tuple[tuple[Kind, Effect | None, str], list[Trial]]) -> tuple[bool, bool, int]:
    return group[1][0].is_answer, group[0][1] == Effect.OFFSET, -len(group[1])


def _not_of(group: tuple[Kind, Effect | None, str], encoding: Encoding, trial: Trial) -> Sequence[InputPart]:
    """Returns the parts of an input that did not go wrong as a group of trials did: those that came out right, or went wrong in
    another way. For a crash, any answer counts. Accepted input may lead to another offset if something follows."""
    if trial.effect is None:
        return _passed(encoding, trial)
    if trial.group == group or not trial.is_answer:
        return ()
    is_led_to = trial.effect == Effect.OFFSET and any(part.after for part in trial.parts)
    is_apart = trial.group[:2] != group[:2] and len(trial.parts) == 1 and not is_led_to and group[1] != Effect.OFFSET
    return (*_passed(encoding, trial), *(trial.parts if is_apart or group[1] in FAILURES else ()))


def _passed(encoding: Encoding, trial: Trial) -> Sequence[InputPart]:
    """Returns the parts of an input that came out right; of a long one, only the last. What was rejected as ill-formed proves
    nothing if it may have been rejected for another reason."""
    some = trial.parts if trial.effect is None else trial.right
    if trial.size > FAR:
        return trial.parts[-1:] if trial.effect is None else ()
    return [part for part in some if not (part.is_cut or (part.reason and _may_be_for_the_rest(encoding, trial, part)))]


def _may_be_for_the_rest(encoding: Encoding, trial: Trial, part: InputPart) -> bool:
    """Returns whether an input may have been rejected for what follows an ill-formed part. Where the part is a whole sequence,
    the offset does not show it, because some decoders report the offset of the sequence before a fault."""
    is_whole = part.reason in ("surrogate", "overlong", "out-of-range")
    if not isinstance(trial.got, Rejection) or (trial.got.offset is not None and not is_whole):
        return False
    rest = trial.operation.input[part.start + max(1, len(part.code)) :]
    return isinstance(permitted(encoding, with_input(trial.operation, rest))[0], Rejection)


def _declaration(rerun: Reruns, mistakes: Sequence[Mistake]) -> str:
    """Returns the line of a manifest under which what replaces would be right, with both operations; empty if nothing does."""
    found = [each.prediction.replacing for each in mistakes if each.prediction and each.prediction.replaces]
    declared = [*found, rerun.limits.replacing]
    decode = next((each.decode for each in declared if each.decode), None)
    encode = next((each.encode for each in declared if each.encode is not None), None)
    return line_of(Replacing(decode, encode)) if found else ""


def _order(mistake: Mistake) -> tuple[int, int, int]:
    """The worst effect comes first, then the mistake that explains most, then the one with the smallest example."""
    is_late = bool(mistake.prediction and mistake.prediction.explains_all)
    return -1 if is_late else list(Effect).index(mistake.effect), -len(mistake.failures), mistake.smallest.size


def _cause(
    encoding: Encoding, vectors: Sequence[Vector], requirements: Mapping[str, Requirement], mistake: Mistake, line: str
) -> Cause:
    requirement = broken(encoding, vectors, requirements, mistake)
    verdict = _example(mistake, requirement)
    ids = (verdict.id, *(each.verdict.id for each in mistake.failures if each.verdict is not verdict))
    looks_like = None
    if mistake.prediction and mistake.prediction.encoding:
        looks_like = LooksLike(mistake.prediction.encoding, len(ids), mistake.tried - len(mistake.trials))
    replaces = mistake.prediction is not None and mistake.prediction.replaces
    about = verdict.implementation, verdict.encoding, title(encoding, mistake), requirement
    return Cause(*about, ids, verdict, looks_like, line if replaces else "")


def _example(mistake: Mistake, requirement: str) -> Verdict:
    """Returns the failure that shows the mistake best: one with its effect, and the smallest input. Of those of about the same
    size, a vector is preferred to a check, one that serves the requirement to others, and one written by hand to an edge case."""

    def order(failure: Failure) -> tuple[bool, int, bool, bool, int, bool, str]:
        id, trial = failure.verdict.id, failure.trial
        is_other = not mistake.covers(trial) and (trial.kind, trial.effect) != (mistake.kind, mistake.effect)
        lacks = bool(requirement) and requirement not in failure.verdict.requirements
        about = max(_READABLE, trial.size).bit_length()
        return is_other, about, id.kind == IdKind.CHECK, lacks, trial.size, id.kind == IdKind.EDGE_CASE, str(id)

    return min(mistake.failures, key=order).verdict


def alone(verdict: Verdict) -> Cause:
    """Returns the cause of a failure that is not about an outcome, such as an implementation that does not start. Why that is
    so is no part of the title."""
    broken_one, words = next(iter(verdict.requirements), ""), verdict.reason
    if verdict.id.kind == IdKind.START:
        words = "it does not start" if verdict.got else "it cannot run"
    return Cause(verdict.implementation, verdict.encoding, words, broken_one, (verdict.id,), verdict)
