"""Words that a shell offers for a part of a word."""

import pytest
from click.shell_completion import BashComplete

from encoding_conformance.commands.main import conform


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["exp"], "explain"),
        (["run", "--fail"], "--fail-fast"),
        (["run", "-i", "perl-unicode"], "perl-unicode-utf8"),
        (["run", "-e", "utf-8-3"], "utf-8-31bit"),
        (["run", "-k", "boc"], "bocu-1/"),
        (["run", "-k", "ascii/letter-a-la"], "ascii/letter-a-large/decode"),
    ],
)
def test_words_are_completed(words: list[str], expected: str) -> None:
    *before, part = words
    found = BashComplete(conform, {}, "conform", "_CONFORM_COMPLETE").get_completions(before, part)
    assert expected in [each.value for each in found]
    assert [each.value for each in found if not each.value.startswith(part)] == []
