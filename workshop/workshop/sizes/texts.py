"""Reads the texts whose sizes are measured, which `texts.yaml` lists."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from encoding_conformance.core.identity import Location
from encoding_conformance.data_files import schema
from encoding_conformance.data_files.problems import DataError, DataProblem
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import CHECKOUT

FOLDER = CHECKOUT / "texts"
FILE = "texts.yaml"
SCHEMA = FOLDER / "texts.schema.json"


@dataclass(frozen=True)
class Text:
    """A text as code points, with its title."""

    title: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Texts:
    """The texts, and the titles, by id, of the encodings with which sizes are compared."""

    texts: tuple[Text, ...]
    beside: Mapping[str, str]


def read(folder: Path) -> Texts:
    """Returns the texts of a folder. Raises DataError if a file has problems."""
    file = YamlFile(folder / FILE)
    if problems := list(schema.problems(file, SCHEMA)):
        raise DataError(problems)
    paths = {name: folder / f"{name}.txt" for name in file.data["texts"]}
    if missing := [name for name, path in paths.items() if not path.is_file()]:
        raise DataError(file.problem(f"there is no file {name}.txt beside this one", "texts", name) for name in missing)
    texts = tuple(read_text(paths[name], title) for name, title in file.data["texts"].items())
    return Texts(texts, file.data["beside"])


def read_text(path: Path, title: str) -> Text:
    """Returns the text in a file. Raises DataError if it is empty or not UTF-8, and OSError if it cannot be read."""
    data = path.read_bytes()
    if not data:
        raise DataError([DataProblem(Location(str(path), 1), "empty; a text has a character at least")])
    try:
        return Text(title, tuple(map(ord, data.decode("utf-8"))))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = f"not UTF-8: byte {data[error.start]:02X} at {error.start}; give a text in UTF-8"
        raise DataError([DataProblem(Location(str(path), line), problem)]) from None
