"""Reads manifests, `implementation.yaml`, as implementations (docs/reference.md), and writes and reads the files beside them:
more known deviations, and their outcomes, one line for each test vector."""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache, partial
from importlib.machinery import PathFinder
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from encoding_conformance.adapters.codec import VALIDATE
from encoding_conformance.core.identity import Id, Location
from encoding_conformance.core.limits import Limits, Replacing, Substitute
from encoding_conformance.core.notation import expanded_size, outcome_text, parse_number
from encoding_conformance.core.operation import BOTH, Kind
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.text import printable
from encoding_conformance.core.verdict import Deviation
from encoding_conformance.data_files import schema
from encoding_conformance.data_files.files import read_file
from encoding_conformance.data_files.problems import DataError, DataProblem
from encoding_conformance.data_files.yamlfile import LARGEST, MOST_EXPANDED, YamlFile
from encoding_conformance.data_folders import IMPLEMENTATIONS, SCHEMAS
from encoding_conformance.models.known_outcome import FORMS, IN_FILE, is_outcome, without_text

FILE, DEVIATIONS_FILE = "implementation.yaml", "known-deviations.yaml"
"""The manifest, and the file beside it with the known deviations that `--write-deviations` writes."""

SECONDS, MEMORY_MIB = 5, 1024
"""The default limits for the time of an operation and the memory of the process."""

_START = 12
"""How many times longer than an operation the start may take: a minute by default, for large programs on slow machines."""

LARGEST_OF_LIBRARY = (1 << 64) - 1
"""The largest value that the functions of a shared library take."""

DEVIATIONS, DEVIATIONS_OF = "known_deviations", "deviations_of"
"""The keys of the declarations and of the version in which they were observed."""

_HEAD = "# `conform run --write-deviations` writes this file. You may edit the entries; comments are lost.\n"

REPLACES = "replaces"
"""The key for replacements of rejections: for an encoding, or the default for all encodings."""

OPERATIONS = "operations"
"""The key for the supported operations: for an encoding, or the default for all encodings."""

_LINE = '{"id": "utf-8/…", "outcome": "ok FFFD"}'
_SHOWN = 60
"""The most characters of a wrong line or outcome in a message."""

_WIDE = 130
"""The line length of the file of known deviations."""


class Way(StrEnum):
    """How to run an implementation. A manifest has one of these keys."""

    PROCESS = "process"
    PYTHON = "python"
    CODEC = "codec"
    LIBRARY = "library"


_INTERPRETED = ("encodings", "limits", Way.CODEC, REPLACES, OPERATIONS, DEVIATIONS, DEVIATIONS_OF)
"""The keys that are converted. Each other key is a field of Implementation with the same name."""


class _Dumper(yaml.SafeDumper):
    """Writes subclasses of `str`, such as enumerations, as strings."""


_Dumper.add_multi_representer(str, yaml.SafeDumper.represent_str)


class IdPattern(NamedTuple):
    """An id or a pattern of ids with `*`, `?` and `[…]`, and its location."""

    text: str
    location: Location


@dataclass(frozen=True)
class Declaration:
    """An entry of the known deviations. Verdicts with ids that match one of the patterns `ids` are known to fail because of this
    deviation. For each pattern, at least one match must still fail.

    `got` is the only known outcome, or IN_FILE. Then `outcomes` reads the outcome of each vector, and checks may fail with any
    answer to the operations in `varies`, because the smallest failing case of a check depends on the seed. `report` is a file
    beside the manifest that describes the deviation, or empty.
    """

    deviation: Deviation
    ids: tuple[IdPattern, ...]
    location: Location
    got: str
    varies: tuple[Kind, ...] = ()
    report: str = ""
    outcomes: Callable[[], Mapping[str, str]] = field(default=dict, repr=False, compare=False)

    def known(self, id: Id) -> str | None:
        """Returns the known outcome of a vector or check; None if the file has none, which is always so for checks. Raises
        DataError if the file has problems."""
        return self.outcomes().get(str(id)) if self.got == IN_FILE else self.got


@dataclass(frozen=True)
class Support:
    """The declarations of an implementation about one encoding. `codec` is its name in Python's registry, or empty. `line` is
    its line in the manifest."""

    limits: Limits = Limits()
    codec: str = ""
    line: int = 0


