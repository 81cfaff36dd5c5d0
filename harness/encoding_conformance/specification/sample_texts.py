"""Reads `texts.yaml`: the texts whose sizes are measured, and what the documents print about sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from encoding_conformance.core.identity import Location
from encoding_conformance.data_folders import SCHEMAS
from encoding_conformance.specification import schema
from encoding_conformance.specification.faults import DataError, DataFault
from encoding_conformance.specification.yamlfile import YamlFile

FILE = "texts.yaml"

_BELOW = "below "


@dataclass(frozen=True)
class Text:
    """A text as code points, with its title."""

    title: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Printed:
    """A printed claim: these texts take from `least` to `most` per cent, or less than `most` if it is `below`."""

    least: int
    most: int
    below: bool
    titles: tuple[str, ...]


@dataclass(frozen=True)
class Claim:
    """What a section prints about the sizes of an encoding compared with another; `note` says how far that can be compared."""

    section: str
    encoding: str
    beside: str
    printed: tuple[Printed, ...]
    note: str


@dataclass(frozen=True)
class Texts:
    """The texts; the titles, by id, of the encodings with which sizes are compared; and the claims of the documents."""

    texts: tuple[Text, ...]
    beside: Mapping[str, str]
    claims: tuple[Claim, ...]


def read(folder: Path) -> Texts:
    """Returns the texts of a folder. Raises DataError if a file has faults."""
    file = YamlFile(folder / FILE)
    if faults := list(schema.faults(file, SCHEMAS["texts"])) or list(_faults(file)):
        raise DataError(faults)
    data = file.data
    texts = tuple(read_text(folder / f"{name}.txt", title) for name, title in data["texts"].items())
    claims = tuple(
        Claim(
            each["section"],
            each["encoding"],
            each["beside"],
            tuple(_printed(row["percent"], [data["texts"][name] for name in row["texts"]]) for row in each["printed"]),
            each["note"],
        )
        for each in data["claims"]
    )
    return Texts(texts, data["beside"], claims)


def read_text(path: Path, title: str) -> Text:
    """Returns the text in a file. Raises DataError if it is empty or not UTF-8, and OSError if it cannot be read."""
    data = path.read_bytes()
    if not data:
        raise DataError([DataFault(Location(str(path), 1), "empty; a text has a character at least")])
    try:
        return Text(title, tuple(map(ord, data.decode("utf-8"))))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = f"not UTF-8: byte {data[error.start]:02X} at {error.start}; give a text in UTF-8"
        raise DataError([DataFault(Location(str(path), line), problem)]) from None


def _faults(file: YamlFile) -> Iterator[DataFault]:
    """Yields the faults of the file that its schema does not find."""
    for name in file.data["texts"]:
        if not (file.path.parent / f"{name}.txt").is_file():
            yield file.fault(f"there is no file {name}.txt beside this one", "texts", name)
    for index, claim in enumerate(file.data["claims"]):
        if claim["beside"] not in file.data["beside"]:
            yield file.fault(f"{claim['beside']!r} is not among those under beside", "claims", index, "beside")
        for pointer, row in enumerate(claim["printed"]):
            for name in row["texts"]:
                if name not in file.data["texts"]:
                    yield file.fault(f"there is no text {name!r}", "claims", index, "printed", pointer, "texts")


def _printed(percent: str, titles: list[str]) -> Printed:
    if percent.startswith(_BELOW):
        return Printed(0, int(percent.removeprefix(_BELOW)), True, tuple(titles))
    least, _, most = percent.partition("..")
    return Printed(int(least), int(most or least), False, tuple(titles))
