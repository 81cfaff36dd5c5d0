"""The settings of a worker."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.limits import Limits


@dataclass(frozen=True)
class Settings:
    """One worker's part of a campaign, which ends after a number of seconds or executions.

    `oracle` is the implementation with which others must agree, or None. `corpus` is a folder that workers share. `known` has
    the number of bytes of the shortest input of each failure key that is filed. Inputs that contain a part of `avoided` are not
    asked, and neither are laws that are `put_aside`.
    """

    implementation: Implementation
    encoding: Encoding
    limits: Limits
    oracle: Implementation | None
    engine: str
    corpus: Path
    dictionary: Path
    seed: int
    seconds: float
    executions: float
    longest: int
    journal: int
    known: dict[tuple[str, ...], int]
    avoided: tuple[bytes, ...] = ()
    put_aside: tuple[LawId, ...] = ()
