"""`conform serve`: speaks the plug-in protocol for an implementation."""

import subprocess
from dataclasses import replace

import click

from encoding_conformance.adapters.jobs import die_with_parent
from encoding_conformance.adapters.session import started_by
from encoding_conformance.commands.arguments import present
from encoding_conformance.data_files.problems import HarnessError
from encoding_conformance.runner import registry

_SIGNALLED = 128
"""The number that shells add to the signal that ended a program."""


@click.command("serve")
@click.option("-i", "selector", required=True, metavar="NAME|PATH", help="The implementation.")
def command(selector: str) -> int:
    """Speak the plug-in protocol for an implementation.

    It ends when its input ends.
    """
    (implementation,) = present([replace(registry.find(selector), named=True)])
    words, variables = started_by(implementation, served=selector)
    try:
        status = subprocess.run(words, cwd=implementation.folder, env=variables, preexec_fn=die_with_parent).returncode
    except OSError as error:
        raise HarnessError(f"{selector}: cannot start {words[0]}: {error.strerror}") from None
    return status if status >= 0 else _SIGNALLED - status
