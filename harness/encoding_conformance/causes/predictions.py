"""All predictions, in the order in which they are preferred."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from encoding_conformance.causes.changed_inputs import of_inputs
from encoding_conformance.causes.changed_texts import of_texts
from encoding_conformance.causes.other_encodings import other_encodings
from encoding_conformance.causes.prediction import Prediction
from encoding_conformance.causes.taken_faults import of_faults
from encoding_conformance.causes.trial import Trial
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import BOTH


def predictions(encoding: Encoding, encodings: Collection[Encoding], trials: Sequence[Trial]) -> Iterator[Prediction]:
    """Yields all predictions for an encoding. `encodings` are all that an implementation may confuse with it."""
    yield from other_encodings(encoding, encodings)
    yield from of_texts(encoding)
    yield from of_inputs(encoding)
    yield from of_faults(encoding, trials)


def late(trials: Sequence[Trial]) -> Prediction:
    """Returns the prediction that each answer belongs to the operation before. `trials` are in the order in which they ran."""
    before = {next_.operation: (last.expected,) for last, next_ in pairwise(trials) if last.kind == next_.kind}
    words, advice = "gives each answer one operation late", "does the plug-in read ahead?"
    requirement = "common/always-an-answer"
    return Prediction(words, BOTH, lambda operation: before.get(operation, ()), advice, requirement, explains_all=True)
