"""Reports sizes of texts: a table with bars for the screen, rows for programs, and a page that compares them with what the
documents print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rich.bar import Bar
from rich.console import Console
from rich.table import Table

from encoding_conformance.commands.sizes.sizes import Measured, Size, measured
from encoding_conformance.report.markdown import plain, row
from encoding_conformance.specification.texts import Printed, Text, Texts

Beside = Mapping[tuple[str, str], int]
"""The sizes with which others are compared, by a text's title and an encoding."""

_BAR = 14
"""The width of the longest bar in columns."""

_PAGE = """\
# Sizes

Do not edit this page: `conform sizes --markdown {name}` generates it.

The reference encodes one text in {texts} languages, the Universal Declaration of Human Rights
([where it comes from]({link})). Encodings that take the same number of bytes for every text share a column. Encodings that
lack a character of any of these texts are left out.
"""


def rows(sizes: Sequence[Size], titles: Mapping[str, str], beside: Beside) -> Iterator[tuple[str, ...]]:
    """A head, then a row for each size. If there is no size, the row says why instead, and has no percentages."""
    yield "text", "characters", "implementation", "encoding", "bytes", *(f"% of {title}" for title in titles.values())
    for each in sizes:
        known = each.bytes is not None
        measures = (str(each.bytes), *_percentages(each, titles, beside)) if known else (each.instead, *[""] * len(titles))
        yield each.text.title, str(len(each.text.values)), each.implementation, each.encoding, *measures


def show(screen: Console, sizes: Sequence[Size], titles: Mapping[str, str], beside: Beside) -> None:
    """Shows a table. Encodings of one implementation with the same size of a text share a row. The length of a bar is relative to
    the largest size of the text."""
    implementations = len({each.implementation for each in sizes}) > 1
    table = Table("text", *(["implementation"] if implementations else []), "encodings")
    for head in ("bytes", *(f"% {title}" for title in titles.values())):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("", width=_BAR)
    for text, group in groupby(sizes, lambda each: each.text):
        of_text = list(group)
        most = max((each.bytes for each in of_text if each.bytes is not None), default=0)
        alike = _alike(of_text)
        for label, same in zip(_labels(text, len(alike)), alike):
            first = same[0]
            who = [first.implementation] if implementations else []
            what = ", ".join(each.encoding for each in same)
            if first.bytes is None:
                table.add_row(label, *who, what, *[""] * (1 + len(titles)), first.instead)
            else:
                bar = Bar(most, 0, first.bytes, width=_BAR)
                table.add_row(label, *who, what, str(first.bytes), *_percentages(first, titles, beside), bar)
        table.add_section()
    screen.print(table)


def _labels(text: Text, rows: int) -> list[str]:
    """The labels of the rows of a text: its title and its length."""
    title, length = text.title, f"{len(text.values)} characters"
    return [title, length, *[""] * (rows - 2)] if rows > 1 else [f"{title}\n{length}"]


def _alike(sizes: Sequence[Size]) -> list[list[Size]]:
    """Returns groups of equal sizes of one implementation. The smallest size comes first, and groups without a size come
    last."""
    found: dict[tuple[str, int | None, str], list[Size]] = {}
    for each in sizes:
        found.setdefault((each.implementation, each.bytes, each.instead), []).append(each)
    return sorted(found.values(), key=lambda same: (same[0].bytes is None, same[0].bytes or 0))


def _percentages(size: Size, titles: Mapping[str, str], beside: Beside) -> list[str]:
    return [] if size.bytes is None else [f"{100 * size.bytes / beside[size.text.title, encoding]:.0f}" for encoding in titles]


def sizes_page(sizes: Sequence[Size], texts: Texts, beside: Beside, name: str, link: str) -> str:
    """The page. `name` is the name of its file, and `link` leads from it to the texts. The same sizes give the same page."""
    columns = _columns(sizes)
    bytes_of = {(each.text.title, each.encoding): each.bytes for each in sizes if each.bytes is not None}
    lines = [_PAGE.format(name=name, texts=len(texts.texts), link=link), "## Bytes", ""]
    lines += _table(
        ["text", "characters", *(", ".join(ids) for ids in columns)],
        ([text.title, str(len(text.values)), *(str(bytes_of[text.title, ids[0]]) for ids in columns)] for text in texts.texts),
    )
    for encoding, title in texts.beside.items():
        lines += ["", f"## Percentage of {title}", ""]
        lines += _table(
            ["text", *(", ".join(ids) for ids in columns)],
            (
                [text.title, *(f"{100 * bytes_of[text.title, ids[0]] / beside[text.title, encoding]:.0f}" for ids in columns)]
                for text in texts.texts
            ),
        )
    lines += ["", "## Compared with what the documents print", ""]
    for claim in texts.claims:
        lines += [f"### {plain(claim.section)}: {claim.encoding} compared with {texts.beside[claim.beside]}", ""]
        lines += [*_claim(measured(claim, sizes, beside)), "", claim.note, ""]
    return "\n".join(lines).rstrip() + "\n"


def _columns(sizes: Sequence[Size]) -> list[list[str]]:
    """The encodings in columns. Those with the same size for every text share a column."""
    by_encoding: dict[str, list[int | None]] = {}
    for each in sizes:
        by_encoding.setdefault(each.encoding, []).append(each.bytes)
    found: dict[tuple[int | None, ...], list[str]] = {}
    for encoding, bytes in by_encoding.items():
        found.setdefault(tuple(bytes), []).append(encoding)
    return list(found.values())


def _claim(found: Sequence[Measured]) -> Iterator[str]:
    return _table(
        ["text", "printed", "measured", "difference"],
        (
            [
                each.title,
                _printed(each.printed),
                f"{each.percent:.1f}",
                "none" if each.difference is None else f"{each.difference:+.1f}",
            ]
            for each in found
        ),
    )


def _printed(printed: Printed) -> str:
    if printed.below:
        return f"below {printed.most}"
    return str(printed.most) if printed.least == printed.most else f"{printed.least} to {printed.most}"


def _table(head: Sequence[str], body: Iterator[Sequence[str]]) -> Iterator[str]:
    yield row(head)
    yield row(["---", *["---:"] * (len(head) - 1)])
    yield from (row(cells) for cells in body)
