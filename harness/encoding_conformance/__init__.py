"""A conformance and fuzz testing harness for text encodings."""

__version__ = "0.1.0"
