"""`conform doctor`: tries the simplest operations of an implementation, and says what to change if one of them goes wrong."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from shlex import quote

import click
from rich.text import Text

from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.commands.arguments import (
    OnlyOptions,
    encodings_option,
    implementations_option,
    installed,
    vectors_option,
)
from encoding_conformance.commands.smoke_test import Observation, examined
from encoding_conformance.core.notation import failure_text
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import Outcome, Rejection
from encoding_conformance.core.text import first_of, in_lines
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.report.console import console
from encoding_conformance.report.example import WIDTH
from encoding_conformance.runner import plan

_LENGTHS, _OF_A_LENGTH = 4, 2
"""The most lengths of inputs that are asked for each reason why input is ill-formed, and the most inputs of each length."""

_MOST_NAMED = 3
"""The most encodings that a line names."""

_STEP = 11
"""The width of the column with the names of the steps."""

_WORD = len("  right  ")
"""The width of the column before it, which says whether a step is right."""


@click.command("doctor", cls=OnlyOptions)
@implementations_option("none, so at least one must be given")
@encodings_option
@vectors_option
def command(selectors: tuple[str, ...], encodings: tuple[str, ...], folders: tuple[Path, ...]) -> int:
    """Try an implementation, and say what to change in it.

    This is for the first minutes with a new adapter: does it build and start, encode, decode, reject and flush, and are its
    numbers in hexadecimal? It asks the simplest operations, one at a time. `conform run` asks everything.

    Exit status: 0 if all steps are right; 1 if one is wrong; 2 for wrong usage; 3 if an implementation cannot be built.
    """
    if not selectors:
        raise WrongUsage("give an implementation: -i NAME or -i FOLDER")
    suite = load_suite(folders)
    screen, is_wrong = console(), False
    for implementation in installed(selectors, encodings, suite.encodings):
        screen.print(Text.assemble((implementation.name, "bold"), f", {implementation.manifest}"), soft_wrap=True)
        found = list(_observations(implementation, encodings, suite))
        for observation, where in _together(found):
            screen.print(_shown(observation, where), soft_wrap=True)
        if any(observation.is_wrong for _, observation in found):
            is_wrong = True
            screen.print("Change what is wrong first, and try again.")
        else:
            screen.print(f"Nothing is wrong so far. Next: conform run -i {quote(implementation.selector)}", soft_wrap=True)
    return 1 if is_wrong else 0


def _together(found: Iterable[tuple[str, Observation]]) -> Iterator[tuple[Observation, str]]:
    """Yields each different observation, and in words its encodings; no words if there is only one."""
    encodings = dict[Observation, list[str]]()
    for encoding, observation in found:
        encodings.setdefault(observation, []).append(encoding)
    all_of_them = {encoding for some in encodings.values() for encoding in some if encoding}
    for observation, some in encodings.items():
        is_clear = some == [""] or len(all_of_them) == 1
        yield observation, "" if is_clear else f" ({first_of(some, _MOST_NAMED)})"


def _shown(observation: Observation, where: str) -> Text:
    word, style = ("wrong", "bold red") if observation.is_wrong else ("right", "green")
    shown = Text.assemble("  ", (word, style), "  ", _hanging(f"{observation.step:{_STEP}}", f"{observation.seen}{where}", _WORD))
    if observation.change:
        label = f"{'':{_STEP}}{'change' if observation.is_wrong else 'perhaps'}: "
        shown.append(f"\n{_hanging(label, observation.change)}")
    return shown


def _hanging(label: str, text: str, before: int = 0) -> str:
    """Returns a label and a text in lines of `WIDTH` columns, `before` of them taken. The text begins in one column."""
    column = before + len(label)
    return label + f"\n{'':{column}}".join(in_lines(text, WIDTH - column))


def _observations(implementation: Implementation, encodings: Sequence[str], suite: Suite) -> Iterator[tuple[str, Observation]]:
    """Yields what each step finds, with its encoding; first that of the start, which has none. Raises WrongUsage."""
    units = {unit.encoding.id: unit for unit in plan.units(suite, [implementation], encodings)}
    wanted = [id for id in implementation.encodings if id in units]
    with Testee(implementation) as testee:
        if failure := testee.failure_to_start():
            change = f"correct {(kind := implementation.kind)} in {implementation.manifest}, or what it names"
            if kind == Way.PROCESS:
                change = "flush standard output after each line, and write nothing but replies there"
            change += "; `conform new` writes plug-ins that start"
            yield "", Observation("start", failure_text(failure), change, is_wrong=True)
            return
        yield "", Observation("start", f"it offers {first_of(wanted, _MOST_NAMED)}")

        def ask(operation: Operation) -> Outcome:
            return next(testee.perform([operation]))

        for id in wanted:
            if failure := testee.failure_to_offer(id):
                yield id, Observation("offer", failure_text(failure), is_wrong=True)
                continue
            unit, features = units[id], testee.features(id)
            for observation in examined(unit.encoding, unit.limits, features, _ill_formed(unit.all_vectors), ask):
                yield id, observation


def _ill_formed(vectors: Collection[Vector]) -> list[bytes]:
    """Returns the shortest bytes that the vectors of an encoding reject, a few for each reason. Their lengths differ, because a
    single byte does not show how many values replace it."""
    rejected = dict[str, set[bytes]]()
    for vector in vectors:
        match vector.operation, vector.permitted:
            case Decode(_, data), (Rejection(_, reason),):
                rejected.setdefault(reason, set()).add(data)
    found: list[bytes] = []
    for _, some in sorted(rejected.items()):
        for _, of_a_length in islice(groupby(sorted(some, key=lambda data: (len(data), data)), len), _LENGTHS):
            found += islice(of_a_length, _OF_A_LENGTH)
    return found
