"""The folders and files of the project's own data: at the root of a checkout, and inside the package that a wheel installs."""

from pathlib import Path

PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parents[1]
IS_CHECKOUT = (CHECKOUT / "harness" / PACKAGE.name) == PACKAGE and (CHECKOUT / "pyproject.toml").is_file()

HOME = CHECKOUT if IS_CHECKOUT else PACKAGE
"""The folder with all data. In a wheel, it has fewer files."""

VECTORS = HOME / "vectors"
IMPLEMENTATIONS = HOME / "implementations"
LICENSE = HOME / "LICENSE"
_OF_VECTORS = ("documents", "encodings", "requirements", "vectors", "witnesses")
_OF_IMPLEMENTATIONS = ("implementation", "packages")
SCHEMAS = {  # of the data files, by content
    **{name: VECTORS / "schema" / f"{name}.schema.json" for name in _OF_VECTORS},
    **{name: IMPLEMENTATIONS / f"{name}.schema.json" for name in _OF_IMPLEMENTATIONS},
}
