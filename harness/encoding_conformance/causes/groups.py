"""Divides the failures of a mistake of which no rule is known."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from encoding_conformance.causes.mistake import Failure, Mistake
from encoding_conformance.causes.rules import beginning, leads_of, what
from encoding_conformance.causes.values import narrowest_kind
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.verdict import Group

OTHERS = "other inputs"
"""The words for the failures about which nothing is said."""

_MOST = 4
"""The most groups beside that of the others."""


def groups(encoding: Encoding, mistake: Mistake) -> tuple[Group, ...]:
    """Returns the failures in groups, the largest first: those that rules for some of the cases tell, and the rest by the first
    bytes of ill-formed codes or the kinds of values. There are none if one rule tells them all, or if they are all alike."""
    if mistake.rule:
        return ()
    by_words: dict[str, list[Failure]] = defaultdict(list)
    for failure in mistake.failures:
        by_words[next(_words(encoding, mistake, failure), OTHERS)].append(failure)
    named = sorted((words for words in by_words if words != OTHERS), key=lambda words: -len(by_words[words]))
    shown = {words: by_words[words] for words in named[:_MOST]}
    if others := [failure for words, some in by_words.items() if words not in shown for failure in some]:
        shown[OTHERS] = others
    return tuple(_group(words, some) for words, some in shown.items()) if len(shown) > 1 else ()


def _words(encoding: Encoding, mistake: Mistake, failure: Failure) -> Iterator[str]:
    """Yields what may be said of the input of a failure, the best first."""
    case = failure.case
    yield from (rule.words for rule in mistake.groups if case.signature == mistake.main and rule.covers(case))
    for subject in case.subjects if len(case.subjects) == 1 else ():
        if subject.reason:
            yield beginning(what(encoding, case.operation.kind, subject.reason), [subject], leads_of([subject.code]))
        elif subject.value is not None:
            yield narrowest_kind(encoding, [subject.value])


def _group(words: str, failures: Sequence[Failure]) -> Group:
    smallest = min(failures, key=lambda each: (each.case.size, str(each.verdict.id)))
    return Group(words, len(failures), smallest.verdict)
