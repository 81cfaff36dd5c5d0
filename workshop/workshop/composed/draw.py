"""Draws the unseen half of the composed codecs anew: `make draw`.

The draw depends on its seed, on the mistakes, and on which vectors fail because of the mistakes. How their causes are told
plays no part in it. The list is kept in a file, so that it stays the same when a mistake is added.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import click

from workshop.composed.attribution import hidden
from workshop.composed.composed import SEEN, UNSEEN, Composed
from workshop.composed.failing import failing_vectors
from workshop.composed.families import FAMILIES, Family

SEED = 20261132
HEADING = (
    f"# The {UNSEEN} half of the composed codecs: an encoding, and the mistakes that the codec makes in it.\n"
    f"# `draw.py` has drawn them. Each makes a mistake that no {SEEN} codec makes."
)
FRESH = frozenset(
    [
        "byte-lost-at-4096",
        "ends-at-1a",
        "next-line-as-lf",
        "fffd-as-a-fault",
        "f1-to-f3-as-f4",
        "ed-second-to-9e",
        "trail-bf-refused",
        "d800-not-high",
        "d7ff-refused",
        "plane-16-refused",
        "dfff-taken",
        "six-bits-written",
        "4000-in-two-bytes",
        "80000000-in-six-bytes",
        "hiragana-from-3041",
        "least-difference-in-two-bytes",
        "sign-extended",
        "last-cell-missing",
    ]
)
"""The mistakes that were added for this draw. Each codec makes one of them."""
SIZES = (2, 2, 2, 2, 3, 3, 3, 4, 4)
"""How many mistakes a codec of several has; each of these is as likely as the others."""


class Share(NamedTuple):
    """How many codecs of a family are drawn, with one mistake and with several, and the encodings that they are of."""

    single: int
    several: int
    encodings: tuple[str, ...]


SHARES = {
    "utf-8, fed": Share(2, 5, ("utf-8", "utf-8", "utf-8-31bit")),
    "utf-16, fed": Share(2, 5, ("utf-16-be", "utf-16-le")),
    "utf-32, fed": Share(2, 4, ("utf-32-be", "utf-32-le")),
    "kim, fed": Share(2, 4, ("kim", "kim", "kim-count")),
    "utf-inf-8, fed": Share(1, 2, ("utf-inf-8",)),
    "bocu-1, fed": Share(2, 4, ("bocu-1",)),
    "single bytes, fed": Share(2, 3, ("ascii-parity", "cp437", "iso-8859-2", "iso-8859-5", "iso-8859-7", "iso-8859-15")),
}


def candidates(family: Family, several: bool) -> Iterator[Composed]:
    """Yields codecs of a family, without end, each of them once. Each makes a fresh mistake, and of those
    with one mistake, none has that of an earlier one."""
    share, dice = SHARES[family.name], random.Random(f"{SEED} {family.name} {several}")
    fresh = FRESH.intersection(each.name for each in family.mistakes)
    given: set[Composed] = set()
    once: set[str] = set()
    while several or len(once) < len(fresh):
        encoding = dice.choice(share.encodings)
        names = [each.name for each in family.possible(encoding)]
        chosen = tuple(sorted(dice.sample(names, dice.choice(SIZES) if several else 1)))
        codec = Composed(encoding, chosen)
        if codec not in given and not fresh.isdisjoint(chosen) and (several or chosen[0] not in once):
            given.add(codec)
            once.update(() if several else chosen)
            yield codec


def drawn() -> Iterator[Composed]:
    """Yields as many codecs as are wanted of each family. In each of them, every mistake fails a vector that no other fails."""
    for family in (each for each in FAMILIES if each.name in SHARES):
        share = SHARES[family.name]
        for several, wanted in ((False, share.single), (True, share.several)):
            yield from sorted(islice(filter(_shows_each_mistake, candidates(family, several)), wanted))


def _shows_each_mistake(codec: Composed) -> bool:
    alone = {name: failing_vectors(single) for name, single in zip(codec.names, codec.singles, strict=True)}
    return not hidden(failing_vectors(codec), alone)


@click.command()
def main() -> None:
    """Print the unseen half of the composed codecs."""
    click.echo(HEADING)
    for codec in drawn():
        click.echo(str(codec))


if __name__ == "__main__":
    main()