@dataclass(frozen=True)
class Implementation:
    """An implementation as its manifest describes it; fields without a key are empty. `library` is the path of a shared library,
    relative to the manifest's folder. `environment` has variables in addition to those of the harness. `deviations_of` is the
    version in which its known deviations were observed. `requires_line` and `build_line` are the lines of these keys in the
    manifest. `selector` is its name on the command line. It is `named` if it was selected there by its name or path, not only by
    `all`."""

    name: str
    title: str
    folder: Path
    kind: Way
    process: tuple[str, ...] = ()
    python: str = ""
    requires: tuple[str, ...] = ()
    encodings: dict[str, Support] = field(default_factory=dict)
    seconds: int = SECONDS
    memory_mib: int = MEMORY_MIB
    deviations: tuple[Declaration, ...] = ()
    homepage: str = ""
    version: str = ""
    version_command: tuple[str, ...] = ()
    deviations_of: str = ""
    build: tuple[str, ...] = ()
    library: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    requires_line: int = 0
    build_line: int = 0
    selector: str = ""
    named: bool = False

    @property
    def manifest(self) -> Path:
        """The path of the manifest, as on the command line if it was given there."""
        folder = Path(self.selector)
        return (folder if folder.resolve() == self.folder else self.folder) / FILE

    @property
    def is_own(self) -> bool:
        """Whether it belongs to the project."""
        return self.folder.parent == IMPLEMENTATIONS

    @property
    def needs_only_python(self) -> bool:
        """Whether it runs wherever the harness does."""
        return self.kind in (Way.PYTHON, Way.CODEC) and not self.requires

    @property
    def seconds_to_start(self) -> int:
        """The time limit for its start in seconds."""
        return _START * self.seconds

    @property
    def codec_names(self) -> dict[str, str]:
        """The name of each encoding in Python's registry, or empty."""
        return {id: support.codec for id, support in self.encodings.items()}

    @property
    def offered(self) -> dict[str, list[str]]:
        """The operations by encoding, as a manifest names them: encode, decode, validate."""
        limits = {id: support.limits for id, support in self.encodings.items()}
        return {
            id: [VALIDATE if kind == Kind.DECODE and each.validates else str(kind) for kind in sorted(each.operations)]
            for id, each in limits.items()
        }

    @property
    def package(self) -> str:
        """The package of `python`, which is MODULE:ATTRIBUTE; empty for other kinds of implementations."""
        return self.python.partition(":")[0].partition(".")[0]

    @property
    def variables(self) -> dict[str, str]:
        """The environment of its process: the variables of the harness, with those of the manifest. PYTHONUNBUFFERED is dropped,
        so that a plug-in that does not flush fails on every machine."""
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        return {**inherited, **self.environment}

    def location(self, encoding: str) -> Location:
        """Returns the location of an encoding in the manifest, or its first line if the encoding is missing."""
        return Location(str(self.folder / FILE), self.encodings[encoding].line if encoding in self.encodings else 1)

    def missing(self) -> list[str]:
        """Returns the missing programs and Python modules among its requirements."""
        return [name for name in self.requires if not self._is_installed(name)]

    def _is_installed(self, name: str) -> bool:
        if "/" in name:
            return shutil.which(str(self.folder / name)) is not None
        return shutil.which(name) is not None or _is_module(name)


def _is_module(name: str) -> bool:
    """Returns whether a module exists, without importing its packages."""
    if "." not in name:
        with suppress(ValueError):  # a loaded module without a spec
            return find_spec(name) is not None
        return True
    *parents, _ = accumulate(name.split("."), "{}.{}".format)
    path: Any = None
    for parent in parents:
        spec = PathFinder.find_spec(parent, path)
        if spec is None or (path := spec.submodule_search_locations) is None:
            return False
    return PathFinder.find_spec(name, path) is not None


def read(folder: Path, selector: str = "") -> Implementation:
    """Returns the implementation in a folder. The selector is by default the path of the folder. Raises DataError if the manifest
    or the file of known deviations cannot be read or has problems."""
    file = YamlFile(folder / FILE, "docs/reference.md")
    files, problems = [file], list(schema.problems(file, SCHEMAS["implementation"]))
    if (folder / DEVIATIONS_FILE).exists():
        files.append(YamlFile(folder / DEVIATIONS_FILE, "docs/reference.md"))
        problems += schema.problems(files[-1], SCHEMAS["implementation"], "deviations_file")
    if problems := problems or [*_problems(file), *_problems_of_deviations(files)]:
        raise DataError(problems)
    data: dict[str, Any] = file.data
    stored: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in data.items() if key not in _INTERPRETED
    }
    return Implementation(
        folder=file.path.parent.resolve(),
        kind=_way(data),
        encodings={id: _support(file, id) for id in data["encodings"]},
        deviations=tuple(_declaration(each, index) for each in files for index in range(len(each.data.get(DEVIATIONS, ())))),
        deviations_of=next((each.data[DEVIATIONS_OF] for each in reversed(files) if DEVIATIONS_OF in each.data), ""),
        requires_line=file.line("requires"),
        build_line=file.line("build"),
        selector=selector or str(folder),
        **stored,
        **data.get("limits", {}),
    )


