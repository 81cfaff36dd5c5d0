"""`conform doctor`: runs the simplest vectors of each kind, one at a time, and advises about failures."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from shlex import quote
from typing import NamedTuple

import click
from rich.text import Text

from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.causes.changed_texts import prints_decimal, reads_decimal
from encoding_conformance.causes.collecting import explain
from encoding_conformance.causes.title import lacks_operation
from encoding_conformance.checks import first_and_spread, spread
from encoding_conformance.commands.arguments import (
    OnlyOptions,
    encodings_option,
    implementations_option,
    installed,
    vectors_option,
)
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import explain_command, failure_text, input_text, outcome_text
from encoding_conformance.core.operation import CHUNKS, Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    Rejection,
    Timeout,
    Unsupported,
)
from encoding_conformance.core.text import abridged, counted, first_of, in_lines
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.core.verdict import Verdict
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.models import bytes_of, permitted
from encoding_conformance.report.console import console
from encoding_conformance.report.example import WIDTH
from encoding_conformance.report.failure import DECLARE
from encoding_conformance.runner import plan
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.unit import UnitRun

_WELL_FORMED, _OF_A_LENGTH, _OF_A_REASON = 12, 3, 8
"""The most vectors of well-formed input of each operation, of each length, and the most that must be rejected for each reason."""

_MOST_NAMED = 3
"""The most encodings that a line names."""

_ENDS_AT_NUL = (
    "take the length of the input from the request, because a text may contain NUL; "
    "if the library's interface ends texts at NUL, leave it, and `conform run` reports it as one cause"
)

_START = "start"
"""The first step."""

_STEP, _WORD = 11, len("  right  ")
"""The width of the column with the names of the steps, and of the column before it with `right` or `wrong`."""

_LONGEST, _LONG_LINE = 200, 1 << 13
"""The most characters of an outcome that are shown, and the bytes or values from which an input is a long line."""


class Observation(NamedTuple):
    """The observation of one step. If it `is_wrong` or could be better, `change` is the advice, unless the message in `seen`
    already gives it."""

    step: str
    seen: str
    change: str = ""
    is_wrong: bool = False


@click.command("doctor", cls=OnlyOptions)
@implementations_option("none; give at least one")
@encodings_option
@vectors_option
def command(selectors: tuple[str, ...], encodings: tuple[str, ...], folders: tuple[Path, ...]) -> int:
    """Try an implementation, and suggest what to change.

    This is for the first minutes with a new adapter: does it build and start, encode, decode, reject and flush, and write
    numbers in hexadecimal? It runs the simplest vectors, one at a time. `conform run` runs everything.

    Exit status: 0 if all steps are right; 1 if one is wrong; 2 for wrong usage; 3 if an implementation cannot be built.
    """
    if not selectors:
        raise WrongUsage("give an implementation: -i NAME or -i FOLDER")
    suite = load_suite(folders)
    screen, is_wrong = console(), False
    for implementation in installed(selectors, encodings, suite.encodings):
        screen.print(Text.assemble((implementation.name, "bold"), f", {implementation.manifest}"), soft_wrap=True)
        observations = list(_observations(implementation, encodings, suite))
        for observation, names in _together(observations):
            screen.print(_shown(observation, names), soft_wrap=True)
        next_command = f"conform run -i {quote(implementation.selector)}"
        wrong = [observation.step for _, observation in observations if observation.is_wrong]
        if wrong:
            is_wrong = True
            screen.print("Fix these errors first, and try again.")
            if _START not in wrong:
                screen.print(f"If the library itself is wrong, go on: {next_command}", soft_wrap=True)
        else:
            screen.print(f"Nothing is wrong so far. Next: {next_command}", soft_wrap=True)
    return 1 if is_wrong else 0


def _together(observations: Sequence[tuple[str, Observation]]) -> Iterator[tuple[Observation, str]]:
    """Yields each different observation and the names of its encodings as text, empty if there is only one encoding."""
    encodings = dict[Observation, list[str]]()
    for encoding, observation in observations:
        encodings.setdefault(observation, []).append(encoding)
    is_one = len({encoding for encoding, _ in observations if encoding}) == 1
    for observation, names in encodings.items():
        yield observation, "" if names == [""] or is_one else f" ({first_of(names, _MOST_NAMED)})"


def _shown(observation: Observation, names: str) -> Text:
    word, style = ("wrong", "bold red") if observation.is_wrong else ("right", "green")
    shown = Text.assemble("  ", (word, style), "  ", _hanging(f"{observation.step:{_STEP}}", f"{observation.seen}{names}", _WORD))
    if observation.change:
        label = f"{'':{_STEP}}{'change' if observation.is_wrong else 'perhaps'}: "
        shown.append(f"\n{_hanging(label, observation.change)}")
    return shown


def _hanging(label: str, text: str, before: int = 0) -> str:
    """Returns a label and a text in lines of `WIDTH` columns, `before` of them taken, with a hanging indent."""
    column = before + len(label)
    return label + f"\n{'':{column}}".join(in_lines(text, WIDTH - column))


def _observations(implementation: Implementation, encodings: Sequence[str], suite: Suite) -> Iterator[tuple[str, Observation]]:
    """Yields the encoding and the observation of each step. The start comes first, without encoding. Raises WrongUsage."""
    units = {unit.encoding.id: unit for unit in plan.units(suite, [implementation], encodings)}
    wanted = [id for id in implementation.encodings if id in units]
    with RestartingSession(implementation) as session:
        if failure := session.failure_to_start():
            change = f"correct {(kind := implementation.kind)} in {implementation.manifest}, or what it names"
            if kind == Way.PROCESS and ("instead of" in failure.text or "flush" in failure.text):
                change = "flush standard output after each line, and write nothing but replies there"
            yield (
                "",
                Observation(_START, failure_text(failure), f"{change}; `conform new` writes plug-ins that start", is_wrong=True),
            )
            return
        yield "", Observation(_START, f"it offers {first_of(wanted, _MOST_NAMED)}")
        for id in wanted:
            if failure := session.failure_to_offer(id):
                yield id, Observation("offer", failure_text(failure), is_wrong=True)
            else:
                yield from ((id, observation) for observation in _examined(units[id], session))


def _examined(unit: Unit, session: RestartingSession) -> Iterator[Observation]:
    """Yields the observations of the steps. Ill-formed input comes only after well-formed input is right, except for NUL."""

    def run(vector: Vector) -> Verdict:
        (verdict,) = UnitRun(replace(unit, vectors=(vector,), checks=()), session).verdicts()  # so it waits for each reply
        return verdict

    right = set[Kind]()
    for kind in (Kind.ENCODE, Kind.DECODE):
        if well_formed := _well_formed(unit.vectors, kind):
            yield (seen := _step(kind, unit, map(run, well_formed)))
            right |= {kind} if not seen.is_wrong or seen.change == _ENDS_AT_NUL else set()
    if Kind.DECODE not in right:
        return
    ill_formed = _ill_formed(unit.encoding, [vector for vector in unit.vectors if vector.operation.kind in right])
    if verdicts := list(map(run, ill_formed)):
        yield _rejections(unit, verdicts)
    if CHUNKS in session.features(unit.encoding.id):
        rejected = [vector for vector, verdict in zip(ill_formed, verdicts) if not verdict.status.is_bad]
        chunked = [vector for vector in [*well_formed, *rejected] if vector.operation.kind == Kind.DECODE]
        yield _step("in chunks", unit, map(run, map(_in_single_bytes, chunked)), "inputs in chunks of one byte")
    elif not (unit.limits.validates or unit.implementation.library):  # libraries have no incremental decoder
        not_run = f"not run, because it does not offer {CHUNKS}"
        yield Observation("in chunks", not_run, "offer an incremental decoder if there is one")


def _in_single_bytes(vector: Vector) -> Vector:
    data = bytes(vector.operation.input)
    return replace(vector, operation=Decode(vector.id.encoding, data, tuple(range(1, len(data)))))


def _well_formed(vectors: Sequence[Vector], kind: Kind) -> list[Vector]:
    """Returns short vectors of an operation that have exactly one result, of different lengths."""
    well_formed = [each for each in vectors if each.operation.kind == kind and not isinstance(each.permitted[0], Rejection)]
    definite = sorted((each for each in well_formed if len(each.permitted) == 1), key=_size)
    of_lengths = [spread(list(group), _OF_A_LENGTH) for _, group in groupby(definite, lambda each: len(each.operation.input))]
    return first_and_spread([each for group in of_lengths for each in group], _WELL_FORMED)


def _ill_formed(encoding: Encoding, vectors: Sequence[Vector]) -> list[Vector]:
    """Returns short vectors that must be rejected, a few for each reason. Their lengths differ, because a single byte does not
    show how many values replace it."""
    reasons = dict[tuple[Kind, str], list[Vector]]()
    for vector in sorted(vectors, key=_size):
        by_tables = permitted(encoding, vector.operation)  # which always state the reason
        match vector.permitted, by_tables:
            case (Rejection(),), (Rejection(_, reason),):
                reasons.setdefault((vector.operation.kind, reason), []).append(replace(vector, permitted=by_tables))
    selected = []
    for _, rejected in sorted(reasons.items()):
        lengths = [list(group)[:2] for _, group in groupby(rejected, lambda each: len(each.operation.input))]
        selected += [each for group in lengths for each in group][:_OF_A_REASON]
    return selected


def _size(vector: Vector) -> tuple[int, tuple[int, ...]]:
    return len(vector.operation.input), tuple(vector.operation.input)


def _step(step: str, unit: Unit, verdicts: Iterator[Verdict], inputs: str = "well-formed inputs") -> Observation:
    """Returns the observation of the first failure that is not about NUL, else of the first failure, else of success."""
    failed, works = None, False
    for verdict in verdicts:
        if verdict.status.is_bad:
            change = _advice(unit, verdict, works)
            failed = failed or Observation(step, _difference(verdict), change, is_wrong=True)
            if change != _ENDS_AT_NUL:
                return Observation(step, _difference(verdict), change, is_wrong=True)
        else:
            works = works or bool(verdict.operation and verdict.operation.input)
    return failed or Observation(step, f"{inputs}, as expected")


def _rejections(unit: Unit, verdicts: Sequence[Verdict]) -> Observation:
    """Returns the observation for ill-formed input, with a fitting declaration of replacements if there is one."""
    wrong = [verdict for verdict in verdicts if verdict.status.is_bad]
    if not wrong:
        of_decode = (each.got for each in verdicts if isinstance(each.operation, Decode))
        rejected, seen = [got for got in of_decode if isinstance(got, Rejection)], "ill-formed inputs, as expected"
        if rejected and all(got.offset is None for got in rejected):
            return Observation("reject", f"{seen}, without an offset", "report the offset of the fault if the library does")
        return Observation("reject", seen)
    example, replaced = wrong[0], next((cause for cause in explain(unit, verdicts) if cause.declaration), None)
    if replaced:
        example, change = replaced.example, f"{DECLARE} {replaced.declaration}"
    elif wrong[0].operation and unit.limits.replacing.replaces(wrong[0].operation.kind):
        change = "replace it as the manifest declares"
    else:
        change = _advice(unit, wrong[0])
    seen = f"wrong for {len(wrong)} of {counted(len(verdicts), 'ill-formed input')}; {_difference(example)}"
    return Observation("reject", seen, change, is_wrong=True)


def _without_nul(encoding: Encoding, operation: Operation, expected: Permitted) -> Iterator[bytes | tuple[int, ...]]:
    """Yields the wrong results of an implementation that ends texts at NUL or drops it."""
    values = expected.value if isinstance(expected, Decoded) else tuple(operation.input)
    if 0 in values:
        for text in (values[: values.index(0)], tuple(filter(None, values))):
            yield text if isinstance(expected, Decoded) else bytes_of(encoding, text)


def _difference(verdict: Verdict) -> str:
    expected, got = (outcome_text(each) if each else "" for each in (verdict.expected[0], verdict.got))
    request = input_text(verdict.operation) if verdict.operation else ""
    return f"{request}: expected {expected}, got {abridged(got, _LONGEST)}"


def _advice(unit: Unit, verdict: Verdict, works: bool = True) -> str:
    """Returns advice about a wrong outcome; empty if its message gives it. If it `works`, the operation was right before."""
    operation, expected, outcome = verdict.operation, verdict.expected[0], verdict.got
    assert operation, "a vector has an operation"
    is_program = unit.implementation.kind == Way.PROCESS
    shown = f"`{explain_command(operation)}` explains the expected outcome"
    match outcome:
        case Crash() if len(operation.input) >= _LONG_LINE:
            return "read lines of any length"
        case Crash() if unit.implementation.library:
            return "check the length before reads, the capacity before writes; if the library takes no length, add NUL to a copy"
        case Crash() | Malformed() | Rejection() if operation.kind == Kind.ENCODE and is_program and not works:
            return "if it only decodes, add `operations: [decode]` to the manifest"
        case BrokenProtocol() | Malformed():
            return ""
        case Crash() if not isinstance(expected, Rejection):
            return ""
        case Crash():
            return f"if the library rejects it so, reject it (in Python, raise ValueError); otherwise leave this crash; {shown}"
        case Unsupported() if works:
            return "if its type is too small for the value, declare max_value in the manifest"
        case Unsupported():
            return f"{operation.kind} is not supported; {lacks_operation(operation.kind)}"
        case Timeout() if is_program:
            return "flush the output after each reply, or whenever no input is waiting"
        case Timeout():
            return "look for a loop that does not end"
        case Decoded() if isinstance(expected, Decoded) and prints_decimal(expected.value) == outcome.value:
            return "write values in hexadecimal"
        case Encoded(value) if isinstance(operation, Encode) and value == bytes_of(unit.encoding, reads_decimal(operation.input)):
            return "read values as hexadecimal numbers"
        case Rejection() if isinstance(expected, Rejection):
            in_chunks = "count the offset from the beginning of the first chunk"
            return in_chunks if operation.cuts else "report the offset at which the ill-formed sequence begins, or no offset"
        case _ if isinstance(expected, Rejection):
            return f"reject it; {shown}"
        case Encoded() | Decoded() if outcome.value in _without_nul(unit.encoding, operation, expected):
            return _ENDS_AT_NUL
    return shown
