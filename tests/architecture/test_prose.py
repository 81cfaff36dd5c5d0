"""The pages that people wrote, docstrings and messages: words that they avoid, and links that lead somewhere."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from workshop.links import anchors

HOME = Path(__file__).parents[2]

PAGES = ("*.md", "docs/*.md", "vectors/*.md", "implementations/*/README.md", "workshop/*.md", "workshop/docs/learning.md")
SOURCES = ("harness/**/*.py", "implementations/reference/**/*.py", "workshop/workshop/*.py", "workshop/workshop/*/*.py")

AVOIDED = {
    r"behind": "after",
    r"t(?:ell|ells|old|elling)": "say, show, report or distinguish",
    r"ask(?:s|ed|ing)?": "run, call, send or need",
    r"mend(?:s|ed|ing)?": "fix",
    r"but for": "except",
    r"so many": "a number",
    r"(?:is|are) (?-i:none)": "is empty, missing or invalid",
    r"testees?": "session or implementation",
}
"""Patterns of avoided words, and the words to write instead."""

PATTERN = re.compile("|".join(rf"(?P<w{number}>\b{words}\b)" for number, words in enumerate(AVOIDED)), re.IGNORECASE)

RIGHT = re.compile(
    r"not asked|there (?:is|are) none|(?:no|some)thing behind|lead-tells-length|`[^`\n]*`|\{[^{}]*\}|https?://\S+", re.IGNORECASE
)
"""What may hold these words: a verdict's reason, ordinary phrases, an id, code, and addresses."""

BLOCK = re.compile(r"(?ms)^```.*?^```")
"""What a command prints, or code."""


def faults(text: str) -> Iterator[str]:
    """Yields the avoided words of a text, each with its line and what to write instead."""
    for number, line in enumerate(text.splitlines(), start=1):
        for found in PATTERN.finditer(RIGHT.sub("", line)):
            instead = list(AVOIDED.values())[int((found.lastgroup or "w0")[1:])]
            yield f"{number}: {found[0]!r}; write {instead}"


LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"(?m)^#+ (.+)$")


def dead_links(page: Path) -> Iterator[str]:
    """Yields the links of a page to a file or a heading that does not exist."""
    for link in LINK.findall(without_blocks(page)):
        name, _, heading = link.partition("#")
        target = page.parent / name if name else page
        if ":" not in name and not (target.exists() and (not heading or f"#{heading}" in ends(target))):
            yield link


def ends(page: Path) -> set[str]:
    """Returns the ends of links to the headings of a page."""
    return {*anchors(HEADING.findall(without_blocks(page))).values()}


def without_blocks(page: Path) -> str:
    """Returns the text of a page with empty lines instead of its blocks of code."""
    return BLOCK.sub(lambda block: "\n" * block[0].count("\n"), page.read_text(encoding="utf-8"))


def prose(source: str) -> str:
    """Returns the comments and strings of a Python module, each in its line."""
    lines = [""] * (source.count("\n") + 2)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING) or tokenize.tok_name[token.type] == "FSTRING_MIDDLE":
            for offset, line in enumerate(token.string.split("\n")):
                lines[token.start[0] - 1 + offset] += f" {line}"
    return "\n".join(lines)


def files(patterns: tuple[str, ...]) -> list[Path]:
    return sorted({path for pattern in patterns for path in HOME.glob(pattern)})


@pytest.mark.parametrize("folder", [PAGES, SOURCES], ids=["pages", "sources"])
def test_prose_has_no_avoided_words(folder: tuple[str, ...]) -> None:
    found = []
    for path in files(folder):
        text = prose(path.read_text(encoding="utf-8")) if path.suffix == ".py" else without_blocks(path)
        found += [f"{path.relative_to(HOME)}:{fault}" for fault in faults(text)]
    assert found == []


def test_links_lead_to_files_and_headings_that_exist(tmp_path: Path) -> None:
    assert {str(page.relative_to(HOME)): links for page in files(PAGES) if (links := list(dead_links(page)))} == {}
    page = tmp_path / "page.md"
    page.write_text("# A b\n\n[1](#a-b) [2](no.md) [3](page.md#c) [4](https://x.org/#y)\n\n```text\n# C\n[5](no)\n```\n")
    assert list(dead_links(page)) == ["no.md", "page.md#c"]


def test_words_are_found_in_comments_and_strings_only() -> None:
    source = 'def told(asked):  # what is behind\n    """It tells."""\n    return f"mended {asked}, `ask`, not asked"\n'
    assert list(faults(prose(source))) == [
        "1: 'behind'; write after",
        "2: 'tells'; write say, show, report or distinguish",
        "3: 'mended'; write fix",
    ]
