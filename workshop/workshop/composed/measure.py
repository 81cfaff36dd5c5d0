"""Measures how well a run tells the mistakes of composed codecs: `python -m workshop.composed.measure`."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from workshop.composed.composed import SEEN, UNSEEN, listed, read
from workshop.composed.failing import failing
from workshop.composed.figures import Measured, figures, measured
from workshop.composed.runs import ask

SLOW = ("*/check/layout", "*/check/damage", "*/check/decode-undoes-encode")
"""The checks that take longer than everything else together. They are not asked without `--slow`."""


@click.command()
@click.option("--half", type=click.Choice([SEEN, UNSEEN, "both"]), default="both", help="Only the codecs of this half.")
@click.option(
    "--only", metavar="NAME", help="Only the codecs whose name has this in it; of any name with a slash, the codec itself."
)
@click.option("--show", is_flag=True, help="Show each codec with its causes, and what is wrong about them.")
@click.option("--slow", is_flag=True, help=f"Also ask {', '.join(SLOW)}.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="How many codecs are run at a time.")
def main(half: str, only: str | None, show: bool, slow: bool, jobs: int) -> None:
    """Run composed codecs, and print how well the causes of their failures tell their mistakes."""
    halves = {name: listed(name) for name in (SEEN, UNSEEN) if half in ("both", name)}
    if only:
        halves = {name: [codec for codec in some if only in str(codec)] for name, some in halves.items()}
        halves = halves if any(halves.values()) else {"in no half": [read(only)]}
    codecs = [codec for some in halves.values() for codec in some]
    without = () if slow else SLOW
    runs = ask(codecs, jobs, without)
    singles = {single for codec in codecs for single in codec.singles} - runs.keys()
    fails = failing(sorted(singles), jobs, without) | {codec: frozenset(run.failures) for codec, run in runs.items()}
    for name, some in halves.items():
        found = [measured(codec, runs[codec], fails) for codec in some]
        for each in found if show else ():
            _show(each)
        if found:
            _print(name, found)


def _print(half: str, codecs: Sequence[Measured]) -> None:
    click.echo(f"{half}: {len(codecs)} codecs")
    for what, count, of in figures(codecs):
        share = f"{100 * count / of:5.1f}%" if of else "     -"
        click.echo(f"  {what:50} {count:4} / {of:<4} {share}")


def _show(each: Measured) -> None:
    click.echo(f"{each.codec}  ({len(each.run.failures)} failures)")
    by_cause = {place: name for name, place in each.told.items()}
    for place, judged in enumerate(each.causes):
        cause = judged.cause
        click.echo(f"  {place + 1}  {cause.title}")
        shares = ", ".join(f"{name} {share:.0%} ({judged.own.get(name, 0):.0%} own)" for name, share in judged.shares.items())
        click.echo(f"     {len(cause.explains)} failures: {shares}")
        click.echo(f"     example {cause.example} ({cause.operation}), requirement {cause.requirement}")
        click.echo(f"     tells {by_cause.get(place, 'no mistake')}{''.join(f'; {wrong}' for wrong in judged.wrongs)}")
    for name in each.codec.names:
        if name not in each.told:
            click.echo(f"  not told: {name}{' (no failure belongs to it alone)' if name in each.hidden else ''}")
    click.echo()


if __name__ == "__main__":
    main()
