"""Asks a shared library for every string of some bytes, with a loop in C.

The loop knows no encoding. What is expected comes from the tables, which it gets as numbers.
"""

import os
import subprocess
from array import array
from itertools import chain
from pathlib import Path

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.data_files.problems import HarnessError
from encoding_conformance.models.code_tables import BitField, code_tables_of
from encoding_conformance.models.state_machine import End

SOURCE = Path(__file__).with_name("every_string.c")

_LONGEST = 8
"""The number of fields of a row in C, and the most bytes of a string."""

_NONE = BitField(0, 0, 0, 0)

_TARGETS = {End.COMPLETE: 1 << 16, End.ILL_FORMED: (1 << 16) + 1}
"""The ends of codes as numbers; a state has its own number."""

WAYS = (
    "ill-formed and accepted",
    "well-formed and rejected",
    "rejected at another offset",
    "decoded to other values",
    "without an answer",
)
"""How strings differ. A line of the loop has two numbers of each: how many strings there are until then, and the number of the
first, which its bytes are. The strings that begin with the same bytes, up to the last one, are a segment."""


def compiled(folder: Path) -> Path:
    """Returns the loop as a program, which is written into a folder. Raises HarnessError."""
    compiler, program = os.environ.get("CC", "cc"), folder / "every_string"
    command = [*compiler.split(), "-O2", "-o", str(program), str(SOURCE), "-ldl"]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, errors="backslashreplace")
    except OSError as error:
        missing = "install a C compiler, or name it in the environment variable CC"
        raise HarnessError(f"--every needs a C compiler: {compiler}: {error.strerror}; {missing}") from None
    if ended.returncode:
        last = (ended.stderr.strip().splitlines() or [f"it ended with status {ended.returncode}"])[-1]
        raise HarnessError(f"--every needs a C compiler, and {compiler} cannot compile {SOURCE.name}: {last}")
    return program


def words(encoding: Encoding) -> bytes:
    """Returns the tables of an encoding as words of 64 bits: the numbers of states and rows; the targets of each state; and of
    each row its number of bytes, what is added to the value, and its fields."""
    tables = code_tables_of(encoding)
    numbers = [len(tables.targets), len(tables.rows)]
    for targets in tables.targets:
        numbers += [target if isinstance(target, int) else _TARGETS[target] for target in targets]
    for row in tables.rows:
        filled = [*row.fields, *[_NONE] * (_LONGEST - len(row.fields))]
        numbers += [len(row.fields), row.minus, *chain.from_iterable(filled)]
    return array("Q", numbers).tobytes()
