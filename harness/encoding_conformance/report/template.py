"""The templates of all pages."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

_REPORT = "encoding_conformance.report"


def templates(package: str = _REPORT) -> Environment:
    """The environment with the templates of a package, which are those of the pages of reports by default."""
    return Environment(loader=PackageLoader(package), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
