"""The summary of a job in continuous integration: Markdown with the causes, and annotations of a few of them."""

from collections.abc import Iterator, Mapping, Sequence

from encoding_conformance.core.text import counted
from encoding_conformance.core.verdict import Cause, Status
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.report.failure import by_unit, cause_lines
from encoding_conformance.report.markdown import plain, row
from encoding_conformance.report.sink import FileSink, Sink, Summary

_ANNOTATIONS = 10  # GitHub shows ten errors of a step


class JobSummary(FileSink):
    """Writes a summary in Markdown at the end: a table of the counts, and each cause with its example."""

    def end(self, summary: Summary) -> None:
        """Writes the file. Raises OSError."""
        lines = [*_table(summary, self.run.versions), *_causes(summary.causes, self.run.suite)]
        self.write("\n".join(lines) + "\n")


def _table(summary: Summary, versions: Mapping[str, str]) -> Iterator[str]:
    verdict = "failed" if summary.exit_status else "passed"
    yield f"## Encoding conformance: {verdict}\n"
    yield row(("implementation", "version", "encoding", *Status))
    yield "| --- | --- | --- | ---: | ---: | ---: | ---: |"
    for (name, encoding), counts in summary.by_unit.items():
        numbers = (f"{counts[kind]:,}" for kind in Status)
        yield row((plain(name), plain(versions.get(name, "")), plain(encoding), *numbers))
    for line in summary.not_run_lines():
        yield f"\n**{plain(line)}**"


def _causes(causes: Sequence[Cause], suite: Suite) -> Iterator[str]:
    for unit in by_unit(causes):
        yield f"\n### {plain(unit.implementation)}, {plain(unit.encoding)}: {unit.explaining}"
        for number, cause in enumerate(unit.causes, 1):
            yield f"\n{number}. **{plain(cause.title)}**: {counted(len(cause.explains), 'failure')}\n"
            yield "   ```text"
            lines = cause_lines(cause, suite.requirements, suite.encodings.get(unit.encoding))
            yield from (f"   {line}".rstrip() for line in lines)
            yield "   ```"


class Annotations(Sink):
    """Prints the commands with which GitHub annotates manifests, one for each of the first causes."""

    def end(self, summary: Summary) -> None:
        """Prints the commands."""
        for cause in summary.causes[:_ANNOTATIONS]:
            location = self.run.implementations[cause.implementation].location(cause.encoding)
            title = f"{cause.implementation}, {cause.encoding}: {counted(len(cause.explains), 'failure')}"
            properties = f"file={_escaped(location.file)},line={location.line},title={_escaped(title)}"
            rerun = cause.example.pointers.rerun
            message = f"{cause.title}\nrerun: {rerun}" if rerun else cause.title
            print(f"::error {properties}::{_escaped(message, in_message=True)}")


def error_summary(message: str) -> str:
    """Returns the Markdown summary of a run that could not start. Each line of the message says why."""
    lines = "\n".join(f"- {plain(line)}" for line in message.splitlines())
    return f"## Encoding conformance: could not run\n\n{lines}\n"


def error_annotations(error: Exception) -> Iterator[str]:
    """Yields the commands with which GitHub shows why a run could not start. The first problems of files are annotated on their
    lines. Any other error has no file and line."""
    if not isinstance(error, DataError):
        yield f"::error::{_escaped(str(error), in_message=True)}"
        return
    for each in error.problems[:_ANNOTATIONS]:
        line = f",line={each.location.line}" if each.location.line else ""
        yield f"::error file={_escaped(each.location.file)}{line}::{_escaped(each.message, in_message=True)}"


def _escaped(text: str, in_message: bool = False) -> str:
    """Returns text of a workflow command. A colon and a comma would end a property."""
    for character in "%\r\n" if in_message else "%\r\n:,":
        text = text.replace(character, f"%{ord(character):02X}")
    return text