def _problems(file: YamlFile) -> Iterator[DataProblem]:
    """Yields the problems of a manifest that its schema does not find."""
    data = file.data
    ways = [way for way in Way if way in data]
    named = [id for id, support in data["encodings"].items() if "codec" in support]
    if named and ways:
        yield file.problem(f"codec and {ways[0]}; expected only one of them", "encodings", named[0])
    elif len(ways) > 1:
        yield file.problem(f"{' and '.join(ways)}; expected only one of process, python, codec and library", ways[1])
    module, _, attribute = data.get(Way.PYTHON, "").partition(":")
    if module.endswith(".py"):
        correct = f"{module.removesuffix('.py')}:{attribute}"
        yield file.problem(f"python: {module} is a file; expected its module, {correct}", Way.PYTHON)
    for id, support in data["encodings"].items():
        if not ways and id not in named:
            yield file.problem("missing one of process, python, codec and library, which says how to run it", "encodings", id)
        if _way(data) == Way.LIBRARY and parse_number(support.get("max_value", "0")) > LARGEST_OF_LIBRARY:
            message = f"max_value: library functions take values up to {LARGEST_OF_LIBRARY:X}"
            yield file.problem(message, "encodings", id, "max_value")
    for keys in ((), *(("encodings", id) for id in data["encodings"])):
        words = (data["encodings"][keys[-1]] if keys else data).get(OPERATIONS, ())
        if {VALIDATE, Kind.DECODE} <= set(words):
            message = f"{OPERATIONS}: decode and validate; expected one of them, because decode also validates"
            yield file.problem(message, *keys, OPERATIONS)
        elif VALIDATE in words and _way(data) == Way.CODEC:
            message = f"{OPERATIONS}: validate; expected decode, because a codec of Python's registry has no validator"
            yield file.problem(message, *keys, OPERATIONS)


def _problems_of_deviations(files: Sequence[YamlFile]) -> Iterator[DataProblem]:
    """Yields the problems of the known deviations in a manifest and the file beside it that their schema does not find."""
    data, stated = files[0].data, [file for file in files if DEVIATIONS_OF in file.data]
    named = any("codec" in support for support in data["encodings"].values())
    if stated and not (named or data.keys() & {"version", "version_command", Way.CODEC}):
        message = f"{DEVIATIONS_OF}: needs version or version_command, which give the installed version"
        yield stated[0].problem(message, DEVIATIONS_OF)
    for file in files:
        for index, entry in enumerate(file.data.get(DEVIATIONS, ())):
            if "report" in entry and not (file.path.parent / entry["report"]).is_file():
                message = f"{DEVIATIONS}.report: no file {entry['report']} beside the manifest"
                yield file.problem(message, DEVIATIONS, index, "report")
            if entry["outcome"] != IN_FILE and not is_outcome(entry["outcome"]):
                yield file.problem(f"{DEVIATIONS}.outcome: not an outcome; expected {FORMS}", DEVIATIONS, index, "outcome")
            if entry["outcome"] != IN_FILE and "varies" in entry:
                message = f"{DEVIATIONS}.varies: a stated outcome does not vary; expected outcome: {IN_FILE} with it"
                yield file.problem(message, DEVIATIONS, index, "varies")


def _way(data: dict[str, Any]) -> Way:
    """Returns the key that says how to run an implementation. Only `codec` may be a key of each encoding instead."""
    return next((way for way in Way if way in data), Way.CODEC)


def _declaration(file: YamlFile, index: int) -> Declaration:
    entry = file.data[DEVIATIONS][index]
    return Declaration(
        Deviation(entry["kind"], entry["what"], tuple(entry["requirements"]), entry.get("since", ""), entry.get("url", "")),
        tuple(IdPattern(text, file.location(DEVIATIONS, index, "ids", number)) for number, text in enumerate(entry["ids"])),
        file.location(DEVIATIONS, index),
        got=entry["outcome"],
        varies=tuple(map(Kind, entry.get("varies", ()))),
        report=entry.get("report", ""),
        outcomes=partial(read_outcomes, file.path.parent) if entry["outcome"] == IN_FILE else dict,
    )


