"""Derives edge cases from what the encodings state, and writes them as vectors: `python -m harness.edges`.

Nothing here uses the reference codecs. The expected outcomes come from `harness.models`.
"""
