"""Finds the engines that are installed, and loads them."""

from __future__ import annotations

from importlib.util import find_spec

from encoding_conformance.fuzz.engines.engine import ATHERIS, PLAIN, Engine


def available() -> str:
    """The name of the best engine that is installed."""
    return ATHERIS if find_spec(ATHERIS) else PLAIN


def load(name: str) -> Engine:
    """The engine with this name, which is one of ENGINES, ready in this process. Raises ImportError if it is not installed."""
    if name == ATHERIS:
        from encoding_conformance.fuzz.engines.with_atheris import AtherisEngine

        return AtherisEngine()
    from encoding_conformance.fuzz.engines.plain import PlainEngine

    return PlainEngine()
