"""The version of an implementation, compared with the one in its manifest."""

import pytest

from encoding_conformance.adapters.installation import bare, is_of


@pytest.mark.parametrize(("text", "holds"), [("1.2", True), ("1.2 x", True), ("1.2x", False), ("1", False), ("x 1.2", False)])
def test_words_are_compared_whole(text: str, holds: bool) -> None:
    assert is_of(text, "1.2") == holds


def test_a_version_is_bare_without_a_date_or_a_copyright() -> None:
    assert [bare(text) for text in ("One 1.0  Copyright", "two 2 (of 2020)", "3 [x]", "")] == ["One 1.0", "two 2", "3", ""]