def _support(file: YamlFile, id: str) -> Support:
    data = file.data["encodings"][id]
    largest = LARGEST_OF_LIBRARY if _way(file.data) == Way.LIBRARY else None
    max_value = parse_number(data["max_value"]) if "max_value" in data else largest
    replacing = _replacing(data.get(REPLACES, file.data.get(REPLACES, {})))
    codec = data.get("codec", file.data.get("codec", ""))
    words = data.get(OPERATIONS, file.data.get(OPERATIONS))
    operations = frozenset(Kind.DECODE if word == VALIDATE else Kind(word) for word in words) if words else BOTH
    limits = Limits(max_value, replacing=replacing, operations=operations, validates=VALIDATE in (words or ()))
    return Support(limits, codec, file.line("encodings", id))


def _replacing(data: dict[str, Any]) -> Replacing:
    decode, encode = data.get("decode"), data.get("encode")
    return Replacing(
        Substitute(parse_number(decode["value"]), decode["per"]) if decode else None,
        parse_number(encode["value"]) if encode else None,
    )


@lru_cache
def read_outcomes(folder: Path) -> dict[str, str]:
    """Returns the outcomes by id in the file of a folder, in the notation of reports; an empty mapping without the file. It is
    read once and only on demand, because a command that reads all manifests needs few outcomes. Raises DataError if it cannot
    be read, or if a line is not an id with an outcome."""
    file = folder / IN_FILE
    try:
        text = read_file(file, LARGEST).decode("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        problem = f"cannot be read: {error.strerror}" if isinstance(error, OSError) else "not UTF-8; save the file as UTF-8"
        raise DataError([DataProblem(Location(str(file), 1), problem)]) from None
    outcomes: dict[str, str] = {}
    if expanded_size(text) > MOST_EXPANDED:
        raise DataError([DataProblem(Location(str(file), 1), f"stands for more than {MOST_EXPANDED:,} bytes and values")])
    problems = [_problem(line, outcomes) for line in text.splitlines()]
    if any(problems):
        raise DataError(DataProblem(Location(str(file), number), each) for number, each in enumerate(problems, 1) if each)
    return outcomes


def deviations_text(version: str, declarations: Sequence[Declaration]) -> str:
    """Returns the text of the file of known deviations, with the version in which they were observed, or empty."""
    data = ({DEVIATIONS_OF: version} if version else {}) | {DEVIATIONS: list(map(_entry, declarations))}
    return _HEAD + yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDE)


def _entry(declaration: Declaration) -> dict[str, Any]:
    optional = {"since": declaration.deviation.since, "url": declaration.deviation.url, "report": declaration.report}
    return {
        "kind": declaration.deviation.kind,
        "what": declaration.deviation.what,
        "requirements": list(declaration.deviation.requirements),
        **{key: value for key, value in optional.items() if value},
        "outcome": declaration.got,
        **({"varies": list(declaration.varies)} if declaration.varies else {}),
        "ids": [pattern.text for pattern in declaration.ids],
    }


def outcomes_text(outcomes: Mapping[Id, Outcome]) -> str:
    """Returns the text of the file of outcomes, without their free text, which is never compared."""
    text = ""
    for id, outcome in outcomes.items():
        text += json.dumps({"id": str(id), "outcome": outcome_text(without_text(outcome))}, ensure_ascii=False) + "\n"
    return text


def _problem(line: str, outcomes: dict[str, str]) -> str:
    """Adds the outcome in a line to `outcomes`. Returns the error in the line, or an empty string."""
    try:
        stated = json.loads(line)
    except (ValueError, RecursionError):
        stated = None
    match stated:
        case {"id": str(id), "outcome": str(outcome), **others} if not others:
            if id in outcomes:
                return f"{printable(id[:_SHOWN])} is recorded twice; keep one"
            if not is_outcome(outcome):
                shown = repr(printable(outcome[:_SHOWN]))
                return f"{shown} is not an outcome; `conform run -i FOLDER --write-deviations` records it"
            outcomes[id] = outcome
            return ""
    return f"{printable(line[:_SHOWN])!r} is not an id with an outcome; expected {_LINE}"
