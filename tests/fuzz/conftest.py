"""What tests of campaigns share: the command as tests of the command line start it, and whether Atheris is there."""

from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

_SPEC = spec_from_file_location("cli_conftest", Path(__file__).parents[1] / "cli" / "conftest.py")
_CLI = module_from_spec(_SPEC)
_SPEC.loader.exec_module(_CLI)

conform, manifest = _CLI.conform, _CLI.manifest


@pytest.fixture(params=["plain", "atheris"])
def engine(request: pytest.FixtureRequest) -> str:
    """Both engines, as far as they are installed."""
    if request.param == "atheris" and not find_spec("atheris"):
        pytest.skip("Atheris is not installed")
    return request.param
