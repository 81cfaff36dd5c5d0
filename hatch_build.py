"""A wheel brings the project's own data compiled, so that the first command need not do it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_COMPILE = """
import sys
from pathlib import Path
from harness.places import VECTORS
from harness.runner import libraries
libraries.write([VECTORS], Path(sys.argv[1]))
"""


class CompiledData(BuildHookInterface[Any]):
    """Compiles the data where the harness's own requirements are there to do it; elsewhere the first command will."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        folder = tempfile.mkdtemp(prefix="compiled-")
        command = [sys.executable, "-c", _COMPILE, folder]
        if subprocess.run(command, cwd=self.root, check=False).returncode:
            self.app.display_warning("the wheel brings no compiled data: the requirements of the harness are missing")
        else:
            build_data["force_include"][folder] = "harness/data/compiled"
