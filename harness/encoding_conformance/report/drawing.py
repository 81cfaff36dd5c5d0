"""Draws explanations in HTML: bytes as boxes, coloured by what they are for, with the sentences below them.

The template `_explained.html` has the macros, for every page that draws explanations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from encoding_conformance.explain.explanation import Explained, ExplainedStep, Left
from encoding_conformance.explain.lines import Heading, Words
from encoding_conformance.explain.marked import Box, BoxRole, boxes
from encoding_conformance.models.explainer import Purpose

_REPORT = "encoding_conformance.report"


def templates(package: str = _REPORT) -> Environment:
    """Returns the environment with the templates of a package, which are those of the pages of reports by default."""
    return Environment(loader=PackageLoader(package), autoescape=True, undefined=StrictUndefined, trim_blocks=True)


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


class DrawnStep(NamedTuple):
    """A step to draw. If steps are left out in its place, `left` says how many, and nothing else is drawn."""

    left: str = ""
    heading: Heading | None = None
    boxes: tuple[Box, ...] = ()
    lines: tuple[str, ...] = ()
    faulty: bool = False
    silent: bool = False


class Drawing(NamedTuple):
    """What the template draws of an explanation: the steps, the labelled texts of the conclusion, and the legend of the
    roles and purposes that occur."""

    asked: str
    source: str
    steps: tuple[DrawnStep, ...]
    conclusion: tuple[tuple[str, str], ...]
    roles: Mapping[BoxRole, str]
    purposes: Mapping[Purpose, str]


def drawing(explained: Explained) -> Drawing:
    """Returns what the template draws of an explanation."""
    words = Words(explained)
    steps = tuple(_drawn(words, step) for step in explained.steps)
    drawn = [box for step in steps for box in step.boxes]
    roles = {box.role for box in drawn}
    purposes = {bits.purpose for box in drawn for bits in box.bits}
    return Drawing(
        words.asked(),
        words.source(),
        steps,
        tuple(words.conclusion()),
        {role: text for role, text in _ROLES.items() if role in roles},
        {purpose: text for purpose, text in _PURPOSES.items() if purpose in purposes},
    )


def _drawn(words: Words, step: ExplainedStep | Left) -> DrawnStep:
    if isinstance(step, Left):
        return DrawnStep(left=words.left(step))
    lines = (*filter(None, [words.state(step)]), *step.lines)
    return DrawnStep("", words.heading(step), boxes(step.parts), lines, bool(step.reason), step.silent)


def page(explained: Explained) -> str:
    """Returns the HTML page of an explanation. It needs no other file."""
    return templates().get_template("explained.html").render(drawing=drawing(explained))
