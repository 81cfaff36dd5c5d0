"""The folders and files of the project's own data: at the root of a checkout, and inside the package that a wheel installs."""

from pathlib import Path

PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parents[1]
IS_CHECKOUT = (CHECKOUT / "harness" / PACKAGE.name) == PACKAGE and (CHECKOUT / "pyproject.toml").is_file()

HOME = CHECKOUT if IS_CHECKOUT else PACKAGE
"""The folder with all of the data. In a wheel, it has fewer files."""

VECTORS = HOME / "vectors"
IMPLEMENTATIONS = HOME / "implementations"
TEXTS = HOME / "texts"
LICENSE = HOME / "LICENSE"
SCHEMAS = {  # of the data files, by what is in them
    "documents": VECTORS / "schema" / "documents.schema.json",
    "encodings": VECTORS / "schema" / "encodings.schema.json",
    "requirements": VECTORS / "schema" / "requirements.schema.json",
    "texts": VECTORS / "schema" / "texts.schema.json",
    "vectors": VECTORS / "schema" / "vectors.schema.json",
    "witnesses": VECTORS / "schema" / "witnesses.schema.json",
    "implementation": IMPLEMENTATIONS / "implementation.schema.json",
    "packages": IMPLEMENTATIONS / "packages.schema.json",
}

COMPILED = PACKAGE / "compiled"
"""The artefacts that a wheel contains; a checkout has none."""
