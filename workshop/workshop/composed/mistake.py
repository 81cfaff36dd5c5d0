"""What a mistake says about itself, so that the causes of a run can be compared with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

ENCODE, DECODE = "encode", "decode"
BOTH = "both"
"""One mistake in both directions. It may be told as one cause, or as one for each direction."""


@dataclass(frozen=True)
class Mistake:
    """An everyday mistake of a codec.

    `where` is the direction that it concerns. `words` is a regular expression, and a true title of the mistake has something
    that it finds. `broken` has the ids of the requirements that it breaks, with spaces between them. `only` has the ids of
    the encodings in which it can be made, or is empty if these are all encodings of the family.
    """

    name: str
    where: str
    words: str
    broken: str
    only: tuple[str, ...] = ()

    @cached_property
    def requirements(self) -> frozenset[str]:
        """The ids of the requirements that it breaks."""
        return frozenset(self.broken.split())

    @property
    def directions(self) -> tuple[str, ...]:
        """The operations that it makes wrong."""
        return (DECODE, ENCODE) if self.where == BOTH else (self.where,)

    def possible_in(self, encoding: str) -> bool:
        """Returns whether a codec of this encoding can make it."""
        return not self.only or encoding in self.only

    def is_told_by(self, title: str) -> bool:
        """Returns whether a title has words that say this mistake."""
        return re.search(self.words, title, re.IGNORECASE) is not None
