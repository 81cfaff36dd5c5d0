"""Which core of a campaign confirms which finding, so that no other core makes the same input smaller."""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping

from encoding_conformance.adapters.jobs import FORK
from encoding_conformance.fuzz.finding import CrashBucket


class Claims:
    """The length of the shortest input of each crash bucket that some core has confirmed or is confirming, in a file that forked
    processes share. At first it has those that are `known`."""

    def __init__(self, descriptor: int, known: Mapping[CrashBucket, int]):
        self._lock = FORK.Lock()
        self._file = descriptor
        self._write(known)

    def take(self, bucket: CrashBucket, length: int) -> bool:
        """Claims a crash bucket with an input of this length. Returns whether no core has claimed one that is as short."""
        with self._lock:
            claimed = self.read()
            if claimed.get(bucket, length + 1) <= length:
                return False
            self._write({**claimed, bucket: length})
            return True

    def keep(self, confirmed: Mapping[CrashBucket, int]) -> None:
        """Notes the lengths of confirmed inputs."""
        with self._lock:
            self._write({**self.read(), **confirmed})

    def read(self) -> dict[CrashBucket, int]:
        """Returns the lengths by crash bucket."""
        claimed: dict[CrashBucket, int] = pickle.loads(os.pread(self._file, os.fstat(self._file).st_size, 0))
        return claimed

    def _write(self, claimed: Mapping[CrashBucket, int]) -> None:
        os.pwrite(self._file, pickle.dumps(claimed), 0)
