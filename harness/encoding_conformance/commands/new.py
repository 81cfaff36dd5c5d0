"""`conform new`: makes a plug-in from a template."""

import json
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from shutil import copyfile

import click
from jinja2 import Environment, FileSystemLoader

import encoding_conformance
from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.codec import OPERATIONS, VALIDATE
from encoding_conformance.commands.new_folder import new_folder, why_not
from encoding_conformance.core.operation import Kind
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import WrongUsage, suggestion
from encoding_conformance.data_folders import SCHEMAS
from encoding_conformance.runner import registry
from encoding_conformance.runner.plan import must_be_known

TEMPLATES = Path(encoding_conformance.__file__).parent / "templates"
"""One folder for each language. Files are copied, or rendered if they are templates of Jinja."""

_JINJA = ".jinja"
"""The suffix of a Jinja template. Its delimiters are `<%` and `%>`, because the languages use braces."""

LANGUAGES = sorted(path.parent.name for path in TEMPLATES.glob(f"*/{manifest.FILE}{_JINJA}"))

DONE = "ascii"
"""The encoding that each template implements."""

BOTH = tuple(map(str, Kind))
"""The default operations of a plug-in."""


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--language",
    metavar="LANGUAGE",
    help=f"One of {', '.join(LANGUAGES)}. For other languages, docs/reference.md describes the protocol.",
)
@click.option(
    "-e",
    "encodings",
    multiple=True,
    metavar="ENCODING",
    help=f"An encoding to implement; may be repeated. Default: {DONE}.",
)
@click.option(
    "--operation",
    "operations",
    multiple=True,
    type=click.Choice(OPERATIONS),
    help="An operation to implement; may be repeated. Default: encode and decode.",
)
def command(folder: Path, language: str | None, encodings: tuple[str, ...], operations: tuple[str, ...]) -> int:
    """Make a plug-in from a template; it runs at once. DIR is a new or empty folder, and its name becomes the plug-in's name."""
    name = folder.resolve().name
    if reason := why_not(folder) or _why_no_name(name):
        raise WrongUsage(reason)
    must_be_known(encodings, load_suite().encodings if encodings else ())
    expected = f"expected one of {', '.join(LANGUAGES)}"
    if language is None:
        raise click.UsageError(f"--language is missing; {expected}")
    if language not in LANGUAGES:
        raise WrongUsage(f"no language {language!r}; {suggestion(language, LANGUAGES, expected)}")
    encodings, operations = tuple(dict.fromkeys(encodings)) or (DONE,), _operations(operations)
    with new_folder(folder) as new:
        _write(new, language, name, encodings, operations)
    if encodings == (DONE,):
        click.echo(f"{folder} is a plug-in that passes for {DONE}; its comments show where your codec goes. Next:")
    else:
        click.echo(f"{folder} is a plug-in for {', '.join(encodings)}. It still implements {DONE}, so a run shows failures.")
        click.echo("Its comments show where your codec goes. Next:")
    click.echo(f"    {shlex.join(['conform', 'run', '-i', str(folder)])}")
    return 0


def _why_no_name(name: str) -> str:
    """Returns the error in the name of a plug-in, or an empty string."""
    rule = json.loads(SCHEMAS["implementation"].read_text(encoding="utf-8"))["properties"]["name"]
    if not re.fullmatch(rule["pattern"], name):
        return f"{name!r} cannot be a plug-in's name; expected {rule['description']}"
    if name in {each.selector for each in registry.own()}:
        return f"{name} is one of the project's own implementations; choose another name"
    return ""


def _operations(names: Sequence[str]) -> tuple[str, ...]:
    """Returns the operations in the order of a manifest, without repetitions. Raises WrongUsage for both decode and validate."""
    if {Kind.DECODE, VALIDATE} <= set(names):
        raise WrongUsage("decode and validate; expected one of them, because decode also validates")
    return tuple(name for name in OPERATIONS if name in names) or BOTH


def _write(folder: Path, language: str, name: str, encodings: Sequence[str], operations: Sequence[str]) -> None:
    """Writes the files of a language's template into the folder."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<%=",
        variable_end_string="%>",
        comment_start_string="<%#",
        comment_end_string="%>",
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    flags = {operation: operation in operations for operation in OPERATIONS}
    for file in (path for path in (TEMPLATES / language).rglob("*") if path.is_file()):
        copy = folder / file.relative_to(TEMPLATES / language)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == _JINJA:
            template = environment.get_template(file.relative_to(TEMPLATES).as_posix())
            text = template.render(name=name, encodings=encodings, operations=operations, **flags)
            copy.with_suffix("").write_text(text, encoding="utf-8")
        else:
            copyfile(file, copy)
