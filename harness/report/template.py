"""The templates of all pages."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def templates() -> Environment:
    """The environment with the templates of the pages."""
    return Environment(loader=PackageLoader("harness.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
