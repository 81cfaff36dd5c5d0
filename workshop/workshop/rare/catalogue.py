"""All rare codecs, and the parts in which they are listed."""

from __future__ import annotations

from pathlib import Path

from workshop.rare import blocks, edges, lengths, lenient, long_texts, neighbours, states, wear
from workshop.rare.codec import Rare

SEEN, UNSEEN = "seen", "unseen"
"""The parts: codecs that whoever changes the suite may look at, and codecs that are only counted."""

_MODULES = (lengths, neighbours, states, lenient, blocks, long_texts, wear, edges)
RARE: dict[str, Rare] = {str(each): each for module in _MODULES for each in module.CODECS}


def listed(part: str) -> list[Rare]:
    """Returns the codecs of a part, in the order of its list, which has one on a line."""
    lines = Path(__file__).with_name(f"{part}.txt").read_text(encoding="utf-8").splitlines()
    return [RARE[line] for line in lines if line and not line.startswith("#")]
