"""Reads the selectors of test vectors from the data files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from encoding_conformance.core.notation import parse_set
from encoding_conformance.core.requirement import About, Selector


def selector(data: Mapping[str, Any]) -> Selector:
    """The selector of a row that follows its schema."""
    return Selector(**{key: parse_set(data[key]) for key in ("values", "lead", "trail") if key in data})


def about(data: Mapping[str, Any]) -> About:
    """The kind of vectors that a row says a requirement is about."""
    reasons = tuple(data.get("reasons", ()))
    return About(data.get("operation", ""), data.get("outcome", ""), reasons, selector(data))
