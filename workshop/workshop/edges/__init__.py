"""Derives edge cases from the tables of encodings, and writes them as vectors: `python -m workshop edges`.

Nothing here uses the reference codecs. The expected outcomes come from `encoding_conformance.models`.
"""
