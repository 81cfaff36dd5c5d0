"""What tests of campaigns share."""

from importlib.util import find_spec

import pytest


@pytest.fixture(params=["plain", "atheris"])
def engine(request: pytest.FixtureRequest) -> str:
    """Both engines, as far as they are installed."""
    if request.param == "atheris" and not find_spec("atheris"):
        pytest.skip("Atheris is not installed")
    return request.param
