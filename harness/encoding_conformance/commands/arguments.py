"""Options that several commands share, and the selection of implementations that can run."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import click
from click.core import ParameterSource

from encoding_conformance.adapters.installation import failure_to_build
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.text import visible
from encoding_conformance.data_files.problems import HarnessError, WrongUsage, suggestion
from encoding_conformance.runner import registry
from encoding_conformance.runner.plan import must_be_known


class OnlyOptions(click.Command):
    """A command with options only. Its error for another word suggests -i."""

    allow_extra_args = True

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        words = super().parse_args(context, args)
        if words:
            context.fail(f"unexpected argument {words[0]!r}; did you mean -i {words[0]}?")
        return words


def cores() -> int:
    """Returns the number of processes that can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Command = TypeVar("Command", bound=Callable[..., object])


folder = click.Path(exists=True, file_okay=False, path_type=Path)
output_file = click.Path(dir_okay=False, writable=True, path_type=Path)


def implementations_option(default: str) -> Callable[[Command], Command]:
    """Returns the option `-i`, with `default` in its help."""
    text = f"An implementation: its name, its folder, or `all` for all installed ones; may be repeated. Default: {default}."
    return click.option("-i", "selectors", multiple=True, metavar="NAME|PATH", help=text)


EVERY_ONE = "all installed ones"
encodings_option = click.option(
    "-e",
    "encodings",
    multiple=True,
    metavar="ENCODING",
    help="An encoding; may be repeated. Default: all of them.",
)


def selection_options(default: str) -> Callable[[Command], Command]:
    """Returns the options `-i`, with `default` in its help, `-e`, and `-k` and `--not`, which set `wanted` and `unwanted` for a
    `Selection`."""
    option = partial(click.option, multiple=True, metavar="PATTERN")
    which = "ids that contain PATTERN, or match it if it has * or ?; may be repeated."
    wanted = option("-k", "wanted", help=f"Only the {which}")
    unwanted = option("--not", "unwanted", help=f"Leave out the {which}")
    return lambda command: implementations_option(default)(encodings_option(wanted(unwanted(command))))


jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="NUMBER",
    default=cores,
    show_default="one per core",
    help="Number of parallel processes.",
)

dask_option = click.option(
    "--dask",
    metavar="ADDRESS",
    help="Run on the Dask cluster with its scheduler at ADDRESS, or on N local workers with `local:N`; docs/performance.md.",
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, (1 << 32) - 1),  # the seeds of libFuzzer
    metavar="NUMBER",
    default=0,
    show_default=True,
    help="Seed for generated inputs.",
)
vectors_option = click.option(
    "--vectors",
    "folders",
    type=folder,
    multiple=True,
    metavar="DIR",
    help="Add a folder of encodings and test vectors to the project's own.",
)


def refuse_jobs(dask: str | None) -> None:
    """Raises UsageError if both --dask and --jobs were given."""
    if dask and click.get_current_context().get_parameter_source("jobs") == ParameterSource.COMMANDLINE:
        raise click.UsageError("--dask and --jobs exclude each other; the workers of a cluster decide how many processes run")


_MOST_NAMED = 3


def encoding_named(id: str, known: Mapping[str, Encoding]) -> Encoding:
    """Returns the encoding with this id. Raises WrongUsage if it is unknown."""
    if id not in known:
        raise WrongUsage(f"no encoding {id!r}; {suggestion(id, known, '`conform list encodings` shows them')}")
    return known[id]


def installed(selectors: Sequence[str], encodings: Sequence[str], known: Mapping[str, Encoding]) -> list[Implementation]:
    """Returns the selected implementations that are `present`. Raises WrongUsage also for an unknown selector or encoding."""
    must_be_known(encodings, known)
    return present(registry.selected(selectors, known))


def present(implementations: Sequence[Implementation]) -> list[Implementation]:
    """Builds the implementations with installed requirements and returns them. Lines on standard error name the others. Raises
    WrongUsage if none can run, and HarnessError if a named one cannot run."""
    remaining = without_missing(implementations)
    if reasons := unable(remaining):
        raise HarnessError("; ".join(f"{name}: {reason}" for name, reason in reasons.items()))
    return remaining


def without_missing(implementations: Sequence[Implementation]) -> list[Implementation]:
    """Returns the named implementations, and the others with installed requirements. Lines on standard error name the rest.
    Raises WrongUsage if nothing remains."""
    missing = {each.name: [] if each.named else each.missing() for each in implementations}
    remaining = [each for each in implementations if not missing[each.name]]
    skipped = [f"{name} (needs {', '.join(needed)})" for name, needed in missing.items() if needed]
    if skipped:
        shown = "; ".join(skipped[:_MOST_NAMED]) + ("; …" if len(skipped) > _MOST_NAMED else "")
        click.echo(f"skipped {len(skipped)} of {len(implementations)} implementations: {shown}", err=True)
        click.echo("`conform list implementations` shows how to install what they need", err=True)
    if not remaining:
        raise WrongUsage("nothing to run: every selected implementation lacks requirements")
    return remaining


def unable(implementations: Iterable[Implementation]) -> dict[str, str]:
    """Builds implementations, and returns the reasons why some cannot run, by name: missing requirements or a failed build. The
    output of a failed build goes to standard error."""
    reasons = {}
    for implementation in implementations:
        if missing := implementation.missing():
            them = "it" if len(missing) == 1 else "them"
            advice = f"install {them}, or correct requires in {implementation.manifest}:{implementation.requires_line}"
            if implementation.is_own:
                advice = f"`conform list implementations` shows how to install {them}"
            reasons[implementation.name] = f"it cannot run: it needs {', '.join(missing)}; {advice}"
        elif failed := failure_to_build(implementation):
            for line in failed.output:
                click.echo(visible(line), err=True)
            reasons[implementation.name] = failed.reason
    return reasons


REPORT = click.Path(exists=True, dir_okay=False, path_type=Path)
"""The type of an argument with the path of a report."""
