"""Runs a tool of the workshop: `python -m workshop NAME`."""

import click

from encoding_conformance.commands.main import LazyGroup, main

TOOLS = {
    "audit": "workshop.audit.command",
    "edges": "workshop.edges.command",
    "learn": "workshop.machines.learn",
    "machine": "workshop.machines.machine",
    "machines": "workshop.machines.page",
    "museum": "workshop.museum.measure",
    "mutants": "workshop.mutation.command",
    "originals": "workshop.museum.originals.command",
    "site": "workshop.site.command",
    "sizes": "workshop.sizes.command",
}
"""The tools, and the module of each."""


@click.group(cls=LazyGroup, modules=TOOLS)
def tools() -> None:
    """Build and check the suite, the atlas and the site. workshop/README.md describes the tools."""


if __name__ == "__main__":
    main(tools)
