"""A testee that does not have both operations, or that validates without telling values.

The specification answers what the implementation cannot be asked. So a check that goes both ways shows what one direction does:
if the implementation only decodes, it decodes what the specification encodes.
"""

from collections.abc import Callable, Collection, Iterator, Sequence

from encoding_conformance.adapters.testee import Askable
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import BOTH, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Ending, Malformed, Outcome, Valid
from encoding_conformance.models import permitted


class PartialTestee:
    """A testee in an encoding. Only the operations that `limits` name are asked, and `asked` counts them."""

    def __init__(self, testee: Askable, encoding: Encoding, limits: Limits):
        self._testee = testee
        self._encoding = encoding
        self._limits = limits
        self.asked = 0

    @property
    def given_up(self) -> Collection[Kind]:
        """The kinds of operations that the testee has given up, or that it does not have."""
        return {*self._testee.given_up, *(BOTH - self._limits.operations)}

    def features(self, encoding: str) -> Collection[str]:
        """Returns what the testee returns."""
        return self._testee.features(encoding)

    def cpu_clock(self) -> Callable[[], float]:
        """Returns what the testee returns."""
        return self._testee.cpu_clock()

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        """Yields the outcome of each operation, as a testee does."""
        asked = [operation for operation in operations if self._has(operation)]
        self.asked += len(asked)
        outcomes = self._testee.perform(asked, stop)
        for operation in operations:
            if not self._has(operation):
                yield self._of_specification(operation)
                continue
            if (outcome := next(outcomes, None)) is None:
                return
            yield self._with_values(operation, outcome)
            if stop and isinstance(outcome, Ending):  # after another failure, the replies that are due must still be read
                return

    def _has(self, operation: Operation) -> bool:
        return operation.kind in self._limits.operations

    def _of_specification(self, operation: Operation) -> Outcome:
        return permitted(self._encoding, operation)[0]

    def _with_values(self, operation: Operation, outcome: Outcome) -> Outcome:
        """Returns an outcome of a decode with the values of the specification, if a validator finds the input well-formed."""
        if not self._limits.validates or operation.kind == Kind.ENCODE:
            return outcome
        if isinstance(outcome, Decoded):
            return Malformed("it gave values; expected valid, because its manifest says that it validates")
        results = (each for each in permitted(self._encoding, operation) if isinstance(each, Decoded))
        return next(results, outcome) if isinstance(outcome, Valid) else outcome
