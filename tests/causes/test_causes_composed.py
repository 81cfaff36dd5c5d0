"""The composed codecs themselves."""

from __future__ import annotations

import pytest
from composed import FED, STYLES, codec
from diagnosed import failures


@pytest.mark.parametrize("style", ["", FED])
@pytest.mark.parametrize("encoding", [*STYLES, "ascii-parity", "cp437", "iso-8859-7"])
def test_a_codec_without_mistakes_fails_no_vector(encoding: str, style: str) -> None:
    assert failures(encoding, codec(style + encoding)) == []
