"""`conform promote`"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from encoding_conformance.adapters.installation import version_of
from encoding_conformance.adapters.sanitizer import preload
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.checks.catalogue import served_by
from encoding_conformance.commands.arguments import load_suite, present, vectors_option
from encoding_conformance.core.judge import judge
from encoding_conformance.core.vector import Witness
from encoding_conformance.core.verdict import Status
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.fuzz.rerun import Rerun
from encoding_conformance.fuzz.store import read
from encoding_conformance.report.example import outcome_shortly
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Unit
from workshop.audit import roster
from workshop.audit.roster import MODEL, Roster
from workshop.promotion.draft import Says, VectorDraft
from workshop.promotion.promotion import TABLE, NoVector, ShownOperation, shown


@click.command("promote")
@click.argument("folder", metavar="FINDING", type=click.Path(exists=True, file_okay=False, path_type=Path))
@vectors_option
def command(folder: Path, folders: tuple[Path, ...]) -> int:
    """Draft a test vector from a finding.

    FINDING is a folder that a campaign wrote. The finding is rerun, and so are the other implementations that are
    installed. The draft is written to standard output as a file of test vectors; you choose its id and its witnesses. Exit
    status: 2 if a test vector, which is one operation, cannot show the finding.
    """
    suite = load_suite(folders)
    known = roster.read([VECTORS, *folders], suite.encodings)
    old = read(folder)
    unit = _unit(suite, old.selector, old.bucket.encoding)
    preload(old.sanitizer)
    try:
        found = shown(Rerun(unit.implementation, unit.encoding, unit.limits), old)
    except NoVector as none:
        raise click.ClickException(f"{folder} makes no vector: {none}") from None
    preload("")  # the other implementations are asked without a sanitizer
    check = found.finding.reproducer.law.check
    draft = VectorDraft(
        found.operation,
        found.permitted,
        found.by,
        check,
        served_by(check, unit.encoding.id, suite.requirements),
        unit.all_vectors,
        [*_others(suite, unit, found, known), *_model(unit, found, known)],
    )
    bucket = found.finding.bucket
    said = outcome_shortly(found.finding.outcome)
    about = [f"of {folder}: {found.state}", str(bucket), f"{bucket.implementation} said: {said}"]
    click.echo(draft.text(about), nl=False)
    return 0


def _unit(suite: Suite, selector: str, encoding: str) -> Unit:
    """The unit of an implementation in an encoding. Raises WrongUsage if it does not offer the encoding."""
    (unit,) = plan.units(suite, present(registry.selected([selector], suite.encodings)), [encoding])
    return unit


def _others(suite: Suite, unit: Unit, found: ShownOperation, known: Roster) -> Iterator[Says]:
    """What the project's other implementations answer to an operation."""
    for implementation in registry.selected([registry.ALL], suite.encodings):
        id = unit.encoding.id
        itself = implementation.folder == unit.implementation.folder
        if itself or id not in implementation.encodings or implementation.missing():
            continue
        (theirs,) = plan.units(suite, [implementation], [id])
        with Testee(implementation) as testee:
            (outcome,) = testee.perform([found.operation])
        judgement = judge(unit.encoding, found.operation, found.permitted, outcome, theirs.limits)
        name = implementation.name
        witness = _stated(unit, known, name, version_of(implementation)) or Witness("third-party", implementation.title)
        agrees = bool(found.permitted) and judgement.status == Status.PASS
        yield Says(name, witness, outcome_shortly(outcome), agrees, known.source(name, id))


def _model(unit: Unit, found: ShownOperation, known: Roster) -> Iterator[Says]:
    """The tables as a witness, if it is they that say what is permitted."""
    if found.by == TABLE and (witness := _stated(unit, known, MODEL, "")):
        outcome = " | ".join(map(outcome_shortly, found.permitted))
        yield Says(MODEL, witness, outcome, True, known.source(MODEL, unit.encoding.id))


def _stated(unit: Unit, known: Roster, name: str, version: str) -> Witness | None:
    """Returns the witness as vectors of the encoding state it for this version. If none does, it is the text of the
    version; None if the version is unknown."""
    by_hand = Counter(witness for vector in unit.all_vectors if not vector.is_edge_case for witness in vector.witnesses)
    derived = Counter(witness for vector in unit.all_vectors for witness in vector.witnesses)
    for witness, _ in (*by_hand.most_common(), *derived.most_common()):
        if known.asked(witness.text, unit.encoding.id) == name and witness.text.lower().startswith(version.lower()):
            return Witness(witness.kind, witness.text)
    return Witness("third-party", version) if version else None
