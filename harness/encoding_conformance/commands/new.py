"""`conform new`"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import click

import encoding_conformance
from encoding_conformance.adapters import manifest
from encoding_conformance.data_folders import SCHEMAS
from encoding_conformance.runner import registry

TEMPLATES = Path(encoding_conformance.__file__).parent / "templates"
"""One folder for each language, which is copied as it is, except that the plug-in's name takes the place of `{name}`."""

LANGUAGES = sorted(path.parent.name for path in TEMPLATES.glob(f"*/{manifest.FILE}"))


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--language", type=click.Choice(LANGUAGES), required=True, help="The programming language.")
def command(folder: Path, language: str) -> int:
    """Make a plug-in to start from, which runs at once. DIR is a new or empty folder, and its name is the plug-in's."""
    name = folder.resolve().name
    if fault := _fault(folder, name):
        raise click.ClickException(fault)
    template = TEMPLATES / language
    for file in template.rglob("*"):
        if file.is_file() and file.suffix != ".pyc":  # an installer may have compiled Python files
            copy = folder / file.relative_to(template)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(file.read_text(encoding="utf-8").replace("{name}", name), encoding="utf-8")
    click.echo(f"{folder} is a plug-in that has ASCII; its comments tell where your codec goes. Next:")
    click.echo(f"    {shlex.join(['conform', 'run', '-i', str(folder)])}")
    return 0


def _fault(folder: Path, name: str) -> str:
    """Returns why a plug-in with this name cannot be made in this folder; empty if it can."""
    rule = json.loads(SCHEMAS["implementation"].read_text(encoding="utf-8"))["properties"]["name"]
    if folder.exists() and any(folder.iterdir()):
        return f"{folder} is not empty"
    if not re.fullmatch(rule["pattern"], name):
        return f"{name!r} cannot be a plug-in's name; expected {rule['description']}"
    if name in {each.selector for each in registry.own()}:
        return f"{name} is one of the project's own implementations; choose another name"
    return ""
