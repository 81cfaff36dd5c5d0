"""One testable statement of a specification."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Requirement:
    """`checks` are the names of the checks that serve it in `encodings`, beside the vectors that name it."""

    id: str
    section: str
    text: str
    encodings: tuple[str, ...]
    checks: tuple[str, ...] = ()
    place: str = ""
    """FILE:LINE that it stands at."""
