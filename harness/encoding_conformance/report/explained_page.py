"""Pages in HTML, and explanations on them: bytes as boxes, coloured by what they are for, with the sentences below them.

The template `_explained.html` has the macros, for every page that draws explanations.
"""

from collections.abc import Mapping

from jinja2 import Environment, PackageLoader, StrictUndefined

from encoding_conformance.explain.explanation import Explained, ExplainedStep
from encoding_conformance.explain.lines import Words
from encoding_conformance.explain.marked import BoxRole, boxes
from encoding_conformance.models.parts import Purpose

_ROLES: Mapping[BoxRole, str] = {
    "single": "the only byte of its code",
    "lead": "begins a code",
    "trail": "a later byte of a code",
    "length": "stores the length of the code",
    "padding": "has no bit of the value",
    "count": "says how many items follow",
    "reset": "resets the state",
    "fault": "shows that the code is ill-formed",
}
"""What bytes are for, in the order of the legend."""

_PURPOSES: Mapping[Purpose, str] = {
    "fixed": "bits that are the same in every value of the row",
    "value": "bits of the value",
    "continue": "says whether another byte follows",
    "length": "bits of the length",
    "padding": "bits that must be zero",
    "parity": "the parity bit",
}
"""What bits are for, in the order of the legend."""


def templates(package: str = "encoding_conformance.report") -> Environment:
    """Returns the environment with the templates in the folder `pages` of a package: those of reports by default."""
    pages = PackageLoader(package, "pages")
    environment = Environment(loader=pages, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    environment.globals.update(boxes_of=boxes, words_of=Words)
    return environment


def page(explained: Explained) -> str:
    """Returns the HTML page of an explanation, with a legend of the roles and purposes that occur. It needs no other file."""
    drawn = [box for step in explained.steps if isinstance(step, ExplainedStep) for box in boxes(step.parts)]
    roles = {box.role for box in drawn}
    purposes = {bits.purpose for box in drawn for bits in box.bits}
    return (
        templates()
        .get_template("explained.html")
        .render(
            explained=explained,
            roles={role: text for role, text in _ROLES.items() if role in roles},
            purposes={purpose: text for purpose, text in _PURPOSES.items() if purpose in purposes},
        )
    )
