"""Draws the unseen half of the composed codecs anew: `make draw`.

The draw depends on its seed, on the mistakes, and on which vectors fail because of the mistakes. How their causes are told
plays no part in it. The list is kept in a file, so that it stays the same when a mistake is added.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from typing import NamedTuple

import click

from workshop.composed.attribution import hidden
from workshop.composed.composed import SEEN, UNSEEN, Composed
from workshop.composed.failing import failing_vectors
from workshop.composed.families import FAMILIES, Family

SEED = 20261152
HEADING = (
    f"# The {UNSEEN} half of the composed codecs: an encoding, and the mistakes that the codec makes in it.\n"
    f"# `draw.py` has drawn them. Each makes a mistake that no {SEEN} codec makes."
)
FRESH = frozenset(
    [
        "e000-to-ffff-as-fffd",
        "mark-before-other-than-ascii",
        "trail-80-refused",
        "third-for-the-second",
        "lead-of-three-masked-with-3f",
        "lead-of-four-by-twelve",
        "one-bit-in-the-lead-of-five",
        "lone-high-as-nul",
        "ends-of-halves-refused",
        "1000-subtracted",
        "fffe-swaps-from-there",
        "precedence-in-the-low",
        "f800-to-ffff-as-fffd",
        "ffffffff-ends-input",
        "beyond-effff-refused",
        "plane-from-the-byte-behind",
        "lowest-byte-masked-with-7f",
        "aligned-to-the-left",
        "leading-80-negates",
        "80-to-ff-in-one-byte",
        "bit-0-continues",
        "shifted-behind-the-last",
        "36-bits-at-most-written",
        "thirteen-bytes-behind-each-ff",
        "64-bits-in-thirteen-bytes",
        "storage-for-the-length",
        "each-ax-as-length",
        "21-read-upward",
        "beyond-2dd0b-in-one-byte",
        "ranges-without-their-ends",
        "59094-for-59049",
        "lacking-as-ff",
        "c1-from-the-end",
        "parity-carried-on",
        "z-carons-exchanged",
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
    "utf-8, fed": Share(6, 5, ("utf-8", "utf-8-31bit")),
    "utf-16, fed": Share(5, 3, ("utf-16-be", "utf-16-le")),
    "utf-32, fed": Share(3, 2, ("utf-32-be", "utf-32-le")),
    "kim, fed": Share(4, 4, ("kim", "kim-count")),
    "utf-inf-8, fed": Share(3, 3, ("utf-inf-8",)),
    "bocu-1, fed": Share(4, 2, ("bocu-1",)),
    "single bytes, fed": Share(3, 3, ("ascii-parity", "cp437", "iso-8859-4", "iso-8859-7", "iso-8859-8", "iso-8859-15")),
}


def candidates(family: Family, several: bool) -> Iterator[Composed]:
    """Yields codecs of a family, each of them once. Each makes the fresh mistake whose turn it is, in the encoding that has
    been taken least. Codecs with one mistake end after one round. Those with several go on without end, and begin with the
    mistakes that the codecs with one leave."""
    share, dice = SHARES[family.name], random.Random(f"{SEED} {family.name} {several}")
    fresh = [each for each in family.mistakes if each.name in FRESH]
    random.Random(f"{SEED} {family.name}").shuffle(fresh)
    given: set[Composed] = set()
    taken: Counter[str] = Counter()
    for turn in islice(cycle(fresh), share.single, None) if several else fresh:
        encodings = [each for each in share.encodings if turn.possible_in(each)]
        encoding = min(dice.sample(encodings, len(encodings)), key=taken.__getitem__)
        taken[encoding] += 1
        others = [each.name for each in family.possible(encoding) if each is not turn]
        chosen = [turn.name, *dice.sample(others, dice.choice(SIZES) - 1 if several else 0)]
        codec = Composed(encoding, tuple(sorted(chosen)))
        if codec not in given:
            given.add(codec)
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
