"""A wheel brings its data compiled, so that the first command need not do it. Its code is that of the checkout, file by file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_HOME = "encoding_conformance"

_COMPILE = f"""
import sys
from pathlib import Path
from {_HOME}.data_folders import VECTORS
from {_HOME}.runner import compiled_suite
compiled_suite.write([VECTORS], Path(sys.argv[1]))
"""


class CompiledData(BuildHookInterface[Any]):
    """Adds the compiled data to a wheel if the harness's own requirements are there; otherwise, the first command makes it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self._compiled = Path(tempfile.mkdtemp(prefix="wheel-"))
        environment = {**os.environ, "PYTHONPATH": str(Path(self.root) / "harness")}
        command = [sys.executable, "-B", "-c", _COMPILE, str(self._compiled)]
        if subprocess.run(command, cwd=self.root, env=environment, check=False).returncode:
            self.app.display_warning("the wheel brings no compiled data: the requirements of the harness are missing")
        build_data["force_include"][str(self._compiled)] = f"{_HOME}/compiled"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            shutil.rmtree(self._compiled)
