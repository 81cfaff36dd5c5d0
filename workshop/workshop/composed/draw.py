"""Draws the list of composed codecs anew: `make draw`.

The draw depends on its seed, on the mistakes, and on which vectors fail because of them. How their causes are told plays no
part in it. The list is kept in a file, so that it stays the same when a mistake is added.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import click

from workshop.composed.attribution import hidden
from workshop.composed.composed import Composed
from workshop.composed.failing import failing
from workshop.composed.families import FAMILIES, Family

SEED = 20261123
HEADING = "# The composed codecs: an encoding, and the mistakes that the codec makes in it. `draw.py` has drawn them."
CHECKS = "*/check/*"
SIZES = (2, 2, 2, 2, 3, 3, 3, 4, 4)
"""How many mistakes a codec of several has; each of these is as likely as the others."""


class Share(NamedTuple):
    """How many codecs of a family are drawn, with one mistake and with several, and the encodings that they are of."""

    single: int
    several: int
    encodings: tuple[str, ...]


SHARES = {
    "utf-8": Share(8, 16, ("utf-8", "utf-8", "utf-8-31bit")),
    "utf-16": Share(6, 12, ("utf-16-be", "utf-16-le")),
    "utf-32": Share(4, 8, ("utf-32-be", "utf-32-le")),
    "kim": Share(5, 10, ("kim", "kim", "kim-count")),
    "utf-inf-8": Share(4, 7, ("utf-inf-8",)),
    "bocu-1": Share(4, 7, ("bocu-1",)),
    "single bytes": Share(4, 5, ("ascii-parity", "cp437", "iso-8859-2", "iso-8859-7", "iso-8859-8", "iso-8859-15")),
}


def candidates(family: Family, several: bool) -> Iterator[Composed]:
    """Yields codecs of a family, without end, each of them once. Of those with one mistake, none has that of an earlier one."""
    share, dice = SHARES[family.name], random.Random(f"{SEED} {family.name} {several}")
    given: set[Composed] = set()
    once: set[str] = set()
    while several or len(once) < len(family.mistakes):
        encoding = dice.choice(share.encodings)
        names = [each.name for each in family.possible(encoding)]
        chosen = tuple(sorted(dice.sample(names, dice.choice(SIZES) if several else 1)))
        codec = Composed(encoding, chosen)
        if codec not in given and (several or chosen[0] not in once):
            given.add(codec)
            once.update(() if several else chosen)
            yield codec


def drawn(jobs: int) -> list[Composed]:
    """Returns as many codecs as are wanted of each family. In each of them, every mistake fails a vector that no other fails."""
    draws = [
        (candidates(family, several), share.several if several else share.single)
        for family in FAMILIES
        for share in (SHARES[family.name],)
        for several in (False, True)
    ]
    kept: list[list[Composed]] = [[] for _ in draws]
    fails: dict[Composed, frozenset[str]] = {}
    while any(len(codecs) < wanted for codecs, (_, wanted) in zip(kept, draws)):
        tried = [[next(source) for _ in range(wanted - len(codecs))] for codecs, (source, wanted) in zip(kept, draws)]
        asked = {each for codecs in tried for codec in codecs for each in (codec, *codec.singles)}
        fails |= failing(sorted(asked - fails.keys()), jobs, (CHECKS,))
        for codecs, some in zip(kept, tried):
            codecs += [codec for codec in some if not hidden(fails[codec], _alone(codec, fails))]
    return [codec for codecs in kept for codec in sorted(codecs)]


def _alone(codec: Composed, fails: Mapping[Composed, frozenset[str]]) -> dict[str, frozenset[str]]:
    """Returns what each mistake of a codec fails alone."""
    return {name: fails[single] for name, single in zip(codec.names, codec.singles, strict=True)}


@click.command()
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="How many codecs are run at a time.")
def main(jobs: int) -> None:
    """Print the list of composed codecs."""
    click.echo(HEADING)
    for codec in drawn(jobs):
        click.echo(str(codec))


if __name__ == "__main__":
    main()
