"""Finds the causes of the failures of an implementation in an encoding, by running it again.

It first tests predictions. It groups the failures that no prediction explains by operation, effect and reason, and learns for
each group a statement about the inputs that fail. Then it assigns each failure of the run to the mistake that explains it.
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
from encoding_conformance.causes.prediction import MOSTLY, Held, held
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
"""The most groups for which a long input is cut down."""

_READABLE = 16
"""The size up to which inputs count as equally readable."""


def causes(
    rerun: Reruns,
    encodings: Collection[Encoding],
    vectors: Sequence[Vector],
    requirements: Mapping[str, Requirement],
    failed: Sequence[Verdict],
) -> list[Cause]:
    """Returns the causes of failures, the worst first. `vectors` are the vectors of the encoding that were run, and `failed` are
    the failures and errors of one implementation in the encoding, in any order. Exactly one cause explains each of them."""
    failed = sorted(failed, key=lambda verdict: verdict.id)
    by_id = {verdict.id: _failure(rerun, verdict) for verdict in failed}
    mistakes = _mistakes(rerun, encodings, vectors, [failure for failure in by_id.values() if failure])
    mistakes.sort(key=_order)
    declaration = _declaration(rerun, mistakes)
    explained = [_cause(rerun.encoding, vectors, requirements, each, declaration) for each in mistakes]
    others = [verdict for verdict in failed if by_id[verdict.id] is None]
    errors = [alone(verdict) for verdict in others if verdict.status == Status.ERROR]
    return [*errors, *explained, *(alone(verdict) for verdict in others if verdict.status != Status.ERROR)]


def _failure(rerun: Reruns, verdict: Verdict) -> Failure | None:
    """Returns a failure with its trial; None if it has no operation and outcome, or if the outcome is right by itself."""
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
    known_predictions = [late(trials), *predictions(rerun.encoding, encodings, trials)]
    carried: list[Mistake] = []
    own = [failure.trial for failure in failures]
    if not any(held(rerun.encoding, known_predictions[:1], trials)) and depends_on_others(rerun, [*own, *trials]):
        carried, failures = only_after_others(rerun, failures)
        trials = rerun.trials(operations)
    known = {trial.operation for trial in trials}
    trials += [trial for failure in failures if (trial := failure.trial).operation not in known]
    trials += _of_passed_vectors(rerun, vectors, {failure.trial.operation for failure in failures} | known)
    confirmed = list(held(rerun.encoding, known_predictions, trials))
    mistakes = [_predicted(each, trials) for each in confirmed]
    trials = _unpredicted(trials, confirmed)
    near = neighbours(rerun.encoding, [trial for trial in trials if trial.effect])
    more = rerun.trials([each for each in near if each not in known]) + _cut_down(rerun, trials)
    more += at_bounds(rerun, [*trials, *more])
    predicted = [trial for each in mistakes for trial in each.trials]
    mistakes += _learned(rerun.encoding, [*trials, *_unpredicted(more, confirmed)], predicted)
    return [*joined(assign(rerun.encoding, mistakes, failures)), *carried]


def _of_passed_vectors(rerun: Reruns, vectors: Sequence[Vector], known: Collection[Operation]) -> list[Trial]:
    """Returns the trials of the short vectors that passed. They need no rerun."""
    short = [each for each in vectors if len(each.permitted) == 1 and len(each.operation.input) <= FAR]
    passed = [each for each in short if each.operation not in known and not rerun.limits.replacing.replaces(each.operation.kind)]
    trials = [trial_of(rerun.encoding, each.operation, each.permitted, each.permitted[0], REJECTS) for each in passed]
    return [trial for trial in trials if trial]


def _unpredicted(trials: Sequence[Trial], confirmed: Sequence[Held]) -> list[Trial]:
    """Returns the trials that no confirmed prediction affects."""
    held_ones = [each.prediction for each in confirmed]
    if any(each.explains_all for each in held_ones):  # right outcomes are coincidences
        trials = [trial for trial in trials if trial.effect]
    return [trial for trial in trials if not any(each.differs(trial) or each.explains(trial) for each in held_ones)]


def _predicted(confirmed: Held, trials: Sequence[Trial]) -> Mistake:
    prediction = confirmed.prediction
    shown = [trial for trial in trials if prediction.explains(trial)][: confirmed.right]
    effect = Effect.OFFSET if prediction.of_rejections else Effect.WRONG
    return Mistake(next(iter(prediction.kinds)), effect, prediction=prediction, trials=shown, tried=confirmed.differing)


def _cut_down(rerun: Reruns, trials: Sequence[Trial]) -> list[Trial]:
    """Returns more trials for the groups in which only long inputs failed: of the smallest beginning of an input that fails in
    the same way, of the smallest end of that beginning, and of as many letters."""
    by_group: dict[object, list[Trial]] = defaultdict(list)
    for trial in trials:
        if trial.effect:
            by_group[trial.group].append(trial)
    more: list[Trial] = []
    smallest = [min(group, key=lambda trial: trial.size) for group in by_group.values()]
    for whole in [trial for trial in smallest if trial.size > FAR // 2][:_CUT_DOWN]:
        for size in {whole.size, whole.size // max(1, len(whole.parts[0].sequence)) if whole.parts else whole.size}:
            more += rerun.trials(of_text(rerun.encoding, whole.kind, (LETTER,) * size), however_alike=True)
        beginning = _shortest(rerun, whole, from_end=False)
        more += [beginning, _shortest(rerun, beginning, from_end=True)]
    return more


def _shortest(rerun: Reruns, trial: Trial, from_end: bool) -> Trial:
    """Returns the trial of the shortest beginning, or end, of an input that fails in the same way. It searches by halving."""
    whole = trial.operation.input
    passes, fails, best = 0, trial.size, trial
    while fails - passes > 1:
        size = (passes + fails) // 2
        part = whole[len(whole) - size :] if from_end else whole[:size]
        trials = rerun.trials([with_input(trial.operation, part)], however_alike=True)
        if trials and trials[0].effect == trial.effect:
            fails, best = size, trials[0]
        else:
            passes = size
    return best


def _learned(encoding: Encoding, trials: Sequence[Trial], predicted: Sequence[Trial]) -> list[Mistake]:
    """Returns the mistakes that statements describe. Trials that follow from one mistake do not count for the next ones. Of the
    long inputs, only texts of letters count. `predicted` are trials that predictions explain."""
    mistakes: list[Mistake] = []
    trials = _without_coincidences(trials)
    near = [trial for trial in trials if trial.size <= FAR or letters(encoding, trial.operation)]
    by_group: dict[tuple[Kind, Effect | None, str], list[Trial]] = defaultdict(list)
    for trial in near:
        if trial.effect:
            by_group[trial.group].append(trial)
    for group, members in sorted(by_group.items(), key=_order_of_a_group):
        read_parts = {id(trial): readings(encoding, (*parts(encoding, trial.operation), *trial.parts)) for trial in members}
        unexplained = [trial for trial in members if not any(each.leads_to(trial, read_parts[id(trial)]) for each in mistakes)]
        failed = [trial.parts[0] for trial in unexplained if len(trial.parts) == 1]
        failed = failed or [trial.parts[0] for trial in unexplained if trial.parts]
        others = (*near, *predicted) if not members[0].is_answer else near
        right = [part for trial in others if trial.kind == group[0] for part in _not_of(group, encoding, trial)]
        for statement in statements(encoding, group[0], failed, right):
            covered = [trial for trial in unexplained if trial.group == group and any(map(statement.covers, trial.parts))]
            effect = Counter(trial.effect for trial in covered).most_common(1)[0][0]
            if effect:
                tried = len(covered) + sum(map(statement.covers, dict.fromkeys(right)))
                mistakes.append(Mistake(group[0], effect, group[2], statement, trials=covered, tried=tried))
    return mistakes


def _without_coincidences(trials: Sequence[Trial]) -> Sequence[Trial]:
    """Returns the trials. If nearly all ill-formed input is accepted, a substitute in the others is the value by chance, so they
    count as accepted, too."""
    replaced, accepted = (sum(trial.effect == effect for trial in trials) for effect in (Effect.REPLACES, Effect.ACCEPTS))
    if replaced > (1 - MOSTLY) * (replaced + accepted):
        return trials
    return [trial._replace(effect=Effect.ACCEPTS) if trial.effect == Effect.REPLACES else trial for trial in trials]


def _order_of_a_group(group: tuple[tuple[Kind, Effect | None, str], list[Trial]]) -> tuple[bool, bool, int]:
    return group[1][0].is_answer, group[0][1] == Effect.OFFSET, -len(group[1])


def _not_of(group: tuple[Kind, Effect | None, str], encoding: Encoding, trial: Trial) -> Sequence[InputPart]:
    """Returns the parts of an input that did not fail as a group of trials did: those that came out right or failed in another
    way. For a crash, any answer counts. A wrong offset does not if more input follows, because accepting it may cause one."""
    if trial.effect is None:
        return _passed(encoding, trial)
    if trial.group == group or not trial.is_answer:
        return ()
    is_led_to = trial.effect == Effect.OFFSET and any(part.after for part in trial.parts)
    is_apart = trial.group[:2] != group[:2] and len(trial.parts) == 1 and not is_led_to and group[1] != Effect.OFFSET
    return (*_passed(encoding, trial), *(trial.parts if is_apart or group[1] in FAILURES else ()))


def _passed(encoding: Encoding, trial: Trial) -> Sequence[InputPart]:
    """Returns the parts of an input that came out right; of a long one, only the last. A rejected part proves nothing if it may
    have been rejected for another reason."""
    right = trial.parts if trial.effect is None else trial.right
    if trial.size > FAR:
        return trial.parts[-1:] if trial.effect is None else ()
    return [part for part in right if not (part.is_cut or (part.reason and _may_be_for_the_rest(encoding, trial, part)))]


def _may_be_for_the_rest(encoding: Encoding, trial: Trial, part: InputPart) -> bool:
    """Returns whether an input may have been rejected for the input after an ill-formed part. The offset does not exclude that
    if the part is a whole sequence, because some decoders report the offset of the sequence before a fault."""
    is_whole = part.reason in ("surrogate", "overlong", "out-of-range")
    if not isinstance(trial.got, Rejection) or (trial.got.offset is not None and not is_whole):
        return False
    rest = trial.operation.input[part.start + max(1, len(part.sequence)) :]
    return isinstance(permitted(encoding, with_input(trial.operation, rest))[0], Rejection)


def _declaration(rerun: Reruns, mistakes: Sequence[Mistake]) -> str:
    """Returns the manifest line that declares all replacements, for both operations; empty if nothing replaces."""
    predicted = [each.prediction.replacing for each in mistakes if each.prediction and each.prediction.replaces]
    declared = [*predicted, rerun.limits.replacing]
    decode = next((each.decode for each in declared if each.decode), None)
    encode = next((each.encode for each in declared if each.encode is not None), None)
    return line_of(Replacing(decode, encode)) if predicted else ""


def _order(mistake: Mistake) -> tuple[int, int, int]:
    """Returns a sort key: the worst effect comes first, then the mistake that explains most, then the smallest example."""
    is_late = bool(mistake.prediction and mistake.prediction.explains_all)
    return -1 if is_late else list(Effect).index(mistake.effect), -len(mistake.failures), mistake.smallest.size


def _cause(
    encoding: Encoding, vectors: Sequence[Vector], requirements: Mapping[str, Requirement], mistake: Mistake, declaration: str
) -> Cause:
    requirement = broken(encoding, vectors, requirements, mistake)
    verdict = _example(mistake, requirement)
    ids = (verdict.id, *(each.verdict.id for each in mistake.failures if each.verdict is not verdict))
    looks_like = None
    if mistake.prediction and mistake.prediction.encoding:
        looks_like = LooksLike(mistake.prediction.encoding, len(ids), mistake.tried - len(mistake.trials))
    replaces = mistake.prediction is not None and mistake.prediction.replaces
    about = verdict.implementation, verdict.encoding, title(encoding, mistake), requirement
    return Cause(*about, ids, verdict, looks_like, declaration if replaces else "")


def _example(mistake: Mistake, requirement: str) -> Verdict:
    """Returns the failure that shows the mistake best: one with its effect and the smallest input. Among inputs of about the same
    size, it prefers vectors to checks, then failures that serve the requirement, then vectors written by hand to edge cases."""

    def order(failure: Failure) -> tuple[bool, int, bool, bool, int, bool, str]:
        id, trial = failure.verdict.id, failure.trial
        is_other = not mistake.covers(trial) and (trial.kind, trial.effect) != (mistake.kind, mistake.effect)
        lacks = bool(requirement) and requirement not in failure.verdict.requirements
        about = max(_READABLE, trial.size).bit_length()
        return is_other, about, id.kind == IdKind.CHECK, lacks, trial.size, id.kind == IdKind.EDGE_CASE, str(id)

    return min(mistake.failures, key=order).verdict


def alone(verdict: Verdict) -> Cause:
    """Returns a cause for a single failure, such as an implementation that does not start; its title does not say why."""
    broken_one, words = next(iter(verdict.requirements), ""), verdict.reason
    if verdict.id.kind == IdKind.START:
        words = "it does not start" if verdict.got else "it cannot run"
    return Cause(verdict.implementation, verdict.encoding, words, broken_one, (verdict.id,), verdict)
