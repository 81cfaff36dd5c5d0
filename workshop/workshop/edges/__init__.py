"""Derives edge cases from what the encodings state, and writes them as vectors: `python -m workshop edges`.

Nothing here uses the reference codecs. The expected outcomes come from `encoding_conformance.models`.
"""
