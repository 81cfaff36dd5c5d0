"""An implementation that lacks an operation, or that validates without returning values.

The specification performs the missing operations. So a check in both directions can test one of them: an implementation that
only decodes gets the bytes that the specification encodes.
"""

from collections.abc import Callable, Collection, Iterator, Sequence

from encoding_conformance.adapters.restarting_session import AnySession
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import BOTH, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Ending, Malformed, Outcome, Valid
from encoding_conformance.models import permitted


class SessionWithOracle:
    """An implementation in an encoding. Only the operations in `limits` are sent to it; `sent` counts them."""

    def __init__(self, session: AnySession, encoding: Encoding, limits: Limits):
        self._session = session
        self._encoding = encoding
        self._limits = limits
        self.sent = 0

    @property
    def given_up(self) -> Collection[Kind]:
        """The kinds of operations that were given up or that the implementation lacks."""
        return {*self._session.given_up, *(BOTH - self._limits.operations)}

    def features(self, encoding: str) -> Collection[str]:
        """Returns the features of the implementation."""
        return self._session.features(encoding)

    def cpu_clock(self) -> Callable[[], float]:
        """Returns the clock of the implementation."""
        return self._session.cpu_clock()

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        """Yields the outcome of each operation, as `RestartingSession.perform` does."""
        supported = [operation for operation in operations if self._has(operation)]
        self.sent += len(supported)
        outcomes = self._session.perform(supported, stop)
        for operation in operations:
            if not self._has(operation):
                yield permitted(self._encoding, operation)[0]
                continue
            if (outcome := next(outcomes, None)) is None:
                return
            yield self._with_values(operation, outcome)
            if stop and isinstance(outcome, Ending):  # after other failures, the remaining replies must still be read
                return

    def _has(self, operation: Operation) -> bool:
        return operation.kind in self._limits.operations

    def _with_values(self, operation: Operation, outcome: Outcome) -> Outcome:
        """Returns the outcome, with the values of the specification if a validator accepts the input of a decode."""
        if not self._limits.validates or operation.kind == Kind.ENCODE:
            return outcome
        if isinstance(outcome, Decoded):
            return Malformed("got values; expected valid, because the manifest declares validate")
        results = (each for each in permitted(self._encoding, operation) if isinstance(each, Decoded))
        return next(results, outcome) if isinstance(outcome, Valid) else outcome
