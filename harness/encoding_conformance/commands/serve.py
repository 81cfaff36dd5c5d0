"""`conform serve`"""

import os
import signal
from dataclasses import replace

import click

from encoding_conformance.adapters.session import started_by
from encoding_conformance.commands.arguments import present
from encoding_conformance.data_files.problems import HarnessError
from encoding_conformance.runner import registry


@click.command("serve")
@click.option("-i", "selector", required=True, metavar="NAME|PATH", help="The implementation.")
def command(selector: str) -> int:
    """Speak the plug-in protocol for an implementation.

    It ends at the end of its input.
    """
    (implementation,) = present([replace(registry.find(selector), named=True)])
    words, variables = started_by(implementation, served=selector)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it, but other programs expect it
    try:
        os.chdir(implementation.folder)
        os.execvpe(words[0], words, variables)
    except OSError as error:
        raise HarnessError(f"{selector}: cannot start {words[0]}: {error.strerror}") from None
