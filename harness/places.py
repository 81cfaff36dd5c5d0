"""The places of the project's own data, which is next to the package, in a checkout and in a wheel."""

from pathlib import Path

HOME = Path(__file__).parent.parent
"""The folder with all of it. In a wheel, it has fewer files."""

VECTORS = HOME / "vectors"
IMPLEMENTATIONS = HOME / "implementations"
TEXTS = HOME / "texts"
LICENSE = HOME / "LICENSE"
SCHEMAS = {
    "documents": VECTORS / "schema" / "documents.schema.json",
    "encodings": VECTORS / "schema" / "encodings.schema.json",
    "requirements": VECTORS / "schema" / "requirements.schema.json",
    "texts": VECTORS / "schema" / "texts.schema.json",
    "vectors": VECTORS / "schema" / "vectors.schema.json",
    "witnesses": VECTORS / "schema" / "witnesses.schema.json",
    "implementation": IMPLEMENTATIONS / "implementation.schema.json",
    "packages": IMPLEMENTATIONS / "packages.schema.json",
    "report": IMPLEMENTATIONS / "report.schema.json",
}
REPORTS = HOME / "docs" / "reports.md"
"""The list of the bug reports for upstream."""

COMPILED = HOME / "compiled"
"""The artefacts that a wheel contains; a checkout has none."""
