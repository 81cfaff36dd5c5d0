"""Makes the page of the museum from the entries and of what the last whole run found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.explain.explanation import explained
from encoding_conformance.explain.lines import lines
from encoding_conformance.report.example import operation_shortly, outcome_shortly
from encoding_conformance.report.markdown import code, plain, row
from workshop.museum.entry import Entry, entries
from workshop.museum.figures import TRAITS, counts, extended
from workshop.museum.found import Found

_HEAD = """\
# A museum of real bugs

Would the suite have found your bug? These are bugs that real codecs had, from their trackers, changes and advisories. The model
of a bug is a codec that has the bug again, with the bug's own logic: the block, the state, the piece, the count. One model can
stand for several bugs of a class in an encoding. `python -m workshop museum` runs all models as a user would run a codec and says
what kills each. A model that nothing kills has survived.
"""


_LACKED = "What the suite lacked, and has since:"


def page(found: Mapping[str, Found]) -> str:
    """Returns the page in Markdown. `found` is what was found of each model, by the id of its entry."""
    suite, every = load_suite(), list(entries().values())
    kinds = sorted({entry.kind for entry in every})
    parts = [_HEAD, *_figures(found), *_hardly(every, found)]
    for kind in kinds:
        parts += [f"## {kind.capitalize()}", ""]
        for entry in sorted((each for each in every if each.kind == kind), key=lambda each: each.id):
            parts += [*_entry(suite, entry, found.get(entry.id)), ""]
    return "\n".join(parts).rstrip() + "\n"


def _figures(found: Mapping[str, Found]) -> Iterator[str]:
    (whole,) = counts(found)
    shared = sum(bool(entry.model) for entry in entries().values())
    yield f"**{whole.killed} of {whole.modelled} models are killed.** Of these, {extended()} survived when they were first run,"
    yield f"and the suite was extended for their whole class. The museum has {whole.bugs} bugs: the model of another"
    yield f"bug stands for {shared} of them, and {whole.bugs - whole.modelled - shared} have none."
    yield ""
    for title, trait in TRAITS.items():
        yield from (row([title, "bugs", "modelled", "killed"]), row(["---", "---:", "---:", "---:"]))
        yield from (row(map(str, count)) for count in counts(found, trait))
        yield ""


def _hardly(every: list[Entry], found: Mapping[str, Found]) -> Iterator[str]:
    """Lists what survived, and what one test alone kills."""
    survived = [entry for entry in every if entry.id in found and not found[entry.id].failures]
    yield from _list("Survived", [(entry, plain(entry.survives)) for entry in survived])
    once = [(entry, code(found[entry.id].first)) for entry in every if entry.id in found and found[entry.id].failures == 1]
    yield from _list("Killed by one test", once, "`layout` was run only on models that nothing else kills.")
    yield from _list("Survived at first", [(entry, plain(entry.lacked)) for entry in every if entry.lacked], _LACKED)
    yield from _list(
        "Not modelled", [(entry, plain(entry.unmodelled)) for entry in every if entry.unmodelled and not entry.model]
    )


def _list(title: str, items: list[tuple[Entry, str]], note: str = "") -> Iterator[str]:
    if items:
        about = (note, "") if note else ()
        yield from (f"## {title}", "", *about, *(f"- [{entry.id}](#{entry.id}): {text}" for entry, text in items), "")


def _entry(suite: Suite, entry: Entry, found: Found | None) -> Iterator[str]:
    versions = [f"had by {entry.had}" if entry.had else "", f"fixed in {entry.fixed}" if entry.fixed else ""]
    encoding = f"{entry.encoding} (in {entry.carried})" if entry.carried else entry.encoding
    facts = [f"[{plain(entry.library)}]({entry.thread})", entry.date, *versions, entry.advisory, f"{encoding} {entry.direction}"]
    yield from (f"### {entry.id}", "", "; ".join(filter(None, facts)) + f". {plain(entry.happened)}", "")
    if entry.narrowest and not entry.model:
        yield from (f"The model: {plain(entry.narrowest)}", "")
    if entry.operation:
        yield from _asked(suite, entry.encoding, entry.operation)
    if found and found.failures:
        others = f" and {found.failures - 1} more" if found.failures > 1 else ""
        how = " of a thorough run" if found.thorough else ""
        yield f"Killed by {code(found.first)}{others}{how}."
    elif found:
        yield f"Survives: {plain(entry.survives)}"
    elif entry.model:
        yield f"The model of [{entry.model}](#{entry.model}) stands for this bug."


def _asked(suite: Suite, id: str, operation: Operation) -> Iterator[str]:
    """Yields the input and the expected outcome, and for ill-formed input also the explanation."""
    encoding, asked = suite.encodings[id], code(operation_shortly(operation))
    told = explained(encoding, operation, suite.requirements)
    if isinstance(told.permitted[0], Rejection):
        text = ("".join(piece.text for piece in line).rstrip() for line in lines(told))
        *_, last, conclusion = (list(some) for is_text, some in groupby(text, key=bool) if is_text)
        yield from (asked, "", "```text", *last, "", *conclusion, "```", "")
    else:
        yield from (f"{asked}: expected {code(outcome_shortly(told.permitted[0]))}", "")
