"""Artefacts: files with objects that take long to make, which are used only if they are complete and have the right key.

An artefact is a compressed pickle, so a file of which a part is missing or damaged does not unpack. Its name contains a hash
of everything that it was made from, code and data. To unpickle a file can run any code. So it is read only from two folders:
the package, which has the artefacts of a wheel, and the user's own cache folder, which has all others. It is not an error if
the cache cannot be read or written. Commands then only take longer.
"""

import os
import pickle
import shutil
import tempfile
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import lru_cache, partial
from io import BytesIO
from itertools import chain, groupby, repeat
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

import encoding_conformance
from encoding_conformance.core.identity import Location
from encoding_conformance.core.operation import Encode
from encoding_conformance.data_files.suite import hashed
from encoding_conformance.data_files.yamlfile import Plain
from encoding_conformance.data_folders import COMPILED

_UNUSED = 14 * 24 * 3600
"""The seconds after which what no command has used may be deleted."""

_PROTOCOL = 5
"""The version of the pickles, which each Python that the harness supports can read."""

_PACKAGE = Path(encoding_conformance.__file__).parent


def user_folder() -> Path:
    """Returns the folder to which artefacts are written."""
    return platformdirs.user_cache_path("encoding-conformance")


def read(name: str, folders: Sequence[Path] = ()) -> Any:
    """Returns the object in an artefact, whose locations are in these folders of data; None if there is none that is intact."""
    for folder in (COMPILED, user_folder()):
        try:
            pickled = zlib.decompress((folder / name).read_bytes())
        except (OSError, zlib.error):
            continue
        with suppress(OSError):
            os.utime(folder / name)
        return _Unpickler(BytesIO(pickled), folders).load()
    return None


def write(name: str, data: Any, folders: Sequence[Path] = (), to: Path | None = None) -> None:
    """Keeps an object, in the user's folder unless another is given. Its locations are in these folders of data. A command that
    reads at the same time sees all of it or none."""
    to = to or user_folder()
    pickled = BytesIO()
    _Pickler(pickled, folders).dump(data)
    with suppress(OSError):
        to.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=to, delete=False) as file:
            file.write(zlib.compress(pickled.getvalue()))
        os.replace(file.name, to / name)


def delete_unused(folder: Path) -> None:
    """Deletes from a folder, such as the user's, the files and folders that no command has used for long, as their times say:
    artefacts of older code and data."""
    with suppress(OSError):
        for each in folder.iterdir():
            if time.time() - each.stat().st_mtime > _UNUSED:
                shutil.rmtree(each) if each.is_dir() else each.unlink()


def code(*folders: str) -> str:
    """Returns a hash of the code in these folders of the package. Raises OSError if it cannot be read."""
    files = sorted(path for folder in folders for path in (_PACKAGE / folder).rglob("*.py"))
    return hashed(part for path in files for part in (path.relative_to(_PACKAGE).as_posix().encode(), path.read_bytes()))


class _Pickler(pickle.Pickler):
    def __init__(self, file: BytesIO, folders: Sequence[Path]):
        super().__init__(file, _PROTOCOL)
        self._folders = folders

    def reducer_override(self, each: Any) -> Any:
        """Returns a location in one of the folders as the index of the folder, the file in it, and the line; a text without
        quotes as any other text, because only readers of YAML need to know that it had none; and long values as runs. A dataclass
        with slots is made anew from its fields, which takes a third of the time that its own state takes."""
        if isinstance(each, Location):
            for index, folder in enumerate(self._folders):
                if Path(each.file).is_relative_to(folder):
                    return _location, (index, Path(each.file).relative_to(folder).as_posix(), each.line)
        if isinstance(each, Plain):
            return str, (str(each),)
        if "__slots__" in vars(type(each)) and is_dataclass(each) and not isinstance(each, type):
            return type(each), tuple(_in_runs(getattr(each, field.name)) for field in fields(each))
        if isinstance(each, Encode):
            return Encode, (each.encoding, _in_runs(each.input))
        if isinstance(each, _Runs):
            return _whole, tuple(each)
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: BytesIO, folders: Sequence[Path]):
        super().__init__(file)
        self._folders = folders

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name)
        return partial(found, folders=self._folders) if found is _location else found


_LONG = 1 << 10
"""The fewest values that are written as runs of equal ones."""


class _Runs(NamedTuple):
    """Long values: those of their runs, and the lengths of these."""

    values: tuple[int, ...]
    lengths: tuple[int, ...]


def _in_runs(part: Any) -> Any:
    """Returns long values as runs if these are few, and anything else as it is."""
    if not isinstance(part, tuple) or len(part) < _LONG:
        return part
    runs = [(value, len(list(run))) for value, run in groupby(part)]
    return part if len(runs) > len(part) >> 3 else _Runs(*map(tuple, zip(*runs)))


@lru_cache(1 << 9)
def _whole(values: tuple[int, ...], lengths: tuple[int, ...]) -> tuple[int, ...]:
    """Returns long values, whose equal ones are one object. Encodings that have the same values share them."""
    return tuple(chain.from_iterable(map(repeat, values, lengths)))


def _location(index: int, file: str, line: int, folders: Sequence[Path] = ()) -> Location:
    """Returns a line of a file in one of these folders of data."""
    return Location(os.path.join(folders[index], file), line)
