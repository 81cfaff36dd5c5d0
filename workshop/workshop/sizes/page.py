"""Makes a page of the sizes of texts, compared with the figures that the documents print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from encoding_conformance.data_files import schema
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import DataError, DataProblem
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.report.markdown import plain, row
from encoding_conformance.runner import registry
from workshop.sizes import texts
from workshop.sizes.command import Beside, Size, measure, of_every_text, size_in
from workshop.sizes.texts import Texts

_PAGE = """\
# Sizes

The reference encodes one text in {texts} languages, the Universal Declaration of Human Rights
([where it comes from]({link})). Encodings that take the same number of bytes for every text share a column. Encodings that
lack a character of any of these texts are left out.
"""


_BELOW = "below "


@dataclass(frozen=True)
class Printed:
    """A printed claim: these texts take from `least` to `most` per cent, or less than `most` if it is `below`."""

    least: int
    most: int
    below: bool
    titles: tuple[str, ...]


@dataclass(frozen=True)
class Claim:
    """The figures that a section prints for an encoding compared with another. `note` says how far they can be compared."""

    section: str
    encoding: str
    beside: str
    printed: tuple[Printed, ...]
    note: str


def read_claims(folder: Path) -> list[Claim]:
    """Returns the claims of the documents, from the list of texts in a folder. Raises DataError if the list has problems."""
    file = YamlFile(folder / texts.FILE)
    if problems := list(schema.problems(file, texts.SCHEMA)) or list(_problems(file)):
        raise DataError(problems)
    titles = file.data["texts"]
    return [
        Claim(
            each["section"],
            each["encoding"],
            each["beside"],
            tuple(_printed_by(row["percent"], [titles[name] for name in row["texts"]]) for row in each["printed"]),
            each["note"],
        )
        for each in file.data["claims"]
    ]


def _problems(file: YamlFile) -> Iterator[DataProblem]:
    """Yields the problems in the claims that the schema does not find."""
    for index, claim in enumerate(file.data["claims"]):
        if claim["beside"] not in file.data["beside"]:
            yield file.problem(f"{claim['beside']!r} is not listed under beside", "claims", index, "beside")
        for pointer, printed in enumerate(claim["printed"]):
            for name in printed["texts"]:
                if name not in file.data["texts"]:
                    yield file.problem(f"there is no text {name!r}", "claims", index, "printed", pointer, "texts")


def _printed_by(percent: str, titles: list[str]) -> Printed:
    if percent.startswith(_BELOW):
        return Printed(0, int(percent.removeprefix(_BELOW)), True, tuple(titles))
    least, _, most = percent.partition("..")
    return Printed(int(least), int(most or least), False, tuple(titles))


@dataclass(frozen=True)
class Measured:
    """A printed claim about a text, and the percentage that was measured."""

    title: str
    printed: Printed
    percent: float

    @property
    def difference(self) -> float | None:
        """The percentage points above the printed figure, or below it if negative; None if the measured figure agrees."""
        if self.percent > self.printed.most or (self.printed.below and self.percent == self.printed.most):
            return self.percent - self.printed.most
        return self.percent - self.printed.least if self.percent < self.printed.least else None


def measured(claim: Claim, sizes: Sequence[Size], beside: Mapping[tuple[str, str], int]) -> list[Measured]:
    """Returns the measured figures for each text that a claim names. `beside` has sizes by title and encoding."""
    taken = {each.text.title: each.bytes for each in sizes if each.encoding == claim.encoding and each.bytes is not None}
    return [
        Measured(title, row, 100 * taken[title] / beside[title, claim.beside]) for row in claim.printed for title in row.titles
    ]


def sizes_page(sizes: Sequence[Size], texts: Texts, claims: Sequence[Claim], beside: Beside, link: str) -> str:
    """Returns the page. `link` leads from it to the texts. The same sizes give the same page."""
    columns = _columns(sizes)
    bytes_of = {(each.text.title, each.encoding): each.bytes for each in sizes if each.bytes is not None}
    lines = [_PAGE.format(texts=len(texts.texts), link=link), "## Bytes", ""]
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
    for claim in claims:
        lines += [f"### {plain(claim.section)}: {claim.encoding} compared with {texts.beside[claim.beside]}", ""]
        lines += [*_claim(measured(claim, sizes, beside)), "", claim.note, ""]
    return "\n".join(lines).rstrip() + "\n"


def _columns(sizes: Sequence[Size]) -> list[list[str]]:
    """Returns the encodings in columns. Encodings with the same size for every text share a column."""
    by_encoding: dict[str, list[int | None]] = {}
    for each in sizes:
        by_encoding.setdefault(each.encoding, []).append(each.bytes)
    columns: dict[tuple[int | None, ...], list[str]] = {}
    for encoding, bytes in by_encoding.items():
        columns.setdefault(tuple(bytes), []).append(encoding)
    return list(columns.values())


def _claim(figures: Sequence[Measured]) -> Iterator[str]:
    return _table(
        ["text", "printed", "measured", "difference"],
        (
            [
                each.title,
                _printed(each.printed),
                f"{each.percent:.1f}",
                "none" if each.difference is None else f"{each.difference:+.1f}",
            ]
            for each in figures
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


def sizes_of_texts() -> str:
    """Returns the page of the project's texts, with the sizes that the reference makes and those that the documents print."""
    known, own = load_suite().encodings, texts.read(texts.FOLDER)
    sizes, _ = of_every_text(measure([registry.find("reference")], (), own.texts)[0])
    beside = {(text.title, id): size_in(known[id], text) for text, id in product(own.texts, own.beside)}
    return sizes_page(sizes, own, read_claims(texts.FOLDER), beside, "texts/README.md")
