"""Which engines are installed, and how one is loaded."""

from __future__ import annotations

from importlib.util import find_spec

from harness.fuzz.engines.engine import ATHERIS, PLAIN, Engine


def available() -> str:
    """The best that is installed."""
    return ATHERIS if find_spec(ATHERIS) else PLAIN


def load(name: str) -> Engine:
    """An engine of one of ENGINES, ready in this process. Raises ImportError."""
    if name == ATHERIS:
        from harness.fuzz.engines.with_atheris import AtherisEngine

        return AtherisEngine()
    from harness.fuzz.engines.plain import PlainEngine

    return PlainEngine()
