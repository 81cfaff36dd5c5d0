"""What a campaign no longer asks, because it kept ending the process of the implementation, and how that is told."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from encoding_conformance.core.notation import sequence_text
from encoding_conformance.core.text import abridged, counted
from encoding_conformance.fuzz.finding import CrashBucket

_LONGEST = 60
"""The most characters of a part of inputs in a message."""

_MOST = 3
"""The most parts of inputs that are told of one crash bucket."""


class PutAside(NamedTuple):
    """What is no longer asked because of a failure that keeps ending the process: a check, the inputs that contain some bytes,
    or, if it is None, the whole encoding."""

    bucket: CrashBucket
    what: str | bytes | None

    def __str__(self) -> str:
        """Returns the message, with long bytes abridged."""
        return f"{self.bucket} keeps ending its process; asked no more: {_told(self.bucket, self.what)}"


class Aside:
    """All that a campaign puts aside, each thing once, though several cores may tell it."""

    def __init__(self) -> None:
        self._what: dict[CrashBucket, dict[str | bytes | None, None]] = {}

    def add(self, put_aside: PutAside) -> bool:
        """Adds something, and returns whether it is the first of its crash bucket."""
        first = put_aside.bucket not in self._what
        self._what.setdefault(put_aside.bucket, {})[put_aside.what] = None
        return first

    def lines(self) -> Iterator[str]:
        """Yields lines for the end of a campaign: what was put aside, by crash bucket."""
        for bucket, what in self._what.items():
            yield f"put aside, because it kept ending the process: {bucket}"
            checks = [each for each in what if isinstance(each, str)]
            parts = _shortest([each for each in what if isinstance(each, bytes)])
            yield from (f"   {_told(bucket, check)}" for check in checks)
            yield from (f"   {_told(bucket, part)}" for part in parts[:_MOST])
            if rest := parts[_MOST:]:
                yield f"   inputs with one of {counted(len(rest), 'other part')} in them"


def _shortest(parts: Sequence[bytes]) -> list[bytes]:
    """Returns the parts that have no other one in them, the shortest first."""
    least: list[bytes] = []
    for part in sorted(parts, key=lambda part: (len(part), part)):
        if not any(other in part for other in least):
            least.append(part)
    return least


def _told(bucket: CrashBucket, what: str | bytes | None) -> str:
    if isinstance(what, bytes):
        return f"inputs with {abridged(sequence_text(what), _LONGEST)} in them"
    return f"the check {what}" if what else bucket.encoding
